import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { AddWatchEntry } from "#shared/watchlist.ts";
import { DAY_MS } from "#shared/time.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { openFrontDoor } from "#test/support/discord/front-door.ts";
import type { FrontDoor } from "#test/support/discord/front-door.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { watchEntry } from "#test/support/vetting/watch-entry.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterAffiliations, characterSections } from "#worker/db/schema/characters.ts";
import { cleanUp } from "#worker/app/cron-jobs.ts";

afterEach(() => vi.useRealTimers());

const MINUTE = 60;
const REASON = "Took the capital fund.";
let corporationId = 98_400_000;

/** A server with a channel of the keepers, and a corporation on the watchlist. */
async function open(level: AddWatchEntry["level"] = "watch") {
  const door = await openFrontDoor({ topics: [] });
  const desk = await door.discord.createChannel(door.id, { name: "keepers" });
  const feed = door.admin.api.watchlist["discord-feed"];
  // The tests share one watchlist.
  await feed.$delete();
  await door.admin.api.watchlist.keepers.$put({ json: { groupId: null } });
  const target = { kind: "channel" as const, serverId: door.id, channelId: desk.id };
  const name = `Vantar_Freight ${(corporationId += 1)}`;
  const added = await door.admin.api.watchlist.$post({
    json: watchEntry({ subject: "corporation", eveId: corporationId, name, level, reason: REASON }),
  });
  expect(added.status).toBe(201);
  const entry = await added.json();
  const choose = () => feed.$put({ json: { target } });
  const lines = async () =>
    (await door.discord.messages(desk.id)).flatMap(({ content }) =>
      content.split("\n").filter((line) => line.startsWith("•")),
    );
  return {
    ...door,
    desk,
    feed,
    target,
    choose,
    lines,
    entryId: entry.id ?? "",
    eveId: corporationId,
  };
}
type Scene = Awaited<ReturnType<typeof open>>;

/** A linked pilot who is in the corporation from now on. */
async function addHit({ muster, eveId }: Pick<Scene, "muster" | "eveId">, name: string) {
  const user = await buildUser(muster, { name, alts: [`${name} Alt`] });
  await muster.context.db.insert(characterAffiliations).values({
    characterId: user.characterIds[1] ?? 0,
    corporationId: eveId,
    allianceId: null,
    asOf: new Date(),
  });
  return user;
}

async function minutes({ driver }: Pick<FrontDoor, "driver">, count: number) {
  for (let minute = 0; minute < count; minute += 1) {
    await driver.cron("* * * * *");
    await driver.drain(Date.now());
    await driver.advance(MINUTE);
  }
}

test("a hit is posted once in the channel that a keeper chose: the character, the entry and the fact", async () => {
  const scene = await open("refuse");
  const { muster, eveId } = scene;
  await addHit(scene, "Found Before");
  expect((await scene.choose()).status).toBe(200);
  await minutes(scene, 2);
  expect(await scene.lines()).toEqual([]);
  await addHit(scene, "Kesh Vantar");
  await minutes(scene, 3);
  expect(await scene.lines()).toEqual([
    `• **Refuse:** Kesh Vantar Alt is in Vantar\\_Freight ${eveId}`,
  ]);
  const former = await buildUser(muster, { name: "Left Long Ago" });
  await muster.context.db.insert(characterSections).values({
    characterId: former.mainCharacterId,
    section: "corporationHistory",
    data: JSON.stringify([
      { corporationId: 1, startDate: "2025-03-04T00:00:00Z" },
      { corporationId: eveId, startDate: "2024-03-04T00:00:00Z" },
    ]),
  });
  await minutes(scene, 3);
  const [, line] = await scene.lines();
  expect(line).toBe(
    `• **Refuse:** Left Long Ago was in Vantar\\_Freight ${eveId} until Mar 4, 2025, as EVE’s history says`,
  );
  const [message] = await scene.discord.messages(scene.desk.id);
  expect(message?.pings).toBe(false);
  expect(message?.content).toContain("The watchlist of Muster");
  expect(JSON.stringify(message)).toContain("https://muster.test/admin/watchlist");
  for (const { content } of await scene.discord.messages(scene.desk.id)) {
    expect(content).not.toContain(REASON);
  }
  await minutes(scene, 3);
  expect(await scene.lines()).toHaveLength(2);
});

test("what a keeper has seen, what counts no longer, and what was found without a channel is not posted", async () => {
  const scene = await open();
  const param = { id: scene.entryId };
  await scene.choose();
  await addHit(scene, "Seen At Once");
  await scene.admin.api.watchlist[":id"].seen.$post({ param, query: {} });
  await minutes(scene, 2);
  expect(await scene.lines()).toEqual([]);
  expect((await scene.feed.$delete()).status).toBe(204);
  await addHit(scene, "Without Channel");
  await scene.driver.advance(MINUTE);
  expect((await scene.choose()).status).toBe(200);
  await minutes(scene, 2);
  expect(await scene.lines()).toEqual([]);
  await addHit(scene, "After It");
  await minutes(scene, 2);
  expect(await scene.lines()).toEqual([
    `• **Watch:** After It Alt is in Vantar\\_Freight ${scene.eveId}`,
  ]);
  await addHit(scene, "Entry Removed");
  await scene.admin.api.watchlist[":id"].$delete({ param });
  await minutes(scene, 2);
  expect(await scene.lines()).toHaveLength(1);
});

