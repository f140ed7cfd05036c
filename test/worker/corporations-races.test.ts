import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { MAX_DIRECTORS } from "#shared/corporations/corporations.ts";
import {
  authorizeAgain,
  buildManaged,
  fillDirectors,
  linkMember,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import { checkSlice } from "#worker/corporations/directors/health-checks.ts";
import { updateHealth } from "#worker/corporations/directors/store.ts";
import { run } from "#worker/db/batch.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { directors } from "#worker/db/schema/corporations.ts";

const world = await startAdministered();
const { muster } = world;

/** Builds a corporation with two directors and sends two requests at once, in either order. */
async function inBothOrders(
  build: (corporation: Managed) => Promise<(() => Promise<Response>)[]>,
  check: (corporation: Managed, statuses: number[]) => Promise<void>,
) {
  for (const isReversed of [false, true]) {
    const corporation = await buildManaged(world, { directors: 2 });
    const requests = await build(corporation);
    const responses = await Promise.all(
      (isReversed ? requests.toReversed() : requests).map((send) => send()),
    );
    await check(
      corporation,
      responses.map(({ status }) => status),
    );
  }
}

const first = (corporation: Managed) => corporation.pilots[0]?.pilot.id ?? 0;
const second = (corporation: Managed) => corporation.pilots[1]?.pilot.id ?? 0;

const put = ({ api, param }: Managed, json: Parameters<Managed["api"]["$put"]>[0]["json"]) =>
  api.$put({ param, json });

async function remove(corporation: Managed, characterId: number) {
  const { api, param } = corporation;
  const found = (await corporation.directors()).find((one) => one.characterId === characterId);
  const directorId = found?.directorId ?? "";
  return () => api.directors[":directorId"].$delete({ param: { ...param, directorId } });
}

const eventsOf = async ({ api, param }: Managed) =>
  (await (await api.activity.$get({ param, query: {} })).json()).items.map(
    ({ kind, character }) => [kind, character?.characterId],
  );

test("a change of the status and a reassignment at the same time both apply", async () => {
  await inBothOrders(
    async (corporation) => [
      () => put(corporation, { assignedCharacterId: second(corporation) }),
      () => put(corporation, { isActive: false }),
    ],
    async (corporation, statuses) => {
      expect(statuses).toEqual([200, 200]);
      expect(await corporation.read()).toMatchObject({
        isActive: false,
        assignedCharacterId: second(corporation),
      });
    },
  );
});

test("of two reassignments at the same time one is refused, and the log has the other", async () => {
  await inBothOrders(
    async (corporation) => [
      () => put(corporation, { assignedCharacterId: second(corporation) }),
      () => put(corporation, { assignedCharacterId: null }),
    ],
    async (corporation, statuses) => {
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
      const kinds = (await eventsOf(corporation)).map(([kind]) => kind);
      expect(kinds.filter((kind) => kind === "corporation_updated")).toHaveLength(1);
    },
  );
});

test("a change of the status does not bring back a director who is removed at the same time", async () => {
  await inBothOrders(
    async (corporation) => [
      await remove(corporation, first(corporation)),
      () => put(corporation, { isActive: false }),
    ],
    async (corporation) => {
      const assignedCharacterId = second(corporation);
      expect(await corporation.directors()).toMatchObject([{ characterId: assignedCharacterId }]);
      expect(await corporation.read()).toMatchObject({ isActive: false, assignedCharacterId });
    },
  );
});

test("a director who is assigned and removed at the same time leaves another director assigned", async () => {
  await inBothOrders(
    async (corporation) => [
      () => put(corporation, { assignedCharacterId: second(corporation) }),
      await remove(corporation, second(corporation)),
    ],
    async (corporation) => {
      const assignedCharacterId = first(corporation);
      expect(await corporation.directors()).toMatchObject([{ characterId: assignedCharacterId }]);
      expect(await corporation.read()).toMatchObject({ assignedCharacterId });
    },
  );
});

test("assigning a character who is not a director adds the director and records it", async () => {
  const corporation = await buildManaged(world);
  const { pilot } = await linkMember(muster, corporation.id);
  const response = await put(corporation, { assignedCharacterId: pilot.id });
  expect(await response.json()).toMatchObject({
    assignedCharacterId: pilot.id,
    directorCount: 2,
  });
  expect((await eventsOf(corporation)).slice(0, 2)).toEqual([
    ["director_added", pilot.id],
    ["corporation_updated", undefined],
  ]);
});

test("assigning a character does not exceed the number of directors of a corporation", async () => {
  const corporation = await buildManaged(world);
  await fillDirectors(muster, corporation.id, MAX_DIRECTORS - 1);
  const { pilot } = await linkMember(muster, corporation.id);
  await expectRefusal(
    put(corporation, { assignedCharacterId: pilot.id }),
    409,
    "A corporation has at most 50 directors.",
  );
  expect(await corporation.read()).toMatchObject({
    assignedCharacterId: first(corporation),
    directorCount: MAX_DIRECTORS,
  });
});

test.each([0, 1, 2, 3, 4, 5])(
  "a player who signs in again before call %i of a check that began earlier is a healthy director",
  async (at) => {
    const corporation = await buildManaged(world);
    const [director] = await corporation.directors();
    if (director === undefined) throw new Error("There is a director.");
    const { directorId, characterId } = director;
    await muster.context.db
      .update(eveTokens)
      .set({ state: "revoked" })
      .where(eq(eveTokens.characterId, characterId));
    const older = interleave(muster.env, at, async () => {
      await authorizeAgain(muster, characterId);
      const param = { ...corporation.param, directorId };
      expect((await corporation.api.directors[":directorId"].verify.$post({ param })).status).toBe(
        200,
      );
    });
    const context = { ...muster.context, db: openTestDatabase(older.env.DB) };
    await checkSlice(context, { round: Date.now(), corporationId: corporation.id });
    await older.finish();
    expect(await corporation.directors()).toMatchObject([{ isHealthy: true, problem: null }]);
  },
);

test("of two checks at once that find a director unhealthy, one records it", async () => {
  const corporation = await buildManaged(world);
  const { api, param } = corporation;
  const { directorId, characterId } = await corporation.director();
  const { db } = muster.context;
  await db
    .update(eveTokens)
    .set({ state: "revoked" })
    .where(eq(eveTokens.characterId, characterId));
  const verify = () =>
    api.directors[":directorId"].verify.$post({ param: { ...param, directorId } });
  await Promise.all([verify(), verify()]);
  const events = await eventsOf(corporation);
  expect(events.filter(([kind]) => kind === "director_unhealthy")).toHaveLength(1);
});

test("a run that read a director before a check found it unhealthy does not make it healthy", async () => {
  const corporation = await buildManaged(world);
  const { db } = muster.context;
  const [director] = await corporation.directors();
  const id = director?.directorId ?? "";
  await db
    .update(directors)
    .set({ isHealthy: false, failureCount: 1, problem: "token_revoked" })
    .where(eq(directors.id, id));
  const asRead = { id, isHealthy: true };
  await run(db, updateHealth({ ...asRead, failureCount: 0 }, { problem: null }));
  expect(await corporation.directors()).toMatchObject([
    { isHealthy: false, problem: "token_revoked" },
  ]);
  const failed = { problem: "missing_role", failedAt: Date.now() } as const;
  await run(db, updateHealth({ ...asRead, failureCount: 1 }, failed));
  expect(await corporation.directors()).toMatchObject([{ isHealthy: false }]);
});
