import { afterEach, assert, expect, test, vi } from "vitest";
import { SHOUTS } from "#test/new-eden/people/alarms.ts";
import type { Shout } from "#test/new-eden/people/alarms.ts";
import { openAlarms } from "#test/support/discord/alarm-builders.ts";
import type { OpenAlarms as Alarms } from "#test/support/discord/alarm-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { killedCalls } from "#test/support/workerd/share.ts";

afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;
const FEWEST_CALLS = 4;
/** Until an alarm is read, and until what a death has left is done. */
const MOST_MINUTES = 20;
const ATTACK = { kind: "StructureUnderAttack" };

const titles = async ({ messages }: Alarms) =>
  (await messages()).map(({ embeds: [embed] }) => embed?.title ?? "");
const fieldOf = (
  message: Awaited<ReturnType<Alarms["messages"]>>[number] | undefined,
  name: string,
) => message?.embeds[0]?.fields?.find((field) => field.name === name)?.value;

test("each kind is posted once, with what EVE says of it, and an unknown kind is counted", async () => {
  const alarms = await openAlarms({ directors: 2 });
  for (const kind of Object.values(SHOUTS)) await alarms.shout({ kind });
  await alarms.minutes(15);
  const shown = await titles(alarms);
  for (const title of [
    / is under attack$/,
    / lost its shields$/,
    / is low on fuel$/,
    /^A sovereignty structure in .+ was reinforced$/,
    / started an extraction$/,
    /^War was declared: /,
    /^A bill is due$/,
  ]) {
    expect(shown.filter((one) => title.test(one))).toHaveLength(1);
  }
  expect(shown).toHaveLength(7);
  const messages = await alarms.messages();
  const attack = messages.find(({ content }) => content.includes("under attack"));
  expect(attack?.content).toMatch(/^<@&\d+> .+ is under attack$/);
  const [embed] = attack?.embeds ?? [];
  const { name, ticker } = alarms.corporation.corporation;
  expect(embed?.author?.name).toBe(`${name} [${ticker}]`);
  expect(embed?.description).toContain("**Jita** (0.9) · [Dotlan](https://evemaps.dotlan.net/");
  expect(fieldOf(attack, "Shields")).toBe("94 %");
  const timer = messages.find(({ content }) => content.includes("lost its shields"));
  expect(fieldOf(timer, "Your time")).toMatch(/^<t:\d+:F>\n<t:\d+:R>$/);
  // Moons and money mention nobody.
  expect(messages.filter(({ pings }) => !pings)).toHaveLength(2);
  const page = await alarms.page();
  expect(page.alarms.map(({ told }) => told)).toEqual(Array.from({ length: 7 }, () => "posted"));
  expect(page.unknown).toMatchObject([{ kind: SHOUTS.unknown, count: 1 }]);
  expect(page.readers).toBe(2);
});

test("a structure of which neither name nor type is known begins a sentence like any other word", async () => {
  const alarms = await openAlarms({ groups: [] });
  await alarms.shout({ kind: "StructureOnline", text: "structureID: 1049999999999\n" });
  await alarms.shout({ kind: "StructureServicesOffline", text: "structureID: 1049999999999\n" });
  await alarms.minutes(12);
  const page = await alarms.page();
  expect(page.alarms.map(({ text }) => text).toSorted()).toEqual([
    "A structure is online",
    "Services of a structure went offline",
  ]);
});

