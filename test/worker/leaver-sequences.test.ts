import fc from "fast-check";
import { expect, test } from "vitest";
import { authorizeAgain, buildManaged } from "#test/support/corporations/corporation-builders.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { oneOf, share } from "#test/support/workerd/share.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { refreshAllAffiliations } from "#worker/characters/refresh/affiliations.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { CHARACTER_SCOPES, DIRECTOR_FEATURES } from "#worker/esi/scopes.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";

const ALL = [...CHARACTER_SCOPES, ...Object.values(DIRECTOR_FEATURES).flat()];
const MINUTE = 60;
/** ESI's caches expire when they do. */
const KEEPING = { keepsAnswers: true };

const SEEDS = [24, 51, 1109];
/** Directors of each corporation. */
const CORPORATIONS = share([1, 1, 5, 5], [1, 5]);
const OF_EACH = 50;
const HOURS = 5;
/** After these, nothing happens any more, and everything that happened is known. */
const QUIET_MINUTES = 110;
const END = HOURS * 60;

/** How long after an event EVE's own sources say so, in minutes. A kick and a return without a notice are seen in lists. */
const bound = (kind: Step["kind"], directors: number) =>
  kind === "kick" ? 61 : directors === 1 ? 11 : 3;
/** After a fault, a failed reading is repeated within half an hour, and what expired meanwhile within an hour. */
const AFTER_FAULT = 95;

type Step = { kind: "leave" | "kick" | "rejoin"; at: number };
type FaultStep = { kind: "outage" | "role" | "empty" | "short"; at: number; lasts: number };

