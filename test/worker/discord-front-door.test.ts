import { afterEach, expect, test, vi } from "vitest";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { openFrontDoor, send } from "#test/support/discord/front-door.ts";
import type { FrontDoor } from "#test/support/discord/front-door.ts";
import { linkDiscord } from "#test/support/discord/discord-builders.ts";
import { readError } from "#test/support/answers/read-error.ts";

afterEach(() => vi.useRealTimers());

const LATENCY_MS = 50;

async function status(door: FrontDoor, requestId: string) {
  const found = await door.muster.env.DB.prepare("select status from join_requests where id = ?")
    .bind(requestId)
    .first<{ status: string }>();
  return found?.status;
}

test("a request reaches its channel, and a leader's click the role at Discord, within five seconds", async () => {
  const door = await openFrontDoor();
  await door.discord.setLatency(LATENCY_MS);
  const mira = await door.addPilot({ name: "Mira Tall" });
  const before = Date.now();
  const request = await door.ask(mira, "I *fly* @everyone");
  await door.driver.drain(before + 5_000);
  const { message, press } = await door.posted(request.id);
  expect(message.pings).toBe(false);
  expect(message.embeds[0]?.description).toContain("**Mira Tall** asks to join");
  expect(message.embeds[0]?.description).toContain("I \\*fly\\* \\@everyone");
  const { answer } = await door.act(door.reviewer, press("approve"));
  expect(answer.type).toBe(7);
  await door.driver.drain(before + 5_000);
  expect(await door.rolesOf(mira)).toEqual(["Scout"]);
  expect(Date.now() - before + (await door.discord.tookMs())).toBeLessThan(5_000);
  const [after] = await door.messages();
  expect(after?.embeds[0]?.description).toMatch(
    /\*\*Approved\*\* by Pilot \d+, \w+ \d+, \d\d:\d\d EVE time/,
  );
  expect(after?.components.flatMap((row) => row.components.map(({ label }) => label))).toEqual([
    "Open in Muster",
  ]);
});

test("of two simultaneous clicks one decides, and the other is told", async () => {
  const door = await openFrontDoor();
  const request = await door.ask(await door.addPilot());
  await door.driver.drain();
  const { press } = await door.posted(request.id);
  const clicks = await Promise.all([
    door.act(door.owner, press("approve")),
    door.act(door.reviewer, press("approve")),
  ]);
  expect(new Set(clicks.map(({ answer }) => answer.type))).toEqual(new Set([4, 7]));
  expect(clicks.map(({ text }) => text).find((text) => text !== "")).toContain(
    "This request is no longer open: it was approved.",
  );
  const { count } =
    (await door.muster.env.DB.prepare(
      "select count(*) as count from audit_events where kind = 'request_approved' and group_id = ?",
    )
      .bind(door.group.id)
      .first<{ count: number }>()) ?? {};
  expect(count).toBe(1);
});

test("Reject asks for a reason, which the player reads", async () => {
  const door = await openFrontDoor();
  const mira = await door.addPilot();
  const request = await door.ask(mira);
  await door.driver.drain();
  const { message, press } = await door.posted(request.id);
  const { answer } = await door.act(door.owner, press("reject"));
  expect(answer).toMatchObject({ type: 9, data: { custom_id: `reject:${request.id}` } });
  expect(await status(door, request.id)).toBe("pending");
  const form = {
    kind: "form" as const,
    channelId: door.channel.id,
    messageId: message.id,
    customId: `reject:${request.id}`,
    values: { reason: "No logistics skills" },
  };
  expect((await door.act(door.owner, form)).answer.type).toBe(7);
  expect(await status(door, request.id)).toBe("rejected");
  expect((await door.messages())[0]?.embeds[0]?.description).toContain("**Rejected** by");
  const { events } = await (await mira.api.auth.events.$get()).json();
  expect(events[0]).toMatchObject({ kind: "request_rejected", reason: "No logistics skills" });
});

test("a decision on the page is shown in the channel within a minute", async () => {
  const door = await openFrontDoor();
  const request = await door.ask(await door.addPilot());
  await door.driver.drain();
  await door.posted(request.id);
  await door.owner.api.groups["join-requests"][":id"].approve.$post({ param: { id: request.id } });
  await door.minute();
  expect((await door.messages())[0]?.embeds[0]?.description).toContain("**Approved** by");
});

const NOBODY_DECIDES: Record<
  string,
  (door: FrontDoor) => Promise<{ who: { discordId: string }; says: string | RegExp }>
> = {
  async "a member without the right"(door) {
    const member = await door.addPilot({ groups: [door.group] });
    return { who: member, says: "Join request not found" };
  },
  async "a stranger"(door) {
    return { who: await door.addPilot(), says: "Join request not found" };
  },
  async "a former admin"(door) {
    const { userId } = door.reviewer;
    await door.owner.api.groups[":id"].admins[":userId"].$delete({
      param: { id: door.group.id, userId },
    });
    return { who: door.reviewer, says: "Join request not found" };
  },
  async "an admin who is suspended"(door) {
    const { userId } = door.reviewer;
    await door.muster.env.DB.prepare("update users set suspended_until = ? where id = ?")
      .bind(Date.now() + 1_000_000, userId)
      .run();
    return { who: door.reviewer, says: "You cannot use Muster now." };
  },
  async "an admin who has unlinked Discord"(door) {
    await door.reviewer.api.discord.link.$delete();
    return { who: door.reviewer, says: "not linked to Muster yet" };
  },
  async "a Discord user without an account in Muster"(door) {
    const { id: discordId } = await door.discord.createUser();
    await door.discord.servers.addMembers(door.id, [{ userId: discordId, pending: false }]);
    return { who: { discordId }, says: "not linked to Muster yet" };
  },
};