test("an entry that no keeper confirms is told once when it ends, and one that is confirmed is not", async () => {
  const scene = await open();
  const { muster } = scene;
  await scene.choose();
  const param = { id: scene.entryId };
  await scene.admin.api.watchlist[":id"].$patch({ param, json: { days: 1 } });
  await minutes(scene, 1);
  await scene.driver.advance((DAY_MS / 1000) * 1.5);
  await cleanUp(muster.context);
  await cleanUp(muster.context);
  await minutes(scene, 3);
  expect(await scene.lines()).toEqual([
    `• The entry Vantar\\_Freight ${scene.eveId} has ended, because no keeper confirmed it`,
  ]);
  const events = await muster.context.db
    .select({ detail: auditEvents.detail, characterName: auditEvents.characterName })
    .from(auditEvents)
    .where(eq(auditEvents.kind, "watch_entry_ended"));
  expect(events).toEqual([{ detail: { entryId: scene.entryId }, characterName: null }]);
  const due = await (await scene.admin.api.watchlist.$get({ query: { show: "due" } })).json();
  expect(due.items.map(({ id }) => id)).toEqual([scene.entryId]);
  // It is confirmed before the post of its next end is sent.
  await scene.admin.api.watchlist[":id"].$patch({ param, json: { days: 1 } });
  await scene.driver.advance((DAY_MS / 1000) * 1.5);
  await cleanUp(muster.context);
  await scene.admin.api.watchlist[":id"].$patch({ param, json: { days: 90 } });
  await minutes(scene, 3);
  expect(await scene.lines()).toHaveLength(1);
});

test("only keepers choose the channel, of those in which they may write, and a change is an event", async () => {
  const scene = await open();
  const { muster, admin, owner } = scene;
  const missing = await readError(await muster.send("/api/nothing"));
  const routes = owner.api.watchlist;
  const calls = () => [
    routes["discord-feed"].$get(),
    routes["discord-channels"].$get(),
    routes["discord-feed"].$put({ json: { target: scene.target } }),
    routes["discord-feed"].$delete(),
  ];
  for (const response of await Promise.all(calls())) {
    expect((await readError(response)).message).toBe(missing.message);
  }
  const keepers = await buildGroup(muster, { owner, name: "Keepers" });
  await admin.api.watchlist.keepers.$put({ json: { groupId: keepers.id } });
  await scene.driver.advance(MINUTE);
  muster.costs.reset();
  expect(await (await routes["discord-feed"].$get()).json()).toMatchObject({ target: null });
  expect(muster.costs.roundTrips).toBe(1);
  const closed = await scene.discord.createChannel(scene.id, {
    name: "leadership",
    overwrites: [
      { id: scene.id, type: "role", allow: [], deny: ["VIEW_CHANNEL"] },
      { id: "700000000000000001", type: "member", allow: ["VIEW_CHANNEL"], deny: [] },
    ],
  });
  await scene.driver.advance(MINUTE);
  const { channels } = await (await routes["discord-channels"].$get()).json();
  expect(channels.map(({ channelName }) => channelName)).not.toContain("leadership");
  await scene.driver.advance(MINUTE);
  const target = { ...scene.target, channelId: closed.id };
  expect((await routes["discord-feed"].$put({ json: { target } })).status).toBe(403);
  await scene.driver.advance(MINUTE);
  expect((await routes["discord-feed"].$put({ json: { target: scene.target } })).status).toBe(200);
  const events = await muster.context.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.kind, "watch_channel_changed"));
  expect(events.find(({ actorId }) => actorId === owner.userId)).toMatchObject({
    groupId: null,
    detail: {
      changes: { discordChannel: { from: null, to: expect.stringContaining("#keepers") } },
    },
  });
  await admin.api.watchlist.keepers.$put({ json: { groupId: null } });
  expect((await routes["discord-feed"].$put({ json: { target: { kind: "same" } } })).status).toBe(
    404,
  );
});

/** The message that starts the posts; a change of corporation has started other work too. */
function takePosts({ muster: { queue } }: Scene) {
  for (;;) {
    const message = queue.take();
    if (message === undefined) throw new Error("Nothing has started the posts.");
    if (message.body.kind === "discord-posts") return message;
  }
}

test("killed after any call and run again, the post says each hit once", async () => {
  let deaths = 0;
  for (let calls = 1; ; calls += 1) {
    const scene = await open();
    await scene.choose();
    const name = `Kesh ${calls}`;
    await addHit(scene, name);
    await scene.driver.cron("* * * * *");
    const message = takePosts(scene);
    const isDone = await scene.driver.deliverAndKill(message, calls);
    await scene.driver.advance(2 * MINUTE);
    // A hit that is found after the death is in the next message.
    await addHit(scene, `Late ${calls}`);
    await minutes(scene, 4);
    expect([calls, (await scene.lines()).toSorted()]).toEqual([
      calls,
      [name, `Late ${calls}`]
        .map((pilot) => `• **Watch:** ${pilot} Alt is in Vantar\\_Freight ${scene.eveId}`)
        .toSorted(),
    ]);
    if (isDone) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(4);
});
