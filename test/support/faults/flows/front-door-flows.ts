import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";
import { say } from "./scene.ts";
import type { Scene } from "./scene.ts";

/** Longer than the windows of Discord's limits, and than the time between two messages of a channel. */
const WINDOW_SECONDS = 61;

type World = { muster: Muster; admin: BuiltUser };
type SetUp = (world: World, drive: Driver) => Promise<Omit<Scene, "muster" | "drive">>;

async function openChannel({ muster, admin }: World) {
  const { discord } = newEdenControl(muster.newEdenBase);
  const { id: serverId } = await discord.servers.create();
  const [channel] = await discord.channels(serverId);
  const group = await buildGroup(muster, { owner: admin });
  const param = { id: group.id };
  const feed = admin.api.groups[":id"]["discord-feed"];
  const target = { kind: "channel" as const, serverId, channelId: channel?.id ?? "" };
  const save = () => feed.$put({ param, json: { target, topics: ["joined"] } });
  return { discord, serverId, channelId: target.channelId, group, param, feed, save };
}

export const FRONT_DOOR_FLOWS = {
  async "an owner lists the channels of Discord"(world, drive) {
    const { param, serverId } = await openChannel(world);
    const list = world.admin.api.groups[":id"]["discord-channels"];
    return {
      async act() {
        await drive.advance(WINDOW_SECONDS);
        const response = await list.$get({ param });
        const { channels, missing } = await response.json();
        const found = channels.filter((one) => one.serverId === serverId);
        return `${response.status} ${found.length} ${missing ?? "all"}`;
      },
    };
  },
  async "an owner chooses a channel of Discord"(world, drive) {
    const { save, feed, param } = await openChannel(world);
    return {
      async act() {
        await drive.advance(WINDOW_SECONDS);
        await feed.$delete({ param });
        return say(await save());
      },
    };
  },
  async "an administrator tests the channel of an alarm"({ muster, admin }, drive) {
    const { serverId, channelId } = await openChannel({ muster, admin });
    const { param, api } = await buildManaged({ muster, admin });
    const target = { serverId, channelId, roleId: null };
    await api.alarms.$put({
      param,
      json: { channels: { attack: target }, quiet: null, language: "en" },
    });
    return {
      async act() {
        await drive.advance(WINDOW_SECONDS);
        const response = await api.alarms.test.$post({ param, json: { group: "attack" } });
        const { halt } = await response.json();
        return `${response.status} ${halt ?? "arrived"}`;
      },
    };
  },
  async "The self-diagnosis registers the commands at Discord"({ admin }, drive) {
    return {
      async act() {
        await drive.advance(WINDOW_SECONDS);
        return say(await admin.api.admin.discord.commands.$post());
      },
    };
  },
  async "a group posts in a channel of Discord"(world, drive) {
    const { save, param, feed, discord, channelId } = await openChannel(world);
    await save();
    let joined = 0;
    async function again() {
      await drive.advance(WINDOW_SECONDS);
      await drive.cron("* * * * *");
      await drive.drain();
      const messages = await discord.messages(channelId);
      const posted = messages.map(({ content }) => content).join("\n");
      const { halt } = await (await feed.$get({ param })).json();
      const isPosted = posted.split(" joined").length - 1 === joined;
      return `${isPosted ? "posted" : "waits"}, ${halt ?? "done"}`;
    }
    return {
      again,
      async act() {
        const pilot = await buildUser(world.muster);
        await pilot.api.groups[":id"].join.$post({ param });
        joined += 1;
        return again();
      },
    };
  },
} satisfies Record<string, SetUp>;
