import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { finishLink, startDiscordLink } from "#worker/discord/link/service.ts";
import { MIRA_TAL_ID, OSKAR_WREN_ID } from "#test/new-eden/ids.ts";
import { ACCESS_TOKEN_TTL_SECONDS, addGrant } from "#test/new-eden/discord/grants.ts";
import type { World } from "#test/new-eden/world.ts";
import type { TestContext } from "#test/support/workerd/test-database.ts";
import { PROVEN_SESSION, withProof } from "./proven-session.ts";

/** The linked Discord accounts, by main; the other users can link one. */
const LINKS: [mainId: number, main: string, username: string][] = [
  [MIRA_TAL_ID, "Mira Tal", "miratal"],
  [OSKAR_WREN_ID, "Oskar Wren", "Oskar"],
];

/** Links seeded users, by the names of their mains. */
export async function seedDiscord(
  context: TestContext,
  world: World,
  userIds: Map<string, string>,
) {
  for (const [mainId, main, username] of LINKS) {
    const userId = userIds.get(main);
    const person = [...world.discord.users.values()].find((one) => one.username === username);
    if (userId === undefined || person === undefined) throw new Error(`${main} cannot be linked.`);
    const actor: UserActor = {
      kind: "user",
      userId,
      ...PROVEN_SESSION,
      isAdmin: false,
      isGuest: false,
    };
    const { state, clientId, scopes } = await startDiscordLink(context, actor, world.base);
    const grant = addGrant(world, { userId: person.id, clientId, scopes });
    await withProof(context, { userId, mainId }, async () => {
      await finishLink(context, actor, {
        accessToken: grant.accessToken,
        refreshToken: grant.refreshToken,
        expiresIn: ACCESS_TOKEN_TTL_SECONDS,
        scope: scopes.join(" "),
        state,
      });
    });
  }
}
