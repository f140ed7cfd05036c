import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import type { CharacterRequirement, Requirement } from "#shared/requirements/tree.ts";
import { authorizeAgain, buildManaged } from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import type { FaultKind } from "#test/new-eden/faults.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { readEvidence } from "#test/support/requirements/read-evidence.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import { share } from "#test/support/workerd/share.ts";
import { refreshAllAffiliations } from "#worker/characters/refresh/affiliations.ts";
import { refreshNextEvidence } from "#worker/characters/evidence-job.ts";
import { evaluationMarks } from "#worker/db/schema/requirements.ts";
import { COMPATIBILITY_DATE } from "#worker/esi/client.ts";
import { CHARACTER_SCOPES, DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";
import { evaluate } from "#worker/requirements/evaluation/evaluate.ts";
import type { CharacterPart, Trace } from "#worker/requirements/evaluation/evaluate.ts";

const MINUTE = 60;
const ROLE = "Trader";
const TITLE = 1;
const EVIDENCE = ["esi-characters.read_corporation_roles.v1", "esi-characters.read_titles.v1"];
const SCOPES = [...CHARACTER_SCOPES, ...EVIDENCE];
const WITH_RULES = [...SCOPES, ...Object.values(DIRECTOR_FEATURES).flat()];
/** ESI's caches expire when they do. */
const KEEPING = { keepsAnswers: true };

const { drive, muster, world } = await startDriven();
const { newEden } = drive;
const group = await buildGroup(muster, { owner: world.admin });
const other = await buildGroup(muster, { owner: world.admin });

type Linked = Awaited<ReturnType<typeof linkPilot>>;

/** Another program asks ESI with the token of a pilot: until the cache expires, Muster is told the same. */
async function otherProgramReads(id: number, path: string): Promise<Response> {
  // Another set of scopes would end Muster's grant.
  const isDirector = path.startsWith("/corporations/");
  const { accessToken } = await newEden.grant(id, isDirector ? WITH_RULES : SCOPES, KEEPING);
  const response = await fetch(`${muster.newEdenBase}/esi${path}`, {
    headers: {
      Authorization: `Bearer ${accessToken}`,
      "User-Agent": "another-program/1.0 (pilot@example.com)",
      "X-Compatibility-Date": COMPATIBILITY_DATE,
    },
  });
  await response.text();
  return response;
}

const meets = (...of: CharacterRequirement[]): Requirement => ({
  type: "characters",
  which: "any",
  meet: { type: "all", of },
});
const isIn = (corporationId: number): CharacterRequirement => ({
  type: "corporation",
  corporationIds: [corporationId],
});
const HAS_ROLE: CharacterRequirement = { type: "roles", roles: [ROLE] };
const hasTitle = (corporationId: number): CharacterRequirement => ({
  type: "titles",
  corporationId,
  titleIds: [TITLE],
});
const hasStanding = (ownerId: number): CharacterRequirement => ({
  type: "standing",
  minimum: 5,
  of: "corporation",
  ownerId,
});
const not = (of: CharacterRequirement): CharacterRequirement => ({ type: "not", of });

async function traceOf({ user }: Linked, tree: Requirement): Promise<Trace> {
  const [evidence] = await readEvidence(muster, [user.userId], tree);
  if (evidence === undefined) throw new Error("The user has evidence.");
  return evaluate(tree, evidence, Date.now());
}
const outcomeOf = async (linked: Linked, tree: Requirement) =>
  (await traceOf(linked, tree)).outcome;

/** Two managed corporations, and a pilot of the first. The rules need roles and titles. */
async function build({ directors = 1 } = {}) {
  const corporations: [Managed, Managed] = [
    await buildManaged(world, { directors }),
    await buildManaged(world, { directors }),
  ];
  for (const { pilots } of corporations) {
    for (const { pilot } of pilots) await authorizeAgain(muster, pilot.id, WITH_RULES);
  }
  await setRule(muster, group.id, meets(HAS_ROLE));
  await setRule(muster, other.id, {
    type: "any",
    of: corporations.map(({ id }) => meets(hasTitle(id))),
  });
  return corporations;
}

const link = (corporationId: number, roles: string[] = []) =>
  linkPilot(muster, { corporationId, roles }, { scopes: SCOPES });

/** As often as the plan needs for all sections. */
async function refresh(linked: Linked) {
  while ((await linked.refresh()).hasMore);
}

// ── Cases ─────────────────────────────────────────────────────────────────────────────────────

test("roles that EVE dates before a move are not those of the corporation after it", async () => {
  const [former, present] = await build();
  const linked = await link(former.id, [ROLE]);
  const { pilot } = linked;
  const read = await otherProgramReads(pilot.id, `/characters/${pilot.id}/roles`);
  await otherProgramReads(pilot.id, `/characters/${pilot.id}/titles`);
  await drive.advance(20 * MINUTE);
  await newEden.leaveCorporation(pilot.id, present.id, KEEPING);
  await drive.advance(10 * MINUTE);
  await refresh(linked);
  expect(Date.parse(read.headers.get("Last-Modified") ?? "")).toBeLessThan(
    Date.now() - 29 * 60_000,
  );
  expect(await outcomeOf(linked, meets(isIn(present.id)))).toBe("met");
  const ruled = [HAS_ROLE, not(HAS_ROLE), hasTitle(present.id), not(hasTitle(present.id))];
  for (const one of ruled) {
    expect(await traceOf(linked, meets(isIn(present.id), one))).toMatchObject({
      outcome: "unknown",
    });
  }
  // EVE has made new answers since, and they are of this corporation.
  await drive.advance(61 * MINUTE);
  await refresh(linked);
  await drive.advance(62 * MINUTE);
  while (await refreshNextEvidence(muster.context));
  expect(await outcomeOf(linked, meets(isIn(present.id), HAS_ROLE))).toBe("unmet");
  expect(await outcomeOf(linked, meets(isIn(present.id), not(HAS_ROLE)))).toBe("met");
});

test("a director's list from a cache does not beat a newer reading of the pilot's own roles", async () => {
  const [corporation] = await build();
  const linked = await link(corporation.id, [ROLE]);
  const [director] = corporation.pilots;
  await otherProgramReads(director?.pilot.id ?? 0, `/corporations/${corporation.id}/roles`);
  await drive.advance(10 * MINUTE);
  await newEden.setRoles(linked.pilot.id, [], KEEPING);
  await drive.advance(10 * MINUTE);
  await refresh(linked);
  await drive.advance(10 * MINUTE);
  await corporation.fetch("requirements");
  await drive.drain();
  expect(await outcomeOf(linked, meets(HAS_ROLE))).toBe("unmet");
});

test("a list that does not name a pilot who has left says nothing about the corporation that EVE still tells", async () => {
  const [former, present] = await build();
  const { id } = former;
  const linked = await linkPilot(muster, { corporationId: id, roles: [ROLE] });
  const { pilot } = linked;
  await newEden.setTitles(pilot.id, [TITLE]);
  await refresh(linked);
  await former.fetch("requirements");
  await drive.drain(Date.now() + MINUTE * SECOND);
  await drive.advance(61 * MINUTE);
  await refreshAllAffiliations(muster.context);
  await newEden.leaveCorporation(pilot.id, present.id, KEEPING);
  await former.fetch("requirements");
  await drive.drain(Date.now() + MINUTE * SECOND);
  expect(await outcomeOf(linked, meets(isIn(id)))).toBe("met");
  for (const one of [HAS_ROLE, not(HAS_ROLE), hasTitle(id), not(hasTitle(id))]) {
    expect(await outcomeOf(linked, meets(isIn(id), one))).toBe("unknown");
  }
});

test("a list that names a member with nothing takes roles and titles away at once", async () => {
  const [{ id, fetch }] = await build();
  const linked = await linkPilot(muster, { corporationId: id, roles: [ROLE] });
  await newEden.setTitles(linked.pilot.id, [TITLE]);
  await refresh(linked);
  await fetch("requirements");
  await drive.drain(Date.now() + MINUTE * SECOND);
  expect(await outcomeOf(linked, meets(isIn(id), HAS_ROLE, hasTitle(id)))).toBe("met");
  await drive.advance(61 * MINUTE);
  await newEden.setRoles(linked.pilot.id, []);
  await newEden.setTitles(linked.pilot.id, []);
  await fetch("requirements");
  await drive.drain(Date.now() + MINUTE * SECOND);
  expect(await outcomeOf(linked, meets(isIn(id), HAS_ROLE))).toBe("unmet");
  expect(await outcomeOf(linked, meets(isIn(id), not(HAS_ROLE), not(hasTitle(id))))).toBe("met");
});

test("roles of a stay elsewhere that EVE has not told are not those of the corporation around it", async () => {
  const [present, elsewhere] = await build();
  const linked = await link(present.id);
  const { pilot } = linked;
  await refresh(linked);
  await drive.advance(61 * MINUTE);
  await refreshAllAffiliations(muster.context);
  await newEden.leaveCorporation(pilot.id, elsewhere.id, KEEPING);
  await newEden.setRoles(pilot.id, [ROLE], KEEPING);
  await refresh(linked);
  await drive.advance(10 * MINUTE);
  await newEden.leaveCorporation(pilot.id, present.id, KEEPING);
  await drive.advance(2 * 61 * MINUTE);
  await refreshAllAffiliations(muster.context);
  expect(await outcomeOf(linked, meets(isIn(present.id)))).toBe("met");
  expect(await outcomeOf(linked, meets(isIn(present.id), HAS_ROLE))).toBe("unknown");
});

test("roles of the next corporation are not those of the one that EVE still tells from its cache", async () => {
  const [former, present] = await build();
  const linked = await link(former.id);
  const { pilot } = linked;
  await refresh(linked);
  await drive.advance(61 * MINUTE);
  await refreshAllAffiliations(muster.context);
  await drive.advance(9 * MINUTE);
  await newEden.leaveCorporation(pilot.id, present.id, KEEPING);
  await newEden.setRoles(pilot.id, [ROLE], KEEPING);
  await drive.advance(5 * MINUTE);
  await refresh(linked);
  expect(await outcomeOf(linked, meets(isIn(former.id)))).toBe("met");
  expect(await outcomeOf(linked, meets(isIn(former.id), HAS_ROLE))).toBe("unknown");
  // Read again without anybody asking, when EVE must have another answer.
  await drive.advance(62 * MINUTE);
  while (await refreshNextEvidence(muster.context));
  expect(await outcomeOf(linked, meets(isIn(former.id), HAS_ROLE))).toBe("unmet");
  expect(await outcomeOf(linked, meets(isIn(present.id), HAS_ROLE))).toBe("met");
  const [marked] = await muster.context.db
    .select()
    .from(evaluationMarks)
    .where(eq(evaluationMarks.userId, linked.user.userId));
  expect(marked).toBeDefined();
});

// ── Any order of events ───────────────────────────────────────────────────────────────────────

type State = { corporationId: number; hasRole: boolean; hasTitle: boolean; isContact: boolean };
/** What is true of a pilot, from then on. */
type Moment = State & { at: number };

/** What an answer may lack, so that it says less than EVE knows. */
const INCOMPLETE = [
  "malformed_json",
  "no_pages",
  "bare_not_modified",
  "two_servers",
  "not_found",
] as const satisfies FaultKind[];
const ACTS = [
  "move",
  "role",
  "title",
  "contact",
  "other program: roles",
  "other program: titles",
  "other program: history",
  "other program: list of roles",
  "other program: list of titles",
  "refresh",
  "pass",
  "lists",
  ...INCOMPLETE,
  "answers are whole",
] as const;
type Step = { act: (typeof ACTS)[number]; who: number; minutes: number };
const inTurn = (...acts: [Step["act"], number][]) =>
  fc.constantFrom(0, 1).map((who) => acts.map(([act, minutes]): Step => ({ act, who, minutes })));
/** Single events, and sequences that meet EVE's caches, in any order. */
const steps = fc
  .array(
    fc.oneof(
      fc
        .record({
          act: fc.constantFrom(...ACTS),
          who: fc.constantFrom(0, 1),
          minutes: fc.oneof(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 40, max: 70 })),
        })
        .map((step): Step[] => [step]),
      inTurn(["role", 61], ["other program: roles", 1], ["move", 10], ["refresh", 10]),
      inTurn(["title", 61], ["other program: titles", 1], ["move", 10], ["refresh", 10]),
      inTurn(["pass", 61], ["move", 9], ["role", 1], ["refresh", 4]),
      inTurn(["other program: list of roles", 61], ["role", 10], ["refresh", 10], ["lists", 10]),
      inTurn(["pass", 61], ["lists", 1], ["role", 1], ["move", 9], ["lists", 61], ["pass", 1]),
      inTurn(["pass", 61], ["move", 9], ["role", 1], ["refresh", 4], ["move", 9], ["refresh", 61]),
      inTurn(["contact", 5], ["lists", 61], ["no_pages", 1], ["lists", 61]),
    ),
    { minLength: 6, maxLength: 14 },
  )
  .map((parts) => parts.flat());