test("a timer that is posted becomes an operation of the chosen group, which its post opens, and once", async () => {
  const alarms = await openAlarms({ groups: ["timers"] });
  const { admin, muster } = alarms;
  const [own, other] = [
    await buildGroup(muster, { owner: admin }),
    await buildGroup(muster, { owner: await buildUser(muster) }),
  ];
  // One for which the administrator does not plan.
  expect((await alarms.save({ timersGroupId: other.id })).status).toBe(400);
  expect((await alarms.save({ timersGroupId: own.id })).status).toBe(200);
  const page = await alarms.page();
  expect(page.timersGroup?.groupId).toBe(own.id);
  const planned = new Set(page.planning.map(({ groupId }) => groupId));
  expect([planned.has(own.id), planned.has(other.id)]).toEqual([true, false]);
  await alarms.shout({ kind: "StructureLostShields", hoursLeft: 26 });
  await alarms.shout({ kind: "StructureLostShields", structure: 1, hoursLeft: 0 });
  await alarms.minutes(12);
  const { items } = await (await admin.api.operations.$get({ query: {} })).json();
  expect(items).toHaveLength(1);
  const [operation] = items;
  const { alarms: told } = await alarms.page();
  const timer = told.find((one) => (one.fields.endsAt ?? 0) > Date.now());
  expect(operation).toMatchObject({
    kind: "timer",
    title: timer?.text,
    place: "Jita",
    commander: null,
    groups: [{ groupId: own.id }],
    startsAt: new Date(timer?.fields.endsAt ?? 0).toISOString(),
  });
  const messages = await alarms.messages();
  expect(messages).toHaveLength(2);
  const links = messages.flatMap(({ components }) => JSON.stringify(components ?? []));
  expect(links.filter((link) => link.includes(`/operations/${operation?.id}`))).toHaveLength(1);
  // The choice outlives the right of who made it, and ends with the group.
  await alarms.save({ timersGroupId: own.id, quiet: { from: 0, until: 60 } });
  await muster.env.DB.prepare("delete from groups where id = ?").bind(own.id).run();
  expect((await alarms.page()).timersGroup).toBeNull();
});

test("an attack that EVE repeats within fifteen minutes is one post, with its lowest shields, and rings once", async () => {
  const alarms = await openAlarms();
  for (const shield of [80, 4, 30]) {
    await alarms.shout({ ...ATTACK, shield });
    await alarms.minutes(14);
  }
  const [message, ...others] = await alarms.messages();
  expect(others).toEqual([]);
  expect(fieldOf(message, "Shields")).toBe("4 %");
  expect(message?.embeds[0]?.footer?.text).toContain("EVE told it 3 times");
  expect((await alarms.page()).alarms.map(({ told }) => told)).toEqual([
    "edited",
    "edited",
    "posted",
  ]);
  // Another structure, and the same one an hour later.
  await alarms.shout({ ...ATTACK, structure: 1 });
  await alarms.minutes(60);
  await alarms.shout(ATTACK);
  await alarms.minutes(12);
  expect(await alarms.messages()).toHaveLength(3);
});

test("where the channel was changed during an attack, its next repeat rings in the new one, whatever became of the old", async () => {
  const alarms = await openAlarms({ groups: ["attack"] });
  await alarms.shout(ATTACK);
  await alarms.minutes(12);
  expect(await alarms.messages()).toHaveLength(1);
  await alarms.discord.deleteChannel(alarms.channel.id);
  const next = await alarms.discord.createChannel(alarms.id, { name: "alarms" });
  const moved = { attack: { ...alarms.target, channelId: next.id } };
  expect((await alarms.save({ channels: moved })).status).toBe(200);
  await alarms.shout({ ...ATTACK, shield: 12 });
  await alarms.minutes(12);
  const [message, ...others] = await alarms.discord.messages(next.id);
  expect(others).toEqual([]);
  expect(message?.content).toMatch(/^<@&\d+> .+ is under attack$/);
});

