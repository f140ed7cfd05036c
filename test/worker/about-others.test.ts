import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import * as answers from "#shared/applications/api-answers.ts";
import type { Cause } from "#shared/requirements/cause.ts";
import { DAY_MS } from "#shared/time.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { leavesOf } from "#test/support/fuzz/arbitrary-of-schema.ts";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildToken, buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { checkedAt, evidenceWriter } from "#test/support/requirements/evidence-writer.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { DECLARATIONS } from "#worker/app/app.ts";
import { eveTokens, users } from "#worker/db/schema/accounts.ts";
import { community } from "#worker/db/schema/installation.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { ABOUT_OTHERS } from "#worker/ground/precision.ts";
import type { FactAboutOthers, Viewer } from "#worker/ground/precision.ts";
import { ROWS, ruleOf, TOLD } from "./about-others-table.ts";
import type { Told } from "./about-others-table.ts";
import { ROLES } from "./access-row.ts";
import type { Role } from "./access-row.ts";
import { ACCESS } from "./access-table.ts";

const HOUR_MS = 60 * 60 * 1000;
/** On no full hour. */
const ODD = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 5 * HOUR_MS + 1_234_567;

const muster = await startMuster();
const { db } = muster.context;
const { affiliate, setSection, setChecks } = evidenceWriter(muster, 98_000_001);
const administrator = await buildUser(muster, {
  name: "Aurelia Voss",
  characterId: AURELIA_VOSS_ID,
});
const { prepareCall } = await openScenes(muster, administrator, { sharesUnchanged: true });
type Call = Awaited<ReturnType<typeof prepareCall>>;

const VIEWERS: Record<Role, Viewer> = {
  anonymous: "guest",
  stranger: "user",
  member: "user",
  "group admin": "groupAdmin",
  owner: "owner",
  "system administrator": "administrator",
};

test("every route whose answer could name people says what it tells about them", () => {
  expect([...DECLARATIONS.keys()].filter((route) => TOLD[route] === undefined)).toEqual([]);
});

test("a row of the table has a route, and says something else than the rule", () => {
  const needless = Object.entries(ROWS).filter(([route, told]) => {
    const declared = DECLARATIONS.get(route);
    return declared === undefined || ruleOf(route, declared.who) === told;
  });
  expect(needless).toEqual([]);
});

/** The groups of the scenes of which much is told. Reads share some. */
const toldOf = new Set<string>();

/** Everything that may be told about the others of a scene, at odd times. */
async function tellMuch({ ids, others }: Call) {
  if (toldOf.has(ids.group)) return;
  toldOf.add(ids.group);
  const at = new Date(ODD);
  const cause: Cause = {
    outcome: "unmet",
    isNegated: false,
    condition: { type: "total_sp", minimum: 9_000_000 },
    which: "main",
    character: null,
    reading: { fact: { type: "number", value: 5 }, unknown: null, asOf: at.toISOString() },
    names: { eve: {}, groups: {}, titles: {}, servers: {}, skills: {}, facts: {} },
  };
  const read = checkedAt(ODD);
  for (const { userId, mainCharacterId } of others) {
    if (userId === administrator.userId) continue;
    await affiliate(mainCharacterId, 99_000_001);
    await setSection(mainCharacterId, "info", { birthday: "2010-01-01T00:00:00Z" });
    await setSection(mainCharacterId, "skills", { total_sp: 5 });
    await setChecks(mainCharacterId, { info: read, skills: read, corporationHistory: read });
    await buildToken(muster, mainCharacterId);
  }
  const userIds = others.map(({ userId }) => userId);
  await db.update(users).set({ lastSeenAt: at }).where(inArray(users.id, userIds));
  const characterIds = others.map(({ mainCharacterId }) => mainCharacterId);
  await db
    .update(eveTokens)
    .set({ state: "revoked", stateSince: at })
    .where(inArray(eveTokens.characterId, characterIds));
  await db.insert(membershipProblems).values({
    groupId: ids.group,
    userId: ids.otherMember,
    outcome: "unmet",
    since: at,
    graceEndsAt: new Date(ODD + 9 * DAY_MS),
    graceStartedAt: at,
    causes: [cause],
    checkedAt: at,
  });
}

