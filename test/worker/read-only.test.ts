import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { linkDiscord } from "#test/support/discord/discord-builders.ts";
import { buildCategory } from "#test/support/people/group-builders.ts";
import { cronEvent } from "#test/support/workerd/run-cron.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { refusingDatabase } from "#test/support/workerd/refusing-database.ts";
import { batchOf } from "#test/support/workerd/test-queue.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { QuotaExceeded } from "#worker/db/quota.ts";
import { eveTokens, sessions } from "#worker/db/schema/accounts.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { deadLetters } from "#worker/db/schema/installation.ts";
import worker from "#worker/index.ts";

const DAY = 24 * 60 * 60;

const refusing = refusingDatabase(env.DB);
const muster = await startMuster({ DB: refusing.db });
const { db } = muster.context;
const newEden = newEdenControl(muster.newEdenBase);

/** Runs a function while D1 refuses. Its logged errors are expected. */
async function whileRefused<Value>(rows: "read" | "write", act: () => Promise<Value>) {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  refusing.refuse(rows);
  try {
    return await act();
  } finally {
    refusing.refuse(undefined);
    log.mockRestore();
  }
}

const nextMidnight = () => new Date(Math.ceil((Date.now() + 1) / (DAY * 1000)) * DAY * 1000);

const join = (user: BuiltUser, categoryId: string) =>
  user.api.groups.$post({
    json: {
      categoryId,
      name: `Group ${crypto.randomUUID()}`,
      description: null,
      visibility: "public",
      joinMode: "open",
    },
  });

/** Delivers a message. Returns whether it was acknowledged or retried. */
async function deliver(body: unknown, queue?: string) {
  const [ack, retry, retryAll] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  await worker.queue({ ...batchOf([{ body, ack, retry }], queue), retryAll }, muster.env);
  return {
    isAcknowledged: ack.mock.calls.length > 0,
    isRetried: retry.mock.calls.length > 0,
    retriedAll: retryAll.mock.calls,
  };
}

/** A pilot whose access token has expired, at an EVE that replaces refresh tokens. */
async function expiredPilot() {
  const linked = await linkPilot(muster);
  await newEden.setSso({ rotatesRefreshTokens: true });
  const { id } = linked.pilot;
  await db
    .update(eveTokens)
    .set({ accessExpiresAt: new Date(0) })
    .where(eq(eveTokens.characterId, id));
  const tokenRow = async () => {
    const [row] = await db.select().from(eveTokens).where(eq(eveTokens.characterId, id));
    return row;
  };
  return { ...linked, id, tokenRow };
}

beforeEach(() => {
  refusing.refuse(undefined);
  muster.queue.waiting.splice(0);
});

test("a session that cannot be prolonged still works, in every isolate, and is prolonged later", async () => {
  const user = await buildUser(muster);
  const read = () => user.api.groups.$get({ query: {} });
  await muster.later(2 * DAY, async () => {
    await whileRefused("write", async () => {
      expect((await read()).status).toBe(200);
      expect((await read()).status).toBe(200);
    });
  });
  await muster.later(4 * DAY, async () => {
    expect((await read()).status).toBe(200);
    const [row] = await db.select().from(sessions).where(eq(sessions.userId, user.userId));
    expect(row?.lastSeenAt.getTime()).toBe(Date.now());
  });
});

test("while D1 refuses writes, reads go on, and a write is answered read_only until midnight UTC", async () => {
  const { id: categoryId } = await buildCategory(muster);
  const user = await buildUser(muster);
  await whileRefused("write", async () => {
    const refused = await join(user, categoryId);
    expect(refused.status).toBe(503);
    const wait = Number(refused.headers.get("Retry-After"));
    expect(Math.abs(wait - (nextMidnight().getTime() - Date.now()) / 1000)).toBeLessThan(5);
    const { code, message } = await readError(refused);
    expect(code).toBe("read_only");
    expect(message).toMatch(/read-only until 00:00 UTC.*Nothing was changed/);

    const session = await user.api.auth.session.$get();
    expect(await session.json()).toMatchObject({ authenticated: true });
    const listed = await user.api.groups.$get({ query: {} });
    expect(listed.status).toBe(200);
    expect(listed.headers.get("Muster-Read-Only-Until")).toBe(nextMidnight().toISOString());
  });
  expect((await join(user, categoryId)).status).toBe(201);
  const listed = await user.api.groups.$get({ query: {} });
  expect(listed.headers.get("Muster-Read-Only-Until")).toBeNull();
});

test("the read-only state ends at midnight UTC", async () => {
  const { id: categoryId } = await buildCategory(muster);
  const user = await buildUser(muster);
  await whileRefused("write", () => join(user, categoryId));
  await muster.later(DAY, async () => {
    const session = await user.api.auth.session.$get();
    expect(session.headers.get("Muster-Read-Only-Until")).toBeNull();
  });
  await join(user, categoryId);
});

test("when D1 refuses reads, there is one clear error that says when it ends", async () => {
  const user = await buildUser(muster);
  await whileRefused("read", async () => {
    for (const response of [
      await user.api.groups.$get({ query: {} }),
      await user.api.auth.session.$get(),
      await user.api.characters.$get(),
    ]) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
      const { code, message } = await readError(response);
      expect(code).toBe("unavailable");
      expect(message).toContain("00:00 UTC");
    }
  });
});