const RUNS = share(60, 4);
/** What changes the evidence. */
const READS: ReadonlySet<string> = new Set(["refresh", "pass", "lists"]);

function datesOf(trace: Trace | CharacterPart): number[] {
  switch (trace.type) {
    case "condition":
      return trace.reading.asOf === null ? [] : [Date.parse(trace.reading.asOf)];
    case "characters":
      return trace.characters.flatMap((one) => datesOf(one.trace));
    case "not":
      return datesOf(trace.of);
    default:
      return trace.of.flatMap(datesOf);
  }
}

test("nobody is in who was not entitled at the time of the evidence, and nobody leaves by an answer that is incomplete", async () => {
  const [first, second] = await build();
  const rules = rulesOf(first.id, second.id);
  await buildContacts([first, second]);
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      await newEden.clearFaults();
      await drive.advance(2 * 60 * MINUTE);
      const pilots = [await link(first.id, [ROLE]), await link(second.id)];
      const truths: Moment[][] = pilots.map(({ pilot }, index) => [
        {
          at: 0,
          corporationId: pilot.corporationId,
          hasRole: index === 0,
          hasTitle: false,
          isContact: false,
        },
      ]);
      // Whether EVE has told where the pilot is, and whether the pilot was elsewhere without that.
      const stays = pilots.map(() => ({ isTold: true, wasAway: false }));
      for (const [index, { act, who, minutes }] of given.entries()) {
        await drive.advance(minutes * MINUTE);
        const linked = pilots[who];
        const truth = truths[who];
        const now = truth?.at(-1);
        const stay = stays[who];
        if (linked === undefined || now === undefined || stay === undefined)
          throw new Error("There are two pilots.");
        const { id } = linked.pilot;
        const corporation = now.corporationId === first.id ? first : second;
        const directorId = corporation.pilots[0]?.pilot.id ?? 0;
        const change = (after: Partial<State>) => {
          const moment = { ...now, ...after, at: Date.now() };
          truth?.push(moment);
          return moment;
        };
        switch (act) {
          case "move": {
            // Who was in another corporation unseen, and goes there again, may be taken for a member with the same roles.
            if (stay.wasAway) break;
            // So may who comes back unseen, and had the same in both: the reading elsewhere looks like one from here.
            const before = truth?.findLast((one) => one.corporationId !== now.corporationId);
            const isAlike =
              (now.hasRole && before?.hasRole === true) ||
              (now.hasTitle && before?.hasTitle === true);
            if (!stay.isTold && isAlike) break;
            stay.wasAway = !stay.isTold;
            stay.isTold = false;
            const corporationId = now.corporationId === first.id ? second.id : first.id;
            change({ corporationId, hasRole: false, hasTitle: false });
            await newEden.leaveCorporation(id, corporationId, KEEPING);
            break;
          }
          case "role": {
            const { hasRole } = change({ hasRole: !now.hasRole });
            await newEden.setRoles(id, hasRole ? [ROLE] : [], KEEPING);
            break;
          }
          case "title": {
            const { hasTitle } = change({ hasTitle: !now.hasTitle });
            await newEden.setTitles(id, hasTitle ? [TITLE] : [], KEEPING);
            break;
          }
          case "contact": {
            const { isContact } = change({ isContact: !now.isContact });
            for (const { id: ownerId } of [first, second]) await setContact(ownerId, id, isContact);
            break;
          }
          case "other program: roles":
            await otherProgramReads(id, `/characters/${id}/roles`);
            break;
          case "other program: titles":
            await otherProgramReads(id, `/characters/${id}/titles`);
            break;
          case "other program: history":
            await otherProgramReads(id, `/characters/${id}/corporationhistory`);
            break;
          case "other program: list of roles":
            await otherProgramReads(directorId, `/corporations/${corporation.id}/roles`);
            break;
          case "other program: list of titles":
            await otherProgramReads(directorId, `/corporations/${corporation.id}/members/titles`);
            break;
          case "refresh":
            await refresh(linked);
            break;
          case "pass":
            try {
              await refreshAllAffiliations(muster.context);
            } catch {
              break;
            }
            for (const [one, moments] of truths.entries()) {
              const told = stays[one];
              if (told !== undefined && Date.now() - lastMove(moments) > HOUR) told.isTold = true;
            }
            break;
          case "lists":
            await corporation.fetch("requirements");
            await drive.drain(Date.now() + 60_000);
            break;
          case "malformed_json":
          case "no_pages":
          case "bare_not_modified":
          case "two_servers":
          case "not_found":
            await newEden.addFault({
              times: 4,
              service: "esi",
              kind: act,
              path: "roles|titles|affiliation|history|contacts",
            });
            break;
          case "answers are whole":
            await newEden.clearFaults();
        }
        if (!READS.has(act)) continue;
        const evidence = await readEvidence(
          muster,
          pilots.map(({ user }) => user.userId),
          ...rules.map(({ tree }) => tree),
        );
        for (const [which, one] of pilots.entries()) {
          const own = evidence.find(({ userId }) => userId === one.user.userId);
          if (own === undefined) throw new Error("The user has evidence.");
          for (const rule of rules) {
            const trace = evaluate(rule.tree, own, Date.now());
            if (trace.outcome === "unknown") continue;
            const from = Math.min(...datesOf(trace)) - SECOND;
            const states = statesSince(truths[which] ?? [], from);
            expect(
              rule[trace.outcome](states) ||
                `after step ${index} (${act}), ${rule.name} is ${trace.outcome} for pilot ${which}`,
            ).toBe(true);
          }
        }
      }
    }),
    { numRuns: RUNS, seed: inject("seed") },
  );
});

