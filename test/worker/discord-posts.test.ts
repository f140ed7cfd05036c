import { afterEach, expect, test, vi } from "vitest";
import { answerInstead, refusal } from "#test/support/discord/answer-instead.ts";
import { openFrontDoor } from "#test/support/discord/front-door.ts";
import type { FrontDoor } from "#test/support/discord/front-door.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { postWork } from "#worker/discord/posts/service.ts";
import { beginDue } from "#worker/work/begin-due.ts";

afterEach(() => vi.useRealTimers());

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

async function contents(door: FrontDoor): Promise<string[]> {
  return (await door.messages()).map(({ content }) => content);
}

/** A pilot joins by a request that the owner approves on the page. */
async function admit(door: FrontDoor, who: Awaited<ReturnType<FrontDoor["addPilot"]>>) {
  const { id } = await door.ask(who);
  await door.owner.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
}

test("a channel gets one message a minute with everything since the last one, and pings no one", async () => {
  const door = await openFrontDoor({ topics: ["joined", "left"] });
  const [mira, oskar, edda] = [await door.addPilot(), await door.addPilot(), await door.addPilot()];
  await admit(door, mira);
  await door.minutes(1);
  await admit(door, oskar);
  await admit(door, edda);
  await mira.api.groups[":id"].leave.$post({ param: door.param });
  await door.driver.cron("* * * * *");
  await door.driver.drain(Date.now());
  expect(await contents(door)).toHaveLength(1);
  await door.minutes(3);
  const [first, second, ...others] = await door.messages();
  expect(others).toEqual([]);
  expect(first?.content).toContain(`${mira.mainCharacterName} joined, approved by`);
  expect(second?.content.match(/joined/g)).toHaveLength(2);
  expect(second?.content).toContain(`${mira.mainCharacterName} left`);
  expect([first?.pings, second?.pings]).toEqual([false, false]);
});

test("a request that answers a form is posted when it comes and when it is decided, without answers and what is shared", async () => {
  const door = await openFrontDoor({ topics: ["requests"] });
  const { api } = door.owner;
  const form = {
    introduction: null,
    questions: [{ kind: "text" as const, id: "why", text: "Why us?", isRequired: true }],
    sections: ["wallet" as const],
    whose: "main" as const,
    shareDays: 0,
  };
  const json = { version: null, form, reviewerGroupId: null };
  expect((await api.groups[":id"].form.$put({ param: door.param, json })).status).toBe(204);
  const pilot = await door.addPilot();
  const asked = await pilot.api.groups[":id"]["join-requests"].$post({
    param: door.param,
    json: {
      form: {
        version: 1,
        answers: { why: "Private answer." },
        sharing: {
          reviewerGroupId: null,
          sections: [{ section: "wallet", characterIds: [pilot.mainCharacterId] }],
        },
      },
    },
  });
  const { id } = await asked.json();
  await door.minutes(1);
  const posted = JSON.stringify(await door.messages());
  expect(posted).toContain(pilot.mainCharacterName);
  const param = { id };
  await api.groups["join-requests"][":id"].reject.$post({
    param,
    json: { reason: "Private reason." },
  });
  await door.minutes(2);
  const decided = JSON.stringify(await door.messages());
  expect(decided).toContain("Rejected");
  for (const text of [posted, decided]) expect(text).not.toMatch(/Private|wallet|Wallet|Why us/);
});

test("a kind that is switched off is not posted", async () => {
  const door = await openFrontDoor({ topics: ["left"] });
  const mira = await door.addPilot();
  await admit(door, mira);
  await door.minutes(2);
  expect(await contents(door)).toEqual([]);
  await mira.api.groups[":id"].leave.$post({ param: door.param });
  await door.minutes(1);
  expect(await contents(door)).toEqual([expect.stringContaining("left")]);
});

test("an outage loses nothing and repeats nothing", async () => {
  const door = await openFrontDoor({ topics: ["joined"] });
  await door.newEden.addFault({ service: "discord", kind: "unavailable", path: "/messages$" });
  const people = [];
  for (let hour = 0; hour < 3; hour += 1) {
    const pilot = await door.addPilot();
    people.push(pilot.mainCharacterName);
    await admit(door, pilot);
    await door.minutes(5);
  }
  const feed = await (await door.feed.$get({ param: door.param })).json();
  expect(feed.halt).toBe("unavailable");
  expect(await contents(door)).toEqual([]);
  await door.newEden.clearFaults();
  await door.minutes(20);
  const text = (await contents(door)).join("\n");
  for (const name of people) expect(text.split(`${name} joined`)).toHaveLength(2);
  expect((await (await door.feed.$get({ param: door.param })).json()).halt).toBeNull();
});

