import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { linkDiscord } from "#test/support/discord/discord-builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";
import { say } from "./scene.ts";
import type { Scene } from "./scene.ts";

/** Longer than the windows of Discord's limits: each act begins with all of them. */
const WINDOW_SECONDS = 11;

/** How long a limit lasts is not the flow's. */
const withoutSeconds = (text: string) => text.replace(/in \d+ seconds/, "later");

type World = { muster: Muster; admin: BuiltUser };
type SetUp = (world: World, drive: Driver) => Promise<Omit<Scene, "muster" | "drive">>;

/** A server with one mapped role, whose group has a pilot on the server. */
async function openServer({ muster, admin }: World, drive: Driver) {
  const { discord } = newEdenControl(muster.newEdenBase);
  const { id, roles } = await discord.servers.create({
    membersIntent: true,
    roles: [{ name: "Scout" }],
  });
  const roleId = roles.find(({ name }) => name === "Scout")?.id ?? "";
  const pilot = await buildUser(muster);
  const person = await discord.createUser();
  await linkDiscord(muster, pilot, person);
  await discord.servers.addMembers(id, [{ userId: person.id, pending: false }]);
  const group = await buildGroup(muster, { owner: admin, members: [pilot] });
  const routes = admin.api.admin.discord;
  const param = { id };
  await routes.$post({ json: { serverId: id } });
  const settings = { nickname: null, joinGroupId: group.id, drift: "list" as const };
  const mapped = { ...settings, roles: [{ roleId, groupIds: [group.id] }] };
  await routes[":id"].$put({ param, json: { ...mapped, version: 0 } });
  await drive.drain();
  const read = async () => (await routes[":id"].$get({ param })).json();
  async function set(isOn: boolean) {
    const { version } = await read();
    return routes[":id"].switch.$post({ param, json: { isOn, version } });
  }
  return { discord, id, roleId, pilot, person, group, routes, param, read, set };
}

function forget({ env: { DB } }: Muster, discordId: string) {
  return DB.prepare("delete from discord_members where discord_id = ?").bind(discordId).run();
}

export const DISCORD_FLOWS = {
  async "an administrator lists the Discord servers"({ admin }, drive) {
    return {
      async act() {
        await drive.advance(WINDOW_SECONDS);
        const response = await admin.api.admin.discord.$get();
        const { failure } = await response.json();
        return `${response.status} ${withoutSeconds(failure ?? "all")}`;
      },
    };
  },
  async "a Discord server is set up and removed"({ muster, admin }, drive) {
    const { discord } = newEdenControl(muster.newEdenBase);
    const { id } = await discord.servers.create();
    const routes = admin.api.admin.discord;
    return {
      async act() {
        await drive.advance(WINDOW_SECONDS);
        await discord.servers.installBot(id);
        const added = await say(await routes.$post({ json: { serverId: id } }));
        const removed = await routes[":id"].$delete({ param: { id } });
        return `${withoutSeconds(added)}, ${removed.status}`;
      },
    };
  },
  async "a Discord server is switched on"(world, drive) {
    const { set } = await openServer(world, drive);
    return {
      async act() {
        await drive.advance(WINDOW_SECONDS);
        const answer = await say(await set(true));
        if (answer === "200") await set(false);
        return withoutSeconds(answer);
      },
    };
  },
  async "a Discord server follows its groups"(world, drive) {
    const { set, read, routes, param, discord, id, roleId, person } = await openServer(
      world,
      drive,
    );
    await set(true);
    await drive.drain();
    async function again() {
      await drive.cron("* * * * *");
      await drive.drain();
      const { work } = await read();
      const { members } = await discord.servers.read(id);
      const member = members.find(({ userId }) => userId === person.id);
      return `${member?.roles.join() === roleId ? "given" : "waits"}, ${work.halt === "banned" ? "limited" : (work.halt ?? "done")}`;
    }
    return {
      again,
      async act() {
        await drive.advance(WINDOW_SECONDS);
        // As if Muster saw the member for the first time.
        await discord.servers.editMember(id, person.id, { remove: [roleId] });
        await forget(world.muster, person.id);
        await routes[":id"].check.$post({ param, json: { retries: false } });
        // The minute that a message takes at most; the cron continues later.
        await drive.drain(Date.now() + 1000);
        return again();
      },
    };
  },
  async "the drift of a Discord server is read"(world, drive) {
    const { set, routes, param, discord, id, roleId } = await openServer(world, drive);
    const stranger = await discord.createUser();
    await discord.servers.addMembers(id, [
      { userId: stranger.id, roles: [roleId], pending: false },
    ]);
    await set(true);
    await drive.drain();
    return {
      async act() {
        await drive.advance(WINDOW_SECONDS);
        const response = await routes[":id"].drift.$get({ param });
        const { items, auditLog } = await response.json();
        return `${response.status} ${items.length} ${auditLog}`;
      },
    };
  },
  async "a pilot joins a Discord server"(world, drive) {
    const { set, discord, id, person, pilot } = await openServer(world, drive);
    await set(true);
    await drive.drain();
    return {
      async act() {
        await drive.advance(WINDOW_SECONDS);
        const isThere = (await discord.servers.read(id)).members.some(
          ({ userId }) => userId === person.id,
        );
        if (isThere) await discord.servers.leave(id, person.id);
        await forget(world.muster, person.id);
        return say(await pilot.api.discord.servers[":id"].join.$post({ param: { id } }));
      },
    };
  },
} satisfies Record<string, SetUp>;