for (const [name, prepare] of Object.entries(NOBODY_DECIDES)) {
  test(`a click by ${name} changes nothing and answers that person alone`, async () => {
    const door = await openFrontDoor();
    const request = await door.ask(await door.addPilot());
    await door.driver.drain();
    const { press } = await door.posted(request.id);
    const { who, says } = await prepare(door);
    for (const verb of ["approve", "reject"] as const) {
      const { answer, text, token } = await door.act(who, press(verb));
      expect([answer.type, text]).toEqual([4, expect.stringContaining(String(says))]);
      expect((await door.discord.replies(token)).every(({ isPrivate }) => isPrivate)).toBe(true);
    }
    expect(await status(door, request.id)).toBe("pending");
  });
}

test("a click on a decided request says so, to that person alone", async () => {
  const door = await openFrontDoor();
  const request = await door.ask(await door.addPilot());
  await door.driver.drain();
  const { press } = await door.posted(request.id);
  await door.act(door.owner, press("approve"));
  for (const verb of ["approve", "reject"] as const) {
    const { answer, text } = await door.act(door.reviewer, press(verb));
    expect(answer).toMatchObject({ type: 4, data: { flags: expect.any(Number) } });
    expect(text).toContain("This request is no longer open: it was approved.");
  }
});

test("a wrong signature, an old timestamp and a changed body are refused and change nothing", async () => {
  const door = await openFrontDoor();
  const request = await door.ask(await door.addPilot());
  await door.driver.drain();
  const { press } = await door.posted(request.id);
  const signed = await door.discord.interaction(door.owner.discordId, press("approve"), door.id);
  const other = await door.discord.interaction(door.reviewer.discordId, press("approve"), door.id);
  const wrong = [
    { ...signed, headers: { ...signed.headers, "x-signature-ed25519": "0".repeat(128) } },
    { ...signed, headers: { ...signed.headers, "x-signature-ed25519": "" } },
    { ...signed, headers: { ...signed.headers, "x-signature-timestamp": "1" } },
    { ...signed, body: other.body },
    { headers: {}, body: signed.body },
  ];
  for (const request of wrong) {
    const response = await send(door.muster, request);
    expect(response.status).toBe(401);
    expect((await readError(response)).message).toBe(
      "The signature of this request is not Discord’s.",
    );
  }
  await door.driver.advance(61);
  expect((await send(door.muster, signed)).status).toBe(401);
  await door.driver.advance(-122);
  expect((await send(door.muster, signed)).status).toBe(401);
  expect(await status(door, request.id)).toBe("pending");
});

test("a PING is answered", async () => {
  const door = await openFrontDoor();
  const ping = await door.discord.interaction(door.owner.discordId, { kind: "ping" });
  const response = await send(door.muster, ping);
  expect([response.status, await response.json()]).toEqual([200, { type: 1 }]);
});

test("a user who removes Muster's authorization at Discord is unlinked at once, and loses the roles", async () => {
  const door = await openFrontDoor();
  const mira = await door.addPilot({ groups: [door.group] });
  const checkDueAt = new Date(Date.now() + 86_400_000);
  await door.muster.context.db.update(discordAccounts).set({ checkDueAt });
  await door.minute();
  expect(await door.rolesOf(mira)).toEqual(["Scout"]);
  const old = await door.discord.event(
    mira.discordId,
    "APPLICATION_DEAUTHORIZED",
    new Date(Date.now() - 86_400_000).toISOString(),
  );
  expect((await send(door.muster, old, "events")).status).toBe(204);
  const other = await door.discord.event(mira.discordId, "APPLICATION_AUTHORIZED");
  expect((await send(door.muster, other, "events")).status).toBe(204);
  const linked = async () => (await (await mira.api.auth.session.$get()).json()).user?.discord;
  expect(await linked()).toBeDefined();
  await door.driver.advance(1);
  const event = await door.discord.event(mira.discordId, "APPLICATION_DEAUTHORIZED");
  expect((await send(door.muster, event, "events")).status).toBe(204);
  expect(await linked()).toBeUndefined();
  await door.driver.drain(Date.now() + 5_000);
  expect(await door.rolesOf(mira)).toEqual([]);
});

test("a link that was renewed since the user removed the authorization stays when Discord tells of it late", async () => {
  const door = await openFrontDoor();
  const mira = await door.addPilot({ groups: [door.group] });
  await door.driver.advance(1);
  const late = await door.discord.event(mira.discordId, "APPLICATION_DEAUTHORIZED");
  await door.discord.revoke(mira.discordId);
  await door.driver.advance(1);
  const person = await door.discord.changeUser(mira.discordId, {});
  expect((await linkDiscord(door.muster, mira, person)).status).toBe(200);
  expect((await send(door.muster, late, "events")).status).toBe(204);
  const { user } = await (await mira.api.auth.session.$get()).json();
  expect(user?.discord).toMatchObject({ userId: mira.discordId, isAuthorized: true });
});