const SECOND = 1000;
const HOUR = 61 * MINUTE * SECOND;

/** When the pilot came to the present corporation. */
function lastMove(truth: readonly Moment[]): number {
  const present = truth.at(-1)?.corporationId;
  const before = truth.findLastIndex(({ corporationId }) => corporationId !== present);
  return truth[before + 1]?.at ?? 0;
}

const setContact = (ownerId: number, id: number, isContact: boolean) =>
  newEden.setContact({ ownerId, id, type: "character", standing: isContact ? 10 : null });

/** Contacts on two pages, of which the pilots are on the second, and rules that need them. */
async function buildContacts(corporations: readonly Managed[]) {
  for (const { id: ownerId } of corporations) {
    await newEden.setContact({
      ownerId,
      id: 3_000_000,
      type: "character",
      standing: 1,
      count: 1000,
    });
  }
  const owners = corporations.map(({ id }) => meets(hasStanding(id)));
  const titles = corporations.map(({ id }) => meets(hasTitle(id)));
  await setRule(muster, other.id, { type: "any", of: [...titles, ...owners] });
}

/** What was true at that time, and since. */
function statesSince(truth: readonly Moment[], from: number): State[] {
  return truth.filter((_, index) => (truth[index + 1]?.at ?? Infinity) > from);
}

