import { assert } from "vitest";
import { ALARM_GROUPS } from "#shared/corporations/alarms.ts";
import type { AlarmGroup, SaveAlarms } from "#shared/corporations/alarms.ts";
import type { Shout } from "#test/new-eden/people/alarms.ts";
import { authorizeAgain, buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { CHARACTER_SCOPES, DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";
import { buildServer } from "./server-builders.ts";

const SCOPES = [...CHARACTER_SCOPES, ...Object.values(DIRECTOR_FEATURES).flat()];

/** A corporation with directors, whose alarms of these kinds are posted in a channel. */
export async function openAlarms({
  directors = 1,
  groups = ALARM_GROUPS,
  quiet = null,
  vars = {},
}: {
  directors?: number;
  groups?: readonly AlarmGroup[];
  quiet?: SaveAlarms["quiet"];
  vars?: Partial<Env>;
} = {}) {
  const server = await buildServer({
    vars,
    roles: [{ name: "Scout" }, { name: "Pilot" }, { name: "Home Defence", mentionable: true }],
  });
  const { muster, driver, discord, admin, id, roleId } = server;
  await muster.env.DB.prepare("delete from corporations").run();
  const corporation = await buildManaged({ muster, admin }, { directors });
  for (const { pilot } of corporation.pilots) await authorizeAgain(muster, pilot.id, SCOPES);
  await server.minutes(11);
  const [channel] = await discord.channels(id);
  assert(channel !== undefined);
  const target = { serverId: id, channelId: channel.id, roleId: roleId("Home Defence") };
  const { alarms: routes } = corporation.api;
  const { param } = corporation;
  const save = (change: Partial<SaveAlarms> = {}) =>
    routes.$put({
      param,
      json: {
        channels: Object.fromEntries(groups.map((group) => [group, target])),
        quiet,
        language: "en",
        ...change,
      },
    });
  const saved = await save();
  assert(saved.status === 200, `The channels were not saved: ${saved.status}.`);
  const { newEden } = driver;
  return {
    ...server,
    corporation,
    channel,
    target,
    save,
    newEden,
    test: (group: AlarmGroup) => routes.test.$post({ param, json: { group } }),
    page: async () => (await routes.$get({ param })).json(),
    messages: () => discord.messages(channel.id),
    shout: (alarm: Shout) => newEden.shout(corporation.id, alarm),
  };
}
export type OpenAlarms = Awaited<ReturnType<typeof openAlarms>>;