const namesOthers = (text: string, { others }: Call) =>
  others.some(({ userId, mainCharacterId, mainCharacterName }) =>
    [userId, `${mainCharacterId}`, mainCharacterName].some((name) => text.includes(name)),
  );

/** The dates and numbers of an answer, with their paths; ids and numbers of versions tell nothing. */
function leavesIn(value: unknown, path = ""): [path: string, value: string | number][] {
  if (Array.isArray(value)) return value.flatMap((one) => leavesIn(one, `${path}[]`));
  if (value !== null && typeof value === "object") {
    return Object.entries(value).flatMap(([name, one]) =>
      leavesIn(one, path === "" ? name : `${path}.${name}`),
    );
  }
  if (/(^|\.)(id|\w+Id|\w+Ids\[\]|version|px128x128)$/.test(path)) return [];
  const isDate = typeof value === "string" && /^\d{4}-\d\d-\d\d(T|$)/.test(value);
  return isDate || typeof value === "number" ? [[path, value]] : [];
}

function factAt(told: Exclude<Told, string>, path: string) {
  const found = Object.entries(told).find(([pattern]) =>
    new RegExp(
      `^${pattern
        .replaceAll(/[.[\]]/g, String.raw`\$&`)
        .replaceAll(/\*\*|\*/g, (stars) => (stars === "**" ? ".*" : String.raw`[^.[\]]+`))}$`,
    ).test(path),
  );
  return found?.[1];
}

/** Why the viewer is told too much; undefined if not. */
function excessOf(
  fact: FactAboutOthers,
  viewer: Viewer,
  value: string | number,
): string | undefined {
  const precision = ABOUT_OTHERS[fact][viewer];
  const isDate = typeof value === "string";
  const step = { hour: HOUR_MS, day: DAY_MS, exact: 1 };
  const isTold =
    precision === "exact" ||
    (precision === "count" && !isDate) ||
    ((precision === "hour" || precision === "day") &&
      isDate &&
      Date.parse(value) % step[precision] === 0);
  return isTold ? undefined : `${fact} is told as ${value}, and may be told as ${precision}`;
}

async function walk(route: string, role: Role, viewer: Viewer) {
  const [row, told] = [ACCESS[route], TOLD[route]];
  if (row === undefined || told === undefined) throw new Error(`${route} is in no table.`);
  const call = await prepareCall(route, row, role, "public");
  if (typeof told !== "string") await tellMuch(call);
  const response = await muster.send(call.path, call.init);
  if (!response.ok) return { isAnswered: false, problems: [] };
  const text = await response.text();
  const isNaming = namesOthers(text, call);
  if (told === "administrators") {
    return { isAnswered: true, problems: viewer === "administrator" ? [] : ["is answered"] };
  }
  if (typeof told === "string") {
    return { isAnswered: true, problems: isNaming ? ["another user is named"] : [] };
  }
  if (!isNaming) return { isAnswered: false, problems: [] };
  const problems = leavesIn(JSON.parse(text)).flatMap(([path, value]) => {
    const fact = factAt(told, path);
    if (fact === undefined) return [`${path} is not in the table`];
    const excess = fact === "no person" ? undefined : excessOf(fact, viewer, value);
    return excess === undefined ? [] : [`${path}: ${excess}`];
  });
  return { isAnswered: true, problems: [...new Set(problems)] };
}

/** The answers that name others in the scene, by their viewers: without them, the walk would show nothing. */
const seen = new Map<string, Set<Viewer>>();

/** Drafts first: they look at a part of the users, and each scene adds some. */
const ROUTES = Object.keys(TOLD).toSorted(
  (a, b) => Number(b.includes("/requirements/")) - Number(a.includes("/requirements/")),
);

