import { assert } from "vitest";
import type { ApiFacts } from "#shared/applications/api.ts";
import { webhookTopicSchema } from "#shared/applications/webhooks.ts";
import { applicationGroups } from "#worker/db/schema/applications.ts";
import { insertApplication, signedInAt } from "#test/support/applications/applications.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import { users } from "#worker/db/schema/accounts.ts";
import type { Community } from "./community.ts";
import {
  FACTS_AN_HOUR,
  GRANTED_GROUPS,
  LOOKED_UP,
  SCRIPT_EVERY_MINUTES,
  SHARE_OF_CHANGED_FACTS,
} from "./habits.ts";

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
    json: { name: "Script", rights: ["pilots", "groups", "members", "facts"], days: null },
  });
  assert(token.status === 201, `The token was not created: ${token.status}.`);
  const { secret } = await token.json();

  const all = players.flatMap(({ pilots }) => pilots.map((pilot) => pilot.id));
  const runs = (24 * 60) / SCRIPT_EVERY_MINUTES;
  const facts = await buildFacts(community, id, (body) =>
    call(secret, "PUT", "/v1/facts/fleets", body),
  );
  const reads = Array.from({ length: runs }, (_, nth) => ({
    minute: nth * SCRIPT_EVERY_MINUTES,
    run: async () => {
      const from = (nth * LOOKED_UP) % (all.length - LOOKED_UP);
      const characterIds = all.slice(from, from + LOOKED_UP);
      await call(secret, "GET", `/v1/groups/g${nth % GRANTED_GROUPS}/members`);
      await call(secret, "POST", "/v1/pilots/lookup", { characterIds });
    },
  }));
  return [...reads, ...facts];
}

/** A script that tells a fact about many pilots each hour. The requirements of a group ask for it. */
async function buildFacts(
  { muster, admin }: Community,
  applicationId: string,
  put: (body: ApiFacts) => Promise<Response>,
) {
  const declared = await admin.api.admin.applications[":id"].facts.$post({
    param: { id: applicationId },
    json: {
      key: "fleets",
      title: "Fleets in the last 30 days",
      kind: "number",
      options: [],
      maxAgeHours: 72,
      missing: "unknown",
    },
  });
  assert(declared.status === 201, `The fact was not declared: ${declared.status}.`);
  const { id: factId } = await declared.json();
  const asked = { type: "fact" as const, factId, test: { compare: "at_least" as const, value: 1 } };
  await setRule(muster, "g0", asked);
  const pilots = await muster.context.db.select({ id: users.id }).from(users).limit(FACTS_AN_HOUR);
  const every = 1 / SHARE_OF_CHANGED_FACTS;
  return Array.from({ length: 24 }, (_, hour) => ({
    minute: hour * 60 + 30,
    run: async () => {
      const asOf = new Date().toISOString();
      // Each pilot has another number after so many hours.
      const values = pilots.map(({ id: pilot }, at) => ({
        pilot,
        value: 1 + Math.floor((hour + at) / every),
      }));
      await put({ asOf, values });
    },
  }));
}