test("what Discord refuses in a channel halts no other channel that was chosen meanwhile", async () => {
  const alarms = await openAlarms({ groups: ["attack"] });
  const { discord, newEden, muster } = alarms;
  const next = await discord.createChannel(alarms.id, { name: "alarms" });
  const path = `/channels/${alarms.channel.id}/messages$`;
  const release = await newEden.hold({ service: "discord", path });
  await alarms.shout(ATTACK);
  const posting = alarms.minutes(12);
  const leased = muster.env.DB.prepare("select 1 from alarms where lease_until is not null");
  await expect.poll(async () => (await leased.all()).results, { timeout: 20_000 }).toHaveLength(1);
  await discord.deleteChannel(alarms.channel.id);
  const moved = { attack: { ...alarms.target, channelId: next.id } };
  expect((await alarms.save({ channels: moved })).status).toBe(200);
  await release();
  await posting;
  expect((await alarms.page()).channels.attack?.halt).toBeNull();
  await alarms.shout({ ...ATTACK, structure: 1 });
  await alarms.minutes(12);
  expect(await discord.messages(next.id)).toHaveLength(1);
});

test("the overview names no channel for attacks that only a person can open again", async () => {
  const alarms = await openAlarms({ groups: ["attack"] });
  const toldIn = async () => {
    const { alarmed } = await (await alarms.admin.api.admin.overview.$get()).json();
    return alarmed.map(({ channelName }) => channelName);
  };
  await alarms.newEden.addFault({ service: "discord", kind: "unavailable", path: "/messages$" });
  await alarms.shout(ATTACK);
  await alarms.minutes(12);
  expect(await toldIn()).toEqual([alarms.channel.name]);
  await alarms.newEden.clearFaults();
  await alarms.discord.deleteChannel(alarms.channel.id);
  await alarms.minutes(20);
  expect((await alarms.page()).channels.attack?.halt).toBe("gone");
  expect(await toldIn()).toEqual([null]);
});

test("notices that EVE did not give were not read", async () => {
  const alarms = await openAlarms();
  expect((await alarms.page()).readAt).not.toBeNull();
  await alarms.newEden.addFault({ service: "esi", kind: "unavailable" });
  await alarms.minutes(12);
  expect(await alarms.page()).toMatchObject({ readers: 1, readAt: null });
  await alarms.newEden.clearFaults();
  await alarms.minutes(12);
  expect((await alarms.page()).readAt).not.toBeNull();
});

test("an alarm is three written rows, and its repeat three", async () => {
  const alarms = await openAlarms({ groups: ["attack"] });
  await alarms.shout(ATTACK);
  await alarms.minutes(12);
  const { costs } = alarms.muster;
  const written = async (shouts: Shout[]) => {
    for (const one of shouts) await alarms.shout(one);
    costs.reset();
    await alarms.minutes(10);
    const ofAlarms = costs.executed.filter(({ query }) => query.includes('"alarm'));
    return ofAlarms.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0);
  };
  expect(await written([{ ...ATTACK, structure: 1 }])).toBe(3);
  expect(await written([{ ...ATTACK, structure: 1 }])).toBe(3);
  expect(await written([])).toBe(0);
  expect(await alarms.messages()).toHaveLength(2);
});

test("Discord refuses for an hour: nothing is lost, and nothing comes twice", async () => {
  const alarms = await openAlarms();
  await alarms.newEden.addFault({ service: "discord", kind: "unavailable", path: "/messages$" });
  await alarms.shout(ATTACK);
  await alarms.shout({ kind: "StructureLostShields" });
  await alarms.shout({ kind: "StructureFuelAlert" });
  await alarms.minutes(60);
  expect(await alarms.messages()).toEqual([]);
  expect((await alarms.page()).channels.attack?.halt).toBe("unavailable");
  await alarms.newEden.clearFaults();
  await alarms.minutes(20);
  expect(await alarms.messages()).toHaveLength(3);
  expect((await alarms.page()).channels.attack?.halt).toBeNull();
});

test("who saves the channels after a refusal has old alarms posted too, and at once", async () => {
  const alarms = await openAlarms({ groups: ["attack"] });
  await alarms.newEden.addFault({ service: "discord", kind: "unavailable", path: "/messages$" });
  await alarms.shout(ATTACK);
  await alarms.minutes(35);
  await alarms.newEden.clearFaults();
  await alarms.save();
  await alarms.minutes(2);
  expect(await alarms.messages()).toHaveLength(1);
});

