import { eq } from "drizzle-orm";
import type { Requirement } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import type { Change, Concerned } from "#test/support/requirements/evidence-changes.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import {
  discordAccounts,
  discordMarks,
  discordMembers,
  discordServers,
} from "#worker/db/schema/discord-servers.ts";

export const DISCORD: Requirement = { type: "discord_linked" };

/** Each change of what is known of a Discord account. The server is on. */
export function discordChanges(
  { context: { db } }: Muster,
  serverId: string,
): Record<string, Change> {
  const onServer: Requirement = { type: "on_discord_server", serverId };
  const idOf = ({ mainCharacterId }: Concerned) => `1${mainCharacterId}`;

  const link = (user: Concerned) =>
    db.insert(discordAccounts).values({
      discordId: idOf(user),
      userId: user.userId,
      username: `pilot${user.mainCharacterId}`,
      discriminator: "0",
      refreshToken: "encrypted",
      isAuthorized: true,
      linkedAt: new Date(),
      checkDueAt: new Date(),
    });
  const unlink = ({ userId }: Concerned) =>
    db.delete(discordAccounts).where(eq(discordAccounts.userId, userId));
  const linkAlone = async (user: Concerned) => {
    await db.delete(discordAccounts);
    await link(user);
  };
  const appear = (user: Concerned) =>
    db.insert(discordMembers).values({
      serverId,
      discordId: idOf(user),
      name: "Pilot",
      roles: [],
      given: [],
      accepted: [],
    });
  const join = async (user: Concerned) => {
    await link(user);
    await appear(user);
  };
  const setProblem = (user: Concerned, problem: "left" | "refused" | null) =>
    db
      .update(discordMembers)
      .set({ problem })
      .where(eq(discordMembers.discordId, idOf(user)));
  const check = (at: number) =>
    db
      .update(discordServers)
      .set({ sweptAt: new Date(at) })
      .where(eq(discordServers.id, serverId));

  return {
    "a Discord account": { rule: DISCORD, act: link },
    "a Discord account that is unlinked": { rule: DISCORD, before: link, act: unlink },
    "a Discord account for a rule about a server": { rule: onServer, act: link },
    "an unlinked Discord account for a rule about a server": {
      rule: onServer,
      before: link,
      act: unlink,
    },
    "an account that is on a Discord server": { rule: onServer, before: link, act: appear },
    "an account that has left a Discord server": {
      rule: onServer,
      before: join,
      act: (user) => setProblem(user, "left"),
    },
    "an account that is on a Discord server again": {
      rule: onServer,
      before: async (user) => {
        await join(user);
        await setProblem(user, "left");
      },
      act: (user) => setProblem(user, "refused"),
    },
    "a member of a Discord server who is forgotten": {
      rule: onServer,
      before: join,
      act: (user) => db.delete(discordMembers).where(eq(discordMembers.discordId, idOf(user))),
    },
    "an account of which Discord has told that it is not on the server": {
      rule: onServer,
      before: link,
      act: (user) => db.delete(discordMarks).where(eq(discordMarks.discordId, idOf(user))),
    },
    "a check of a Discord server since the account was linked": {
      rule: onServer,
      before: async (user) => {
        await check(Date.now() - DAY_MS);
        await linkAlone(user);
      },
      act: () => check(Date.now() + 1),
    },
    "a check of a Discord server after a long time": {
      rule: onServer,
      before: async (user) => {
        await linkAlone(user);
        await check(Date.now() + 1);
      },
      act: () => check(Date.now() + 3 * DAY_MS),
    },
  };
}