for (const route of ROUTES) {
  test(`${route} tells each viewer no more about others than the table says`, async () => {
    for (const role of ROLES) {
      const viewer = VIEWERS[role];
      const { isAnswered, problems } = await walk(route, role, viewer);
      expect({ role, problems }).toEqual({ role, problems: [] });
      if (isAnswered) seen.set(route, (seen.get(route) ?? new Set<Viewer>()).add(viewer));
    }
  });
}

test.each<[string, Viewer]>([
  ["GET /api/characters/:id", "user"],
  ["GET /api/groups/:id/members", "user"],
  ["GET /api/groups/:id/members", "groupAdmin"],
  ["GET /api/groups/:id/join-requests", "groupAdmin"],
  ["GET /api/groups/:id/review", "owner"],
  ["GET /api/groups/:id/who-can", "owner"],
  ["POST /api/groups/:id/requirements/preview", "owner"],
  ["GET /api/admin/pilots/:id", "administrator"],
])("the walk has seen %s name others to a viewer: %s", (route, viewer) => {
  expect(seen.get(route)?.has(viewer)).toBe(true);
});

// ── Programs ──────────────────────────────────────────────────────────────────────────────────

/** What the answers to programs tell, by their schemas. */
const TO_PROGRAMS: Record<string, FactAboutOthers | "no person"> = {
  "pilotSchema groups[].joinedAt": "joined",
  "pilotGroupsSchema items[].joinedAt": "joined",
  "apiPilotsSchema items[].groups[].joinedAt": "joined",
  "apiLookupSchema items[].pilot.groups[].joinedAt": "joined",
  "membersSchema items[].joinedAt": "joined",
  "groupsSchema items[].memberCount": "no person",
  "apiRosterSchema items[].joinedAt": "inGame",
  "apiRosterSchema items[].lastOnlineAt": "inGame",
  "apiFactsSchema items[].maxAgeHours": "no person",
  "apiFactsSchema items[].asOf": "no person",
  "apiFactsSchema items[].writtenAt": "no person",
  // As the program has sent it.
  "changedMembersSchema items[].pilot": "no person",
  "writtenFactsSchema items[].pilot": "no person",
  "tokenInfoSchema expiresAt": "no person",
  "problemSchema status": "no person",
  "apiOperationSchema cancelledAt": "no person",
  "apiOperationSchema endsAt": "no person",
  "apiOperationSchema startsAt": "no person",
  "apiOperationSchema version": "no person",
  "apiOperationsSchema items[].cancelledAt": "no person",
  "apiOperationsSchema items[].endsAt": "no person",
  "apiOperationsSchema items[].startsAt": "no person",
  "apiOperationsSchema items[].version": "no person",
};

test("programs are told no date and no number about people that the table does not have", () => {
  const told = Object.entries(answers)
    .filter(([name]) => name.endsWith("Schema"))
    .flatMap(([name, schema]) => leavesOf(schema).map((path) => `${name} ${path}`));
  expect(told.toSorted()).toEqual(Object.keys(TO_PROGRAMS).toSorted());
  const tooMuch = Object.values(TO_PROGRAMS).filter(
    (fact) => fact !== "no person" && ABOUT_OTHERS[fact].application !== "exact",
  );
  expect(tooMuch).toEqual([]);
});

// ── Guests ────────────────────────────────────────────────────────────────────────────────────

test("from here on, the administrator is the only member of the community", async () => {
  const { id } = await buildGroup(muster, { owner: administrator });
  await db.update(community).set({ memberGroupId: id });
  const { user } = await (await (await buildUser(muster)).api.auth.session.$get()).json();
  expect(user?.guest).toBeDefined();
});

const TELLING = Object.entries(TOLD).flatMap(([route, told]) =>
  typeof told === "string" ? [] : [route],
);

test.each(TELLING)(
  "%s tells a guest who owns the group no more than the table says",
  async (route) => {
    for (const role of ["group admin", "owner"] as const) {
      const { problems } = await walk(route, role, "guest");
      expect({ role, problems }).toEqual({ role, problems: [] });
    }
  },
);