test("late is said, and what is older than two hours comes as one post that mentions nobody", async () => {
  const alarms = await openAlarms();
  await alarms.shout({ kind: SHOUTS.unknown });
  await alarms.minutes(11);
  const now = Date.now();
  await alarms.shout({ ...ATTACK, at: now - 30 * MINUTE_MS });
  await alarms.minutes(11);
  const [late] = await alarms.messages();
  expect(late?.embeds[0]?.footer?.text).toMatch(/^Late: 3\d min old when it was read$/);
  for (const [hours, kind] of [
    [5, "StructureUnderAttack"],
    [4, "StructureUnderAttack"],
    [3, "StructureFuelAlert"],
    [26, "StructureWentLowPower"],
  ] as const) {
    await alarms.shout({ kind, structure: 1, at: now - hours * 60 * MINUTE_MS, hoursLeft: 0 });
  }
  // A timer that still runs gets a post of its own.
  await alarms.shout({ kind: "StructureLostArmor", at: now - 180 * MINUTE_MS, hoursLeft: 20 });
  await alarms.minutes(22);
  const posted = await titles(alarms);
  expect(posted.filter((title) => title.endsWith("that come late"))).toEqual([
    "2 notices that come late",
  ]);
  const summary = (await alarms.messages()).find(({ embeds: [embed] }) =>
    embed?.title?.includes("come late"),
  );
  expect(summary?.embeds[0]?.description).toContain("is under attack, told 2 times");
  expect(summary?.pings).toBe(false);
  expect(posted.filter((title) => title.endsWith("lost its armor"))).toHaveLength(1);
  // A day is too old.
  expect(posted.some((title) => title.includes("low power"))).toBe(false);
});

test("quiet hours take the mention from all posts but attacks", async () => {
  const alarms = await openAlarms({ quiet: { from: 0, until: 1439 } });
  await alarms.shout(ATTACK);
  await alarms.shout({ kind: "StructureLostShields" });
  await alarms.minutes(12);
  const messages = await alarms.messages();
  expect(messages).toHaveLength(2);
  for (const { content, pings } of messages) expect(pings).toBe(content.includes("under attack"));
});

test("what players write in EVE neither mentions nor formats nor links anything", async () => {
  const alarms = await openAlarms();
  await alarms.shout({ ...ATTACK, attacker: "@everyone <@&1> [ISK](https://evil.example) **x**" });
  await alarms.minutes(12);
  const [message] = await alarms.messages();
  expect(fieldOf(message, "Attacker")).toContain(
    "\\@everyone \\<\\@\\&1\\> \\[ISK\\]\\(https\\:\\/\\/evil\\.example\\) \\*\\*x\\*\\*",
  );
});

test("a test says that it is one and mentions nobody, and a refusal of Discord is named", async () => {
  const alarms = await openAlarms({ groups: ["attack"] });
  const { newEden } = alarms;
  expect((await alarms.test("fuel")).status).toBe(400);
  for (let time = 0; time < 2; time += 1) {
    const answer = await (await alarms.test("attack")).json();
    expect(answer).toEqual({ channelName: alarms.channel.name, halt: null });
  }
  const [message, ...others] = await alarms.messages();
  expect(others).toEqual([]);
  expect(message?.pings).toBe(false);
  expect(message?.content).toMatch(/^\*\*Test by .+\*\*\nThis is no alarm\./);
  // What Discord refused before is tried again after a test that arrives.
  await newEden.addFault({ service: "discord", kind: "unavailable", path: "/messages$" });
  expect((await (await alarms.test("attack")).json()).halt).toBe("unavailable");
  await alarms.shout(ATTACK);
  await alarms.minutes(30);
  expect((await alarms.page()).channels.attack?.halt).toBe("unavailable");
  await newEden.clearFaults();
  expect((await (await alarms.test("attack")).json()).halt).toBeNull();
  expect((await alarms.page()).channels.attack?.halt).toBeNull();
  await alarms.minutes(2);
  expect(await alarms.messages()).toHaveLength(3);
  // What a person must repair is on the page until a test arrives.
  await alarms.discord.servers.removeBot(alarms.id);
  expect((await (await alarms.test("attack")).json()).halt).toBe("no_access");
  expect((await alarms.page()).channels.attack?.halt).toBe("no_access");
  await alarms.discord.servers.installBot(alarms.id);
  expect((await (await alarms.test("attack")).json()).halt).toBeNull();
  expect((await alarms.page()).channels.attack?.halt).toBeNull();
  await alarms.discord.deleteChannel(alarms.channel.id);
  expect((await (await alarms.test("attack")).json()).halt).toBe("gone");
});

