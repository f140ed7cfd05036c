import { expect, test } from "vitest";
import {
  authorizeAgain,
  buildManaged,
  linkMember,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";

const world = await startAdministered();
const { muster } = world;

const add = ({ api, param }: Managed, characterId: number, more: { priority?: unknown } = {}) =>
  api.directors.$post({
    param,
    json: { characterId, characterName: "Typed Name", ...more },
  });

const verify = ({ api, param }: Managed, directorId: string) =>
  api.directors[":directorId"].verify.$post({ param: { ...param, directorId } });

const setPriority = ({ api, param }: Managed, directorId: string, priority: number) =>
  api.directors[":directorId"].$put({ param: { ...param, directorId }, json: { priority } });

const remove = ({ api, param }: Managed, directorId: string) =>
  api.directors[":directorId"].$delete({ param: { ...param, directorId } });

test("a new director is checked at once and ready to be used", async () => {
  const corporation = await buildManaged(world, { directors: 0 });
  const { pilot } = await linkMember(muster, corporation.id);
  const response = await add(corporation, pilot.id);
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({
    characterId: pilot.id,
    characterName: pilot.name,
    priority: 100,
    isHealthy: false,
    lastHealthCheck: null,
    isAssigned: true,
  });
  const [director] = await corporation.directors();
  expect(director).toMatchObject({
    isHealthy: true,
    failureCount: 0,
    problem: null,
    lastUsed: null,
  });
  expect(director?.lastHealthCheck).not.toBeNull();
  expect(await corporation.read()).toMatchObject({ directorCount: 1, healthyDirectorCount: 1 });
});

test("a priority is a whole number, and 100 if none was given", async () => {
  const corporation = await buildManaged(world);
  for (const [given, priority] of [
    [7, 7],
    ["12", 12],
    ["", 100],
    ["first", 100],
    [null, 100],
    [undefined, 100],
    [-5, -5],
  ]) {
    const { pilot } = await linkMember(muster, corporation.id);
    const added = await (await add(corporation, pilot.id, { priority: given })).json();
    expect([given, added.priority]).toEqual([given, priority]);
  }
  const { directorId } = await corporation.director();
  await expectRefusal(
    setPriority(corporation, directorId, 1.5),
    400,
    "Priority must be a whole number",
  );
});

test("directors are listed by priority, which can be changed", async () => {
  const corporation = await buildManaged(world, { directors: 3 });
  const [first, second, third] = await corporation.directors();
  if (!first || !second || !third) throw new Error("There are three directors.");
  await setPriority(corporation, third.directorId, 1);
  await setPriority(corporation, first.directorId, 500);
  const listed = await corporation.directors();
  expect(listed.map(({ directorId, priority }) => [directorId, priority])).toEqual([
    [third.directorId, 1],
    [second.directorId, 100],
    [first.directorId, 500],
  ]);
  const { items } = await (
    await corporation.api.activity.$get({ param: corporation.param, query: {} })
  ).json();
  expect(items[0]).toMatchObject({
    kind: "director_updated",
    character: { characterId: first.characterId },
    detail: { changes: { priority: { from: "100", to: "500" } } },
  });
});

test("a character is a director once, also when two requests add it at the same time", async () => {
  const corporation = await buildManaged(world);
  const { pilot } = await linkMember(muster, corporation.id);
  const answers = await Promise.all([add(corporation, pilot.id), add(corporation, pilot.id)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  await expectRefusal(add(corporation, pilot.id), 409, /is already a director/);
  expect(await corporation.directors()).toHaveLength(2);
});

test("when the assigned director is removed, the next in order is assigned, and none after the last", async () => {
  const corporation = await buildManaged(world, { directors: 2 });
  const [first, second] = await corporation.directors();
  if (!first || !second) throw new Error("There are two directors.");
  expect(await corporation.read()).toMatchObject({ assignedCharacterId: first.characterId });
  expect((await remove(corporation, first.directorId)).status).toBe(204);
  expect(await corporation.read()).toMatchObject({ assignedCharacterId: second.characterId });
  await remove(corporation, second.directorId);
  expect(await corporation.read()).toMatchObject({ assignedCharacterId: null, directorCount: 0 });
  await expectRefusal(remove(corporation, second.directorId), 404);
});

test("removing another director leaves the assigned one assigned", async () => {
  const corporation = await buildManaged(world, { directors: 2 });
  const [first, second] = await corporation.directors();
  await remove(corporation, second?.directorId ?? "");
  expect(await corporation.read()).toMatchObject({ assignedCharacterId: first?.characterId });
});

// ── Verification ─────────────────────────────────────────────────────────────────────────────────

test("a verification names the roles that a director with only Accountant lacks", async () => {
  const corporation = await buildManaged(world, { directors: 0 });
  const { pilot } = await linkMember(muster, corporation.id, { roles: ["Accountant"] });
  await add(corporation, pilot.id);
  const lacking = {
    hasAccess: false,
    verifiedRoles: ["Accountant"],
    missingRoles: ["Director", "Station_Manager"],
  };
  const { api, param } = corporation;
  const text = `${pilot.name} lacks in-game roles: Director, Station Manager.`;
  expect(await (await api.verify.$post({ param })).json()).toEqual({
    ...lacking,
    problems: [{ characterId: pilot.id, characterName: pilot.name, problem: "missing_role", text }],
  });
  const [director] = await corporation.directors();
  expect(director).toMatchObject({
    health: "unhealthy",
    isHealthy: false,
    problem: "missing_role",
    roles: ["Accountant"],
    problemText: text,
  });
  expect(await (await verify(corporation, director?.directorId ?? "")).json()).toMatchObject(
    lacking,
  );
  const shown = await corporation.read();
  expect(shown).toMatchObject({ isVerified: false, lastVerified: null });
  expect(shown.verificationFailedAt).not.toBeNull();
});

test("a failed verification keeps the time of the last one that succeeded", async () => {
  const corporation = await buildManaged(world);
  const { api, param, newEden } = corporation;
  await api.verify.$post({ param });
  const { lastVerified } = await corporation.read();
  const [director] = await corporation.directors();
  await newEden.leaveCorporation(director?.characterId ?? 0);
  expect(await (await api.verify.$post({ param })).json()).toMatchObject({
    hasAccess: false,
    problems: [
      { problem: "not_in_corporation", text: expect.stringContaining("no longer in this") },
    ],
  });
  expect(await corporation.directors()).toMatchObject([{ health: "unhealthy", failureCount: 1 }]);
  const failed = await corporation.read();
  expect(failed).toMatchObject({ isVerified: false, lastVerified, healthyDirectorCount: 0 });
  expect(failed.verificationFailedAt).not.toBeNull();
});

test("a corporation is verified when its directors together have every role", async () => {
  const corporation = await buildManaged(world, { directors: 1 });
  const { pilot } = await linkMember(muster, corporation.id, { roles: ["Trader"] });
  await add(corporation, pilot.id);
  const { api, param } = corporation;
  expect(await (await api.verify.$post({ param })).json()).toEqual({
    hasAccess: true,
    verifiedRoles: ["Director", "Accountant", "Station_Manager", "Trader"],
    missingRoles: [],
    problems: [
      {
        characterId: pilot.id,
        characterName: pilot.name,
        problem: "missing_role",
        text: expect.stringContaining("lacks in-game roles"),
      },
    ],
  });
  expect(await corporation.read()).toMatchObject({ isVerified: true });
});

test("a corporation without directors cannot be verified", async () => {
  const corporation = await buildManaged(world, { directors: 0 });
  const { api, param } = corporation;
  await expectRefusal(api.verify.$post({ param }), 409, /No director is assigned/);
});

test.each([
  ["was revoked", { problem: "token_revoked", tokenState: "revoked" }],
  ["does not cover director access", { problem: "missing_scope", tokenState: "ok" }],
])(
  "a director whose authorization %s cannot be used until it is granted again",
  async (_, expected) => {
    const corporation = await buildManaged(world, { directors: 0 });
    const { pilot, newEden } = await linkMember(muster, corporation.id);
    if (expected.problem === "token_revoked") {
      await authorizeAgain(muster, pilot.id);
      await newEden.revoke(pilot.id);
      await muster.env.DB.prepare(
        "update eve_tokens set access_expires_at = 0 where character_id = ?",
      )
        .bind(pilot.id)
        .run();
    } else {
      await authorizeAgain(muster, pilot.id, CHARACTER_SCOPES);
    }
    await add(corporation, pilot.id);
    const [director] = await corporation.directors();
    expect(director).toMatchObject({ isHealthy: false, ...expected });
    expect(director?.problemText).toContain(pilot.name);
    expect(director?.missingScopes.length === 0).toBe(expected.problem === "token_revoked");
    const { api, param } = corporation;
    expect(await (await api.verify.$post({ param })).json()).toMatchObject({
      hasAccess: false,
      verifiedRoles: [],
    });

    await authorizeAgain(muster, pilot.id);
    const again = await (await verify(corporation, director?.directorId ?? "")).json();
    expect(again).toMatchObject({
      hasAccess: true,
      director: { isHealthy: true, failureCount: 0, problem: null, missingScopes: [] },
    });
  },
);