/** What happens to one member: at times that are minutes or hours apart. */
const sequence = fc
  .array(
    fc.record({
      kind: fc.constantFrom("leave" as const, "kick" as const),
      after: fc.oneof(fc.integer({ min: 2, max: 40 }), fc.integer({ min: 60, max: 150 })),
      away: fc.oneof(fc.integer({ min: 2, max: 55 }), fc.integer({ min: 56, max: 120 })),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((acts): Step[] => {
    let at = 0;
    return acts
      .flatMap(({ kind, after, away }) => {
        const left = at + after;
        at = left + away;
        return [
          { kind, at: left },
          { kind: "rejoin" as const, at },
        ];
      })
      .filter((step) => step.at < END - QUIET_MINUTES);
  });

const faults = fc.array(
  fc.record({
    kind: fc.constantFrom("outage" as const, "role" as const, "empty" as const, "short" as const),
    at: fc.integer({ min: 5, max: END - QUIET_MINUTES - 70 }),
    lasts: fc.integer({ min: 1, max: 45 }),
  }),
  { maxLength: 2 },
);

const { drive, muster, world } = await startDriven();
const { db } = muster.context;

type Member = {
  id: number;
  corporation: Managed;
  directors: number;
  steps: Step[];
  faults: FaultStep[];
};

/** Until when Muster may be wrong about a step: faults that overlap the time delay it. */
function deadlineOf({ directors, faults }: Member, step: Step): number {
  let until = step.at + bound(step.kind, directors);
  for (const { at, lasts } of faults.toSorted((a, b) => a.at - b.at)) {
    const end = at + lasts;
    // A reading that failed before the step is repeated after it.
    if (at <= until && end + AFTER_FAULT > step.at) until = Math.max(until, end + AFTER_FAULT);
  }
  return until;
}

/** Whether the character is a member, and from when on Muster must say so. */
function truthAt(member: Member, minute: number) {
  const last = member.steps.findLast((step) => step.at <= minute);
  return {
    isMember: last === undefined || last.kind === "rejoin",
    isDue: last === undefined || minute > deadlineOf(member, last),
  };
}

async function switchFault(member: Member, { kind }: FaultStep, isOn: boolean) {
  const { newEden, id, pilots } = member.corporation;
  switch (kind) {
    case "outage":
      if (!isOn) return newEden.clearFaults();
      return newEden.addFault({ service: "esi", kind: "server_error" });
    case "role":
      for (const { pilot } of pilots) {
        await newEden.setRoles(pilot.id, isOn ? [] : ["Director"], KEEPING);
      }
      return undefined;
    case "empty":
      return newEden.setHoldings(id, { hidesMembers: isOn });
    case "short":
      return newEden.setHoldings(id, { strangers: isOn ? 20 : 200 });
  }
}

test.each(oneOf(SEEDS))(
  "sequences of leaving, kicks, returns and failures of EVE remove and keep no one wrongly (seed %i)",
  async (seed) => {
    const size = CORPORATIONS.length * OF_EACH;
    const [given = []] = fc.sample(fc.array(sequence, { minLength: size, maxLength: size }), {
      numRuns: 1,
      seed,
    });
    const [failing = []] = fc.sample(fc.array(faults, { minLength: 4, maxLength: 4 }), {
      numRuns: 1,
      seed: seed - 17,
    });
    const members: Member[] = [];
    for (const [index, directors] of CORPORATIONS.entries()) {
      const corporation = await buildManaged(world, { directors, holdings: { strangers: 200 } });
      for (const { pilot } of corporation.pilots) await authorizeAgain(muster, pilot.id, ALL);
      // An outage is one of EVE: the first corporation has those of all.
      const own = (failing[index] ?? []).filter(({ kind }) => kind !== "outage");
      const outages = failing.flat().filter(({ kind }) => kind === "outage");
      for (const steps of given.slice(index * OF_EACH, index * OF_EACH + OF_EACH)) {
        const { pilot } = await linkPilot(muster, { corporationId: corporation.id });
        members.push({ id: pilot.id, corporation, directors, steps, faults: [...own, ...outages] });
      }
    }
    await refreshAllAffiliations(muster.context);
    await drive.startDue();
    await drive.drain();

    const wrong: string[] = [];
    for (let minute = 0; minute < END; minute += 1) {
      const next = Date.now() + MINUTE * 1000;
      for (const [index] of CORPORATIONS.entries()) {
        const one = members[index * OF_EACH];
        for (const fault of one?.faults ?? []) {
          if (one === undefined || (fault.kind === "outage" && index > 0)) continue;
          if (fault.at === minute) await switchFault(one, fault, true);
          if (fault.at + fault.lasts === minute) await switchFault(one, fault, false);
        }
      }
      for (const { id, corporation, steps } of members) {
        const step = steps.find(({ at }) => at === minute);
        if (step?.kind === "leave")
          await corporation.newEden.leaveCorporation(id, undefined, KEEPING);
        if (step?.kind === "kick") await corporation.newEden.kick(id, KEEPING);
        if (step?.kind === "rejoin") {
          await corporation.newEden.leaveCorporation(id, corporation.id, KEEPING);
        }
      }
      await drive.cron(EVERY_MINUTE);
      if (minute % 30 === 8) await drive.checkHealth();
      if (minute % 15 === 4) await drive.startDue();
      // A job of an outage fails, and comes again.
      if (minute % 60 === 47) await refreshAllAffiliations(muster.context).catch(() => undefined);
      await drive.drain(next);
      const rows = await db
        .select({
          id: characterAffiliations.characterId,
          corporationId: characterAffiliations.corporationId,
        })
        .from(characterAffiliations);
      const corporationOf = new Map(rows.map((row) => [row.id, row.corporationId]));
      for (const member of members) {
        const isSeen = corporationOf.get(member.id) === member.corporation.id;
        const truth = truthAt(member, minute);
        if (truth.isDue && isSeen !== truth.isMember) {
          wrong.push(
            `${member.id} is seen as ${isSeen} at ${minute}: ${JSON.stringify(member.steps)}`,
          );
        }
      }
      await drive.advance(Math.max(0, Math.ceil((next - Date.now()) / 1000)));
    }
    expect(wrong).toEqual([]);
  },
);
