import { assert } from "vitest";
import { webhookTopicSchema } from "#shared/applications/webhooks.ts";
import { applicationGroups } from "#worker/db/schema/applications/applications.ts";
import { insertApplication, signedInAt } from "#test/support/applications/applications.ts";
import type { Community } from "./community.ts";
import { GRANTED_GROUPS, LOOKED_UP, SCRIPT_EVERY_MINUTES } from "./habits.ts";

type Call = (token: string, method: string, path: string, body?: object) => Promise<Response>;

/**
 * An application that all players have signed in to. It is told of what happens in its groups, and a script of it reads the
 * members of one group after the other. Returns what the script does, and at which minutes.
 */
export async function buildApplication(community: Community, call: Call) {
  const { muster, admin, players } = community;
  const { id } = await insertApplication(muster, { claims: ["name", "characters", "groups"] });
  await muster.context.db
    .insert(applicationGroups)
    .values(
      Array.from({ length: GRANTED_GROUPS }, (_, n) => ({ applicationId: id, groupId: `g${n}` })),
    );
  for (const { user } of players) await signedInAt(muster, id, user.userId);
  const routes = admin.api.admin.applications[":id"];
  const created = await routes.webhooks.$post({
    param: { id },
    json: { url: `${muster.newEdenBase}/receiver/hook`, topics: webhookTopicSchema.options },
  });
  assert(created.status === 201, `The webhook was not created: ${created.status}.`);
  const token = await routes.tokens.$post({
    param: { id },
    json: { name: "Script", rights: ["pilots", "groups", "members"], days: null },
  });
  assert(token.status === 201, `The token was not created: ${token.status}.`);
  const { secret } = await token.json();

  const all = players.flatMap(({ pilots }) => pilots.map((pilot) => pilot.id));
  const runs = (24 * 60) / SCRIPT_EVERY_MINUTES;
  return Array.from({ length: runs }, (_, nth) => ({
    minute: nth * SCRIPT_EVERY_MINUTES,
    run: async () => {
      const from = (nth * LOOKED_UP) % (all.length - LOOKED_UP);
      const characterIds = all.slice(from, from + LOOKED_UP);
      await call(secret, "GET", `/v1/groups/g${nth % GRANTED_GROUPS}/members`);
      await call(secret, "POST", "/v1/pilots/lookup", { characterIds });
    },
  }));
}