test("an answer without a code of Discord's is an outage", async () => {
  const door = await openFrontDoor({ topics: ["joined"] });
  const html = () => new Response("<html></html>", { status: 403 });
  const restore = answerInstead("POST", /\/messages$/, html);
  const mira = await door.addPilot();
  await admit(door, mira);
  await door.minutes(3);
  restore();
  await door.minutes(5);
  expect(await contents(door)).toEqual([expect.stringContaining(mira.mainCharacterName)]);
});

test("where Discord lets no message be edited, the other posts come", async () => {
  const door = await openFrontDoor({ topics: ["requests", "joined"] });
  const [mira, oskar] = [await door.addPilot(), await door.addPilot()];
  const { id } = await door.ask(mira);
  await door.minutes(2);
  const cannotEdit = 50005;
  const restore = answerInstead("PATCH", /\/messages\//, refusal(cannotEdit));
  const param = { id };
  await door.owner.api.groups["join-requests"][":id"].reject.$post({
    param,
    json: { reason: null },
  });
  await admit(door, oskar);
  await door.minutes(3);
  restore();
  expect((await contents(door)).join()).toContain(`${oskar.mainCharacterName} joined`);
});

test("after an outage of more than a day, what is older than a day is not posted", async () => {
  const door = await openFrontDoor({ topics: ["joined"] });
  await door.newEden.addFault({ service: "discord", kind: "unavailable", path: "/messages$" });
  const [old, recent] = [await door.addPilot(), await door.addPilot()];
  await admit(door, old);
  await door.minutes(1);
  await door.driver.advance(DAY);
  await admit(door, recent);
  await door.newEden.clearFaults();
  await door.minutes(20);
  expect((await contents(door)).join()).toContain(recent.mainCharacterName);
  expect((await contents(door)).join()).not.toContain(old.mainCharacterName);
});

const MOST_CALLS = 12;

test("an invocation that dies after any of its calls posts everything, and nothing twice", async () => {
  for (let after = 1; after <= MOST_CALLS; after += 1) {
    const door = await openFrontDoor({ topics: ["joined", "requests"] });
    const [mira, oskar] = [await door.addPilot(), await door.addPilot()];
    await admit(door, mira);
    const request = await door.ask(oskar);
    const message = door.muster.queue.take();
    expect(message?.body.kind).toBe("discord-posts");
    const isComplete = message && (await door.driver.deliverAndKill(message, after));
    await door.minutes(4);
    const messages = await door.messages();
    const text = messages.map(({ content }) => content).join("\n");
    expect([after, text.split(`${mira.mainCharacterName} joined`).length]).toEqual([after, 2]);
    const shown = messages.flatMap(({ embeds }) => embeds);
    expect([after, shown.length]).toEqual([after, 1]);
    await door.owner.api.groups["join-requests"][":id"].reject.$post({
      param: { id: request.id },
      json: { reason: null },
    });
    await door.minutes(2);
    const edited = (await door.messages()).flatMap(({ embeds }) => embeds);
    expect(edited[0]?.description).toContain("**Rejected**");
    vi.useRealTimers();
    if (isComplete) return;
  }
  throw new Error(`An invocation makes more than ${MOST_CALLS} calls.`);
});

test.each([
  ["no_access", { deny: ["VIEW_CHANNEL" as const] }],
  ["no_permission", { deny: ["SEND_MESSAGES" as const] }],
] as const)(
  "without the permission (%s) posts wait, and come when it is back",
  async (halt, { deny }) => {
    const door = await openFrontDoor({ topics: ["joined"] });
    const overwrites = [{ id: door.id, type: "role" as const, allow: [], deny: [...deny] }];
    await door.discord.changeChannel(door.channel.id, { overwrites });
    await door.discord.clearAnswers();
    const mira = await door.addPilot();
    await admit(door, mira);
    await door.minutes(10);
    expect((await (await door.feed.$get({ param: door.param })).json()).halt).toBe(halt);
    expect((await door.discord.answers()).invalid).toBe(1);
    await door.discord.changeChannel(door.channel.id, { overwrites: [] });
    await door.minutes(65);
    expect(await contents(door)).toEqual([expect.stringContaining(mira.mainCharacterName)]);
  },
);

test("a deleted channel is not asked again", async () => {
  const door = await openFrontDoor({ topics: ["joined"] });
  await door.discord.deleteChannel(door.channel.id);
  await admit(door, await door.addPilot());
  await door.minutes(3);
  await door.discord.clearAnswers();
  await admit(door, await door.addPilot());
  await door.minutes(65);
  expect((await (await door.feed.$get({ param: door.param })).json()).halt).toBe("gone");
  expect((await door.discord.answers()).answers).not.toHaveProperty("POST 404 10003");
});

test("without a bot, a webhook posts the same with a link, and only Discord's webhooks are accepted", async () => {
  const door = await openFrontDoor({ topics: ["joined", "requests"] });
  const { address, id } = await door.discord.createWebhook(door.channel.id);
  const topics = ["joined" as const, "requests" as const];
  for (const wrong of [
    "https://example.com/api/webhooks/1/abcdefghijklmnopqrstuvwxyz",
    "https://discord.com.example.com/api/webhooks/1/abcdefghijklmnopqrstuvwxyz",
    "http://discord.com/api/webhooks/1/abcdefghijklmnopqrstuvwxyz",
    "https://discord.com/api/webhooks/1/abcdefghijklmnopqrstuvwxyz",
  ]) {
    const json = { target: { kind: "webhook" as const, address: wrong }, topics };
    expect((await door.feed.$put({ param: door.param, json })).status).toBe(400);
  }
  const json = { target: { kind: "webhook" as const, address }, topics };
  const saved = await (await door.feed.$put({ param: door.param, json })).json();
  expect(saved.target).toEqual({ kind: "webhook", name: "Muster posts", serverName: null });
  expect(JSON.stringify(saved)).not.toContain("webhook-token");
  await door.ask(await door.addPilot(), "Let me in");
  await door.driver.drain();
  const [message] = await door.messages();
  expect(message).toMatchObject({ webhookId: id, components: [], pings: false });
  expect(message?.content).toContain(`<https://muster.test/groups/${door.group.id}>`);
  expect(message?.embeds[0]?.description).toContain("Let me in");
  await door.discord.deleteWebhook(id);
  await admit(door, await door.addPilot());
  await door.minutes(3);
  expect((await (await door.feed.$get({ param: door.param })).json()).halt).toBe("gone");
});

test("a feed is read in one round trip, and its channels in one, which shows whose group it is before Discord is asked", async () => {
  const door = await openFrontDoor();
  const [{ muster, param }, stranger] = [door, await door.addPilot()];
  const answers = async (who: typeof stranger) => {
    const { [":id"]: api } = who.api.groups;
    await api.$get({ param });
    const found = [];
    for (const route of [api["discord-feed"], api["discord-channels"]]) {
      muster.costs.reset();
      const { status } = await route.$get({ param });
      found.push([status, muster.costs.roundTrips]);
    }
    return found;
  };
  expect(await answers(door.owner)).toEqual([
    [200, 1],
    [200, 1],
  ]);
  const asked = () => door.driver.newEden.requests({ path: /guilds/ });
  expect(await asked()).not.toEqual([]);
  await door.driver.newEden.clearRequests();
  expect(await answers(stranger)).toEqual([
    [403, 1],
    [403, 1],
  ]);
  expect(await asked()).toEqual([]);
});

test("an owner chooses only channels in which they may write themselves", async () => {
  const door = await openFrontDoor();
  const secret = await door.discord.createChannel(door.id, {
    name: "leadership",
    overwrites: [
      { id: door.id, type: "role", allow: [], deny: ["VIEW_CHANNEL"] },
      { id: "700000000000000001", type: "member", allow: ["VIEW_CHANNEL"], deny: [] },
    ],
  });
  await door.driver.advance(10);
  const list = door.owner.api.groups[":id"]["discord-channels"];
  const { channels, missing } = await (await list.$get({ param: door.param })).json();
  const names = channels.flatMap((one) => (one.serverId === door.id ? [one.channelName] : []));
  expect([names, missing]).toEqual([["general"], null]);
  await door.driver.advance(10);
  const target = { ...door.target, channelId: secret.id };
  const refused = await door.feed.$put({ param: door.param, json: { target, topics: [] } });
  expect([refused.status, (await readError(refused)).message]).toEqual([
    403,
    "Choose a channel in which you and Muster’s bot may write.",
  ]);
});

test("who gives the group away while Discord is asked chooses no channel for it", async () => {
  const door = await openFrontDoor();
  const next = await door.discord.createChannel(door.id, { name: "elsewhere" });
  await door.driver.advance(10);
  const release = await door.newEden.hold({ service: "discord", path: "/@me/guilds$", times: 1 });
  const target = { ...door.target, channelId: next.id };
  const answer = door.feed.$put({ param: door.param, json: { target, topics: [] } });
  await expect.poll(async () => (await door.newEden.faults())[0]?.times).toBe(0);
  const json = { newOwnerId: door.reviewer.userId };
  const given = await door.owner.api.groups[":id"].transfer.$post({ param: door.param, json });
  expect(given.status).toBe(200);
  await release();
  expect((await answer).status).toBe(409);
  const feed = door.reviewer.api.groups[":id"]["discord-feed"];
  expect(await (await feed.$get({ param: door.param })).json()).toMatchObject({
    target: { name: "general" },
  });
});

test("nothing happens: posts cost the cron of every minute one statement, which reads three rows at most", async () => {
  const door = await openFrontDoor();
  await door.minutes(2);
  await door.driver.advance(MINUTE);
  door.muster.costs.reset();
  await beginDue(door.muster.context, postWork);
  expect(door.muster.queue.waiting).toEqual([]);
  expect(door.muster.costs.roundTrips).toBe(1);
  expect(door.muster.costs.rowsRead).toBeLessThanOrEqual(3);
});