function rulesOf(first: number, second: number) {
  return [first, second].flatMap((corporationId) => {
    const isThere = (state: State) => state.corporationId === corporationId;
    const rule = (name: string, of: CharacterRequirement, isMet: (state: State) => boolean) => {
      const isTrue = (state: State) => isThere(state) && isMet(state);
      return {
        name: `"in ${corporationId} and ${name}"`,
        tree: meets(isIn(corporationId), of),
        met: (states: State[]) => states.some(isTrue),
        unmet: (states: State[]) => !states.every(isTrue),
      };
    };
    return [
      rule("role", HAS_ROLE, ({ hasRole }) => hasRole),
      rule("not role", not(HAS_ROLE), ({ hasRole }) => !hasRole),
      rule("title", hasTitle(corporationId), (state) => state.hasTitle),
      rule("not title", not(hasTitle(corporationId)), (state) => !state.hasTitle),
      {
        name: `standing of ${corporationId}`,
        tree: meets(hasStanding(corporationId)),
        met: (states: State[]) => states.some((state) => isThere(state) || state.isContact),
        // A contact is of the character, wherever it is: EVE need not tell both as of the same time.
        unmet: (states: State[]) =>
          !states.every(isThere) && !states.every(({ isContact }) => isContact),
      },
    ];
  });
}
