import { assert } from "vitest";
import type { ServerSettings } from "#shared/discord/servers.ts";
import { DAY_MS } from "#shared/time.ts";
import type { NewServer } from "#test/new-eden/control/discord-servers.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { and, eq } from "drizzle-orm";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";

const EVERY_MINUTE = "* * * * *";

let lastAdminId = 2_114_900_000;

/** Links a Discord account to a user without the popup. Its refresh token is not a real one. */
export async function linkAccount(
  { context: { db } }: Muster,
  { userId }: Pick<BuiltUser, "userId">,
  person: { id: string; username: string },
) {
  await db.insert(discordAccounts).values({
    discordId: person.id,
    userId,
    username: person.username,
    displayName: null,
    discriminator: "0",
    refreshToken: "not-a-token",
    isAuthorized: true,
    linkedAt: new Date(),
    checkDueAt: new Date(Date.now() + 30 * DAY_MS),
  });
}

/**
 * A Discord server that Muster manages: the roles Scout and Pilot are below the bot's, and are mapped to a group each. It is
 * off until `switchOn`. The clocks move only when they are told to.
 */
export async function buildServer(given: NewServer & { vars?: Partial<Env> } = {}) {
  const adminId = ++lastAdminId;
  const { vars, ...seed } = given;
  const muster = await startMuster({ ADMIN_CHARACTER_IDS: String(adminId), ...vars });
  const driver = await driveQueue(muster);
  const { discord } = driver.newEden;
  const admin = await buildUser(muster, { characterId: adminId });
  const created = await discord.servers.create({
    membersIntent: true,
    roles: [{ name: "Scout" }, { name: "Pilot" }, { name: "Other" }],
    ...seed,
  });
  const { id } = created;
  const param = { id };
  const roleId = (name: string) => {
    const role = created.roles.find((one) => one.name === name);
    assert(role !== undefined, `The server has no role ${name}.`);
    return role.id;
  };
  const scouts = await buildGroup(muster, { owner: admin, name: `Scouts of ${id}` });
  const pilots = await buildGroup(muster, { owner: admin, name: `Pilots of ${id}` });
  const routes = admin.api.admin.discord;

  /** A pilot with a linked Discord account, on the server unless `isElsewhere`. */
  async function addPilot({
    name,
    groups = [],
    roles = [],
    nick = null,
    isElsewhere = false,
  }: {
    name?: string;
    groups?: { id: string }[];
    roles?: string[];
    nick?: string | null;
    isElsewhere?: boolean;
  } = {}) {
    const user = await buildUser(muster, name === undefined ? {} : { name });
    const person = await discord.createUser();
    await linkAccount(muster, user, person);
    for (const group of groups) await join(user, group);
    if (!isElsewhere) {
      await discord.servers.addMembers(id, [
        { userId: person.id, roles: roles.map(roleId), nick, pending: false },
      ]);
    }
    return { ...user, discordId: person.id };
  }

  function join({ userId }: Pick<BuiltUser, "userId">, group: { id: string }) {
    const row = { groupId: group.id, userId, role: "member" as const, joinedAt: new Date() };
    return muster.context.db.insert(groupMembers).values(row);
  }

  function leave({ userId }: Pick<BuiltUser, "userId">, group: { id: string }) {
    const isIt = and(eq(groupMembers.groupId, group.id), eq(groupMembers.userId, userId));
    return muster.context.db.delete(groupMembers).where(isIt);
  }

  const read = async () => (await routes[":id"].$get({ param })).json();

  async function save(change: Partial<ServerSettings> = {}) {
    const { settings, version } = await read();
    const json = { ...settings, ...change, version };
    return routes[":id"].$put({ param, json });
  }

  async function set(isOn: boolean) {
    // Longer than the windows of Discord's limits, which the check before has used.
    await driver.advance(11);
    const { version } = await read();
    return routes[":id"].switch.$post({ param, json: { isOn, version } });
  }

  /** The names of the roles that the member has at Discord. */
  async function rolesOf({ discordId }: { discordId: string }) {
    const { members, roles } = await discord.servers.read(id);
    const member = members.find(({ userId }) => userId === discordId);
    return member?.roles.map((role) => roles.find((one) => one.id === role)?.name).toSorted();
  }

  async function nickOf({ discordId }: { discordId: string }) {
    const { members } = await discord.servers.read(id);
    return members.find(({ userId }) => userId === discordId)?.nick;
  }

  /** The cron of the next minute, and what follows. */
  async function minute() {
    await driver.advance(60);
    await driver.cron(EVERY_MINUTE);
    await driver.drain();
  }

  await routes.$post({ json: { serverId: id } });
  await driver.drain();
  const mapping = [
    { roleId: roleId("Scout"), groupIds: [scouts.id] },
    { roleId: roleId("Pilot"), groupIds: [pilots.id] },
  ];
  await save({ roles: mapping });
  return {
    muster,
    driver,
    discord,
    admin,
    id,
    param,
    routes: routes[":id"],
    roleId,
    scouts,
    pilots,
    mapping,
    addPilot,
    join,
    leave,
    read,
    save,
    set,
    rolesOf,
    nickOf,
    /** Switches the server on, and lets everything happen that follows. */
    switchOn: async () => {
      const response = await set(true);
      await driver.drain();
      return response;
    },
    minute,
    minutes: async (count: number) => {
      for (let passed = 0; passed < count; passed += 1) await minute();
    },
  };
}
