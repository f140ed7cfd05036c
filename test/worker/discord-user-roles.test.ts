import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { buildServer } from "#test/support/discord/server-builders.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { runBatch } from "#worker/db/batch.ts";
import { selectUserRoles, toUserRoles } from "#worker/discord/servers/roles/user-roles.ts";
import type { Context } from "#worker/env.ts";

afterEach(() => vi.useRealTimers());

async function readUserRoles({ db }: Context, userId: string, reader: { isOwn: boolean }) {
  return toUserRoles(await runBatch(db, selectUserRoles(userId)), reader);
}

test("the roles of a user are told with their causes, and the groups that the user cannot see are left out", async () => {
  const server = await buildServer();
  const { addPilot, scouts, pilots, switchOn, discord, id, roleId, routes, param, driver, muster } =
    server;
  const { context } = muster;
  const pilot = await addPilot({ groups: [scouts, pilots] });
  await switchOn();
  await discord.servers.editMember(id, pilot.discordId, { remove: [roleId("Pilot")] });
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  const read = async (isOwn: boolean) =>
    (await readUserRoles(context, pilot.userId, { isOwn })).toSorted((a, b) =>
      a.roleName.localeCompare(b.roleName),
    );
  const given = (group: { id: string; name: string }) => [{ id: group.id, name: group.name }];
  expect(await read(true)).toMatchObject([
    { serverId: id, roleName: "Pilot", state: "taken", groups: given(pilots) },
    { serverId: id, roleName: "Scout", state: "given", groups: given(scouts), problem: null },
  ]);

  await context.db
    .update(groups)
    .set({ effectiveVisibility: "system" })
    .where(eq(groups.id, scouts.id));
  expect(await read(true)).toMatchObject([{}, { state: "given", groups: [] }]);
  expect(await read(false)).toMatchObject([{}, { state: "given", groups: given(scouts) }]);

  await context.db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + 60_000) })
    .where(eq(users.id, pilot.userId));
  expect(await read(false)).toMatchObject([{ roleName: "Scout", state: "ending", groups: [] }]);
});

test("a user who is not on the server has no roles there", async () => {
  const { addPilot, scouts, switchOn, muster } = await buildServer();
  const pilot = await addPilot({ groups: [scouts], isElsewhere: true });
  await switchOn();
  expect(await readUserRoles(muster.context, pilot.userId, { isOwn: true })).toEqual([]);
});
