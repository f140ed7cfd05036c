import type { UserActor } from "#worker/auth/sessions/actor.ts";
import {
  addServer,
  readServer,
  saveServer,
  switchServer,
} from "#worker/discord/servers/service.ts";
import { syncServer } from "#worker/discord/servers/sync/service.ts";
import { groups } from "#worker/db/schema/groups.ts";
import type { Context } from "#worker/env.ts";
import { SABLE_MERIDIAN_SERVER_ID as SERVER_ID } from "#test/new-eden/ids.ts";
import type { TestContext } from "#test/support/workerd/test-database.ts";

/** Each mapped role with the group that gives it. Some people have "Sable Meridian" by hand: that is drift. */
const MAPPING: [role: string, group: string][] = [
  ["Sable Meridian", "Home Defence"],
  ["Capital Pilot", "Capitals Wing"],
  ["Fleet Commander", "Fleet Commander School"],
  ["Logistics Wing", "Логистика"],
  ["Newbro", "Newbro Academy"],
];
/** Its members may join through Muster: Tovi Renn, after linking "yaroslava", is not on the server yet. */
const JOIN_GROUP = "Home Defence";

/** The corporation's Discord server follows the groups. */
export async function seedDiscordServer(context: TestContext, userId: string) {
  const actor: UserActor = {
    kind: "user",
    userId,
    sessionId: "seed",
    isAdmin: true,
    isGuest: false,
  };
  await addServer(context, actor, SERVER_ID);
  await work(context);
  const { roles, version } = await readServer(context, SERVER_ID);
  const rows = await context.db.select({ id: groups.id, name: groups.name }).from(groups);
  const find = (list: readonly { id: string; name: string }[], name: string) => {
    const found = list.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found.id;
  };
  const saved = await saveServer(context, actor, SERVER_ID, {
    version,
    roles: MAPPING.map(([role, group]) => ({
      roleId: find(roles, role),
      groupIds: [find(rows, group)],
    })),
    nickname: { template: "[{ticker}] {main}", keepsOwnPart: true },
    joinGroupId: find(rows, JOIN_GROUP),
    drift: "list",
  });
  await switchServer(context, actor, SERVER_ID, { isOn: true, version: saved.version });
  await work(context);
}

/** What the queue does, as far as Discord's limits allow at once. */
async function work(context: Context) {
  let next = await syncServer(context, SERVER_ID);
  while (next?.delaySeconds === 0) next = await syncServer(context, SERVER_ID, next);
}