test("nothing of before a channel was chosen is posted, and without one alarms are kept", async () => {
  const alarms = await openAlarms({ groups: ["timers"] });
  await alarms.shout(ATTACK);
  await alarms.minutes(12);
  expect((await alarms.page()).alarms).toMatchObject([{ told: "kept", group: "attack" }]);
  await alarms.save({ channels: { attack: alarms.target } });
  await alarms.minutes(3);
  expect(await alarms.messages()).toEqual([]);
  await alarms.shout({ ...ATTACK, structure: 1 });
  await alarms.minutes(12);
  expect(await alarms.messages()).toHaveLength(1);
});

test("a director who has moved tells neither corporation, also before Muster knows of it, and the others go on", async () => {
  const alarms = await openAlarms({ directors: 2 });
  const { newEden, corporation, muster } = alarms;
  const next = await newEden.createCorporation({});
  const [moved, stays] = corporation.pilots;
  assert(moved !== undefined && stays !== undefined);
  await newEden.leaveCorporation(moved.pilot.id, next.id);
  await newEden.setRoles(moved.pilot.id, ["Director"]);
  await newEden.shout(next.id, { ...ATTACK });
  await alarms.minutes(20);
  const kept = await muster.env.DB.prepare("select 1 from alarms").all();
  expect(kept.results).toEqual([]);
  // Its affiliation is read each hour: then EVE is not asked any more.
  await alarms.driver.cron("hourly");
  await newEden.clearRequests();
  await newEden.shout(next.id, { ...ATTACK, structure: 1 });
  await alarms.shout(ATTACK);
  await alarms.minutes(12);
  expect(await alarms.messages()).toHaveLength(1);
  const asked = await newEden.requests({ path: /notifications$/ });
  expect(asked.filter(({ path }) => path.includes(String(moved.pilot.id)))).toEqual([]);
  // Back again: what was told elsewhere stays there.
  await newEden.leaveCorporation(moved.pilot.id, corporation.id);
  await newEden.setRoles(moved.pilot.id, ["Director"]);
  await alarms.driver.cron("hourly");
  await alarms.minutes(25);
  expect((await alarms.page()).alarms).toHaveLength(1);
});

test("notices of a director's private matters are never written", async () => {
  const alarms = await openAlarms();
  for (const kind of [
    "InsurancePayoutMsg",
    "KillRightAvailable",
    "KillReportVictim",
    "ContactAdd",
    "MailMsg",
    "CharTerminationMsg",
    "BountyClaimMsg",
    "StructureItemsDelivered",
  ]) {
    await alarms.shout({ kind });
  }
  await alarms.minutes(12);
  const { results } = await alarms.muster.env.DB.prepare("select * from alarms").all();
  expect(results).toEqual([]);
});

test("alarms are deleted after ninety days", async () => {
  const alarms = await openAlarms({ groups: [] });
  await alarms.shout(ATTACK);
  await alarms.minutes(12);
  expect((await alarms.page()).alarms).toHaveLength(1);
  await alarms.driver.advance(91 * 24 * 60 * 60);
  await alarms.driver.cron("hourly");
  const { results } = await alarms.muster.env.DB.prepare("select 1 from alarms").all();
  expect(results).toEqual([]);
});