test("an outdated sheet is shown, and EVE is not called while the answer could not be stored", async () => {
  const owner = await linkPilot(muster);
  await owner.refresh();
  const stranger = await newEden.createPilot();
  const viewer = await buildUser(muster);
  const look = (id: number) => viewer.api.characters[":id"].$get({ param: { id: String(id) } });
  expect((await look(stranger.id)).status).toBe(200);
  const unread = await linkPilot(muster);
  await muster.later(2 * DAY, async () => {
    await newEden.clearRequests();
    await whileRefused("write", async () => {
      expect((await look(stranger.id)).status).toBe(200);
      expect((await look(unread.pilot.id)).status).toBe(200);
      const param = { id: String(owner.pilot.id) };
      expect((await owner.api.characters[":id"].refresh.$post({ param })).status).toBe(503);
      expect((await owner.detail()).private?.wallet).not.toBeNull();
    });
    expect(await newEden.requests()).toEqual([]);
  });
});

test("an access token is not refreshed while the new one could not be stored, and nothing is revoked", async () => {
  const { id, tokenRow } = await expiredPilot();
  const before = await tokenRow();
  await newEden.clearRequests();
  await whileRefused("write", () =>
    expect(getAccessToken(muster.context, id)).rejects.toBeInstanceOf(QuotaExceeded),
  );
  expect(await newEden.requests({ path: /token$/ })).toEqual([]);
  expect(await tokenRow()).toEqual(before);
  expect((await getAccessToken(muster.context, id)).state).toBe("ok");
});

test("a refresh token that EVE has replaced when the limit is reached waits in the queue, encrypted", async () => {
  const { id, tokenRow } = await expiredPilot();
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  // D1 accepts the lease and refuses the answer of EVE.
  refusing.refuseAfter(1);
  await expect(getAccessToken(muster.context, id)).rejects.toBeInstanceOf(QuotaExceeded);
  const [waiting] = muster.queue.waiting;
  expect(waiting?.body.kind).toBe("deferred-write");
  expect(JSON.stringify(waiting?.body)).not.toMatch(/eyJ[\w-]+\.eyJ/);
  // A message that arrives too early waits again, without counting an attempt.
  refusing.refuse("write");
  muster.queue.waiting.splice(0);
  const early = await deliver(waiting?.body);
  expect(early).toMatchObject({ isAcknowledged: true, isRetried: false });
  expect(muster.queue.waiting).toHaveLength(1);
  refusing.refuse(undefined);
  log.mockRestore();

  expect(await deliver(muster.queue.waiting[0]?.body)).toMatchObject({ isAcknowledged: true });
  expect((await tokenRow())?.state).toBe("ok");
  await db
    .update(eveTokens)
    .set({ accessExpiresAt: new Date(0) })
    .where(eq(eveTokens.characterId, id));
  expect((await getAccessToken(muster.context, id)).state).toBe("ok");
});

test("a refresh token that Discord has replaced waits in the queue too, and the link stays authorized", async () => {
  const user = await buildUser(muster);
  await linkDiscord(muster, user, await newEden.discord.createUser());
  const readDiscord = async () => (await (await user.api.auth.session.$get()).json()).user?.discord;
  await muster.later(DAY + 1, async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    // D1 accepts the lease of the check and refuses the answer of Discord.
    refusing.refuseAfter(1);
    await readDiscord();
    refusing.refuse(undefined);
    log.mockRestore();
    expect(await deliver(muster.queue.waiting[0]?.body)).toMatchObject({ isAcknowledged: true });
  });
  await muster.later(2 * DAY, async () => {
    await readDiscord();
    expect(await readDiscord()).toMatchObject({ isAuthorized: true });
  });
});

test("crons and queues keep their work while D1 refuses writes, and count no failure", async () => {
  const started = (await db.select().from(jobRuns)).length;
  await whileRefused("write", async () => {
    await worker.scheduled(cronEvent("hourly"), muster.env);
    await worker.scheduled(cronEvent("quarter-hourly"), muster.env);
    for (const { body } of muster.queue.takeJobs()) {
      expect(await deliver(body)).toMatchObject({ isAcknowledged: true, isRetried: false });
    }
    const fetch = { kind: "fetch", runId: "some-run" };
    expect(await deliver(fetch)).toMatchObject({ isAcknowledged: true, isRetried: false });
    expect(muster.queue.waiting.map(({ body }) => body)).toEqual([fetch]);
    const dueAt = muster.queue.waiting[0]?.dueAt ?? 0;
    // A message can be delayed by twelve hours at most.
    expect(dueAt).toBeGreaterThanOrEqual(
      Math.min(nextMidnight().getTime(), Date.now() + DAY * 499),
    );
    expect(dueAt).toBeLessThanOrEqual(Date.now() + (DAY / 2) * 1000);

    const { retriedAll } = await deliver({ kind: "from-another-version" }, "muster-fetch-dead");
    expect(retriedAll).toHaveLength(1);
  });
  expect(await db.select().from(jobRuns)).toHaveLength(started);
  expect(await db.select().from(deadLetters)).toEqual([]);
});

test.each(["read", "write"] as const)(
  "while D1 refuses to %s, the cron of every minute logs that it is postponed, and no error",
  async (rows) => {
    const [logged, failed] = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
    refusing.refuse(rows);
    await worker.scheduled(cronEvent("* * * * *"), muster.env);
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
    const errors = failed.mock.calls.length;
    logged.mockRestore();
    failed.mockRestore();
    expect({ lines, errors }).toMatchObject({
      lines: [{ level: "info", event: "cron", cron: "* * * * *", outcome: "postponed" }],
      errors: 0,
    });
  },
);