test("from the shot to the post: three minutes at worst with five directors, eleven with one", async () => {
  for (const [directors, most] of [
    [5, 3],
    [1, 11],
  ] as const) {
    const alarms = await openAlarms({ directors, groups: ["attack"] });
    await alarms.minutes(10);
    let worst = 0;
    for (let shot = 0; shot < 5; shot += 1) {
      const count = (await alarms.messages()).length;
      await alarms.shout({ ...ATTACK, structure: shot });
      let waited = 0;
      while ((await alarms.messages()).length === count && waited < 20) {
        await alarms.minutes(1);
        waited += 1;
      }
      worst = Math.max(worst, waited);
      await alarms.driver.advance(37);
    }
    expect(worst, `${directors} directors`).toBeLessThanOrEqual(most);
    vi.useRealTimers();
  }
});

/** The minute, and what follows; the first invocation that posts ends after so many calls. Returns whether it was killed. */
async function killedMinute({ driver, muster }: Alarms, after: number) {
  await driver.advance(60);
  await driver.cron("* * * * *");
  let isKilled = false;
  for (let next; (next = muster.queue.take()) !== undefined;) {
    const wait = Math.ceil((next.dueAt - Date.now()) / 1000);
    if (wait > 0) await driver.advance(wait);
    if (next.body.kind !== "discord-posts" || isKilled) await driver.deliver(next);
    else if (!(await driver.deliverAndKill(next, after))) isKilled = true;
  }
  return isKilled;
}

const isOf =
  (groupId: string) =>
  ({ groups }: { groups: { groupId: string }[] }) =>
    groups.some((one) => one.groupId === groupId);

const OLD = 180 * MINUTE_MS;
const HAPPENINGS: Record<string, { given: () => Shout[]; posts: number; operations?: number }> = {
  "a timer is one post and one operation": {
    given: () => [{ kind: "StructureLostShields" }],
    posts: 1,
    operations: 1,
  },
  "a repeat is an edit": {
    given: () => [ATTACK, { ...ATTACK, shield: 3, at: Date.now() + MINUTE_MS }],
    posts: 1,
  },
  "a summary is one post": {
    given: () => [
      { ...ATTACK, at: Date.now() - OLD },
      { ...ATTACK, structure: 1, at: Date.now() - OLD },
    ],
    posts: 1,
  },
};
for (const [name, { given, posts, operations = 0 }] of Object.entries(HAPPENINGS)) {
  test(`killed after any call and run again, ${name}`, async () => {
    let calls = 0;
    for (calls of killedCalls(FEWEST_CALLS)) {
      const alarms = await openAlarms({ groups: ["attack", "timers"] });
      const { muster, admin } = alarms;
      const group = await buildGroup(muster, { owner: admin });
      await alarms.save({ timersGroupId: group.id });
      await alarms.shout({ kind: SHOUTS.unknown });
      await alarms.minutes(11);
      for (const one of given()) await alarms.shout(one);
      let isKilled = false;
      for (let minute = 0; minute < MOST_MINUTES; minute += 1) {
        if (isKilled) await alarms.minutes(1);
        else isKilled = await killedMinute(alarms, calls);
      }
      const shown = await alarms.messages();
      expect(shown, `killed after ${calls} calls`).toHaveLength(posts);
      const planned = await admin.api.operations.$get({ query: {} });
      expect((await planned.json()).items.filter(isOf(group.id))).toHaveLength(operations);
      const { alarms: known } = await alarms.page();
      expect(known.filter(({ told }) => told === "waiting")).toEqual([]);
      vi.useRealTimers();
      if (!isKilled) break;
    }
    expect(calls).toBeGreaterThan(FEWEST_CALLS);
  });
}
