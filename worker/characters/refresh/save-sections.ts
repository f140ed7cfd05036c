import { sql } from "drizzle-orm";
import { DAY_MS } from "#shared/time.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { SectionCheck, CheckRecord, EvidenceSection } from "#worker/db/schema/characters.ts";
import type { Context } from "#worker/env.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import type { EsiError } from "#worker/esi/error.ts";
import { AFFILIATION_CACHED_MS, isBefore } from "#worker/esi/eve-date.ts";
import type { Dated } from "#worker/esi/eve-date.ts";
import { START } from "#worker/esi/read-pages.ts";
import { selectUnnamed, upsertNames } from "#worker/universe/names.ts";
import { fetchNames } from "#worker/universe/names.ts";
import type { SectionOutcome, Outcomes } from "./fetch-sections.ts";
import { deleteRefreshLease } from "./refresh-store.ts";
import { referencedIds } from "./referenced-ids.ts";
import * as store from "./refresh-store.ts";
import { saveAffiliations } from "./save-affiliations.ts";
import type { DatedAffiliation } from "./save-affiliations.ts";
import { EVIDENCE_SECTIONS, isEvidence, PLAIN_SECTIONS, REFRESHABLES } from "./section-sources.ts";
import type { Refreshable } from "./section-sources.ts";

const MINUTE_MS = 60 * 1000;

type Fetched = {
  characterId: number;
  grant: EsiGrant | undefined;
  record: CheckRecord;
  state: store.RefreshState;
  outcomes: Outcomes;
  /** Nothing is left for another slice. */
  isLast: boolean;
};

/** Writes what changed and when each section was checked; then fetches the names that are missing. */
export async function saveSections(
  context: Context,
  esi: Esi,
  fetched: Fetched,
): Promise<CheckRecord> {
  const { db, config } = context;
  const { characterId, grant, state, outcomes } = fetched;
  const now = Date.now();
  const record = nextRecord(fetched, now);
  const cooldowns = upsertCooldowns(config, esi.newCooldowns());
  const info = outcomes.info?.state === "changed" ? outcomes.info.data : undefined;
  if (state.character === undefined && info === undefined) {
    await runBatch(db, [
      ...cooldowns,
      ...rememberUnknown(fetched, now),
      deleteRefreshLease(characterId),
    ]);
    return record;
  }
  const target = { characterId, userId: state.character?.userId ?? null };
  const changed = changedSections(fetched);
  const affiliation = affiliationOf(fetched);
  const againAt = readAgainAt(fetched, record, affiliation, now);
  const hasMoved =
    affiliation !== undefined && affiliation.corporationId !== state.character?.corporationId;
  const results = await runBatch(db, [
    ...(info === undefined ? [] : [store.upsertUnlinkedCharacter(characterId, info.name)]),
    store.upsertRecord(target, record),
    ...(changed.length === 0 ? [] : [store.upsertSections(target, changed)]),
    ...saveAffiliations(context, affiliation === undefined ? [] : [affiliation]),
    ...assetStatements(fetched, target),
    ...(againAt === undefined ? [] : [store.scheduleRefresh(target, againAt)]),
    ...cooldowns,
    // The last, since it reads what the others write.
    ...(fetched.isLast || changed.length > 0 || hasMoved
      ? [
          selectUnnamed(
            referencedIds(sql`select ${characterId} as id`),
            grant?.characterId,
            new Date(now),
          ),
        ]
      : []),
  ]);
  const unnamed = results.flatMap((result) => (typeof result === "number" ? [] : result));
  await fetchNames(
    context,
    esi,
    unnamed.map(({ id }) => id),
    grant,
  );
  return record;
}

function changedSections({ record, outcomes }: Fetched) {
  return PLAIN_SECTIONS.flatMap((section) => {
    const outcome = outcomes[section];
    if (outcome?.state !== "changed") return [];
    if (isOlder(outcome.meta, record.checks[section])) return [];
    const trained = section === "skills" ? trainedOf(outcomes.skills) : NOT_TRAINED;
    return [{ section, etag: outcome.meta.etag, data: outcome.data, ...trained }];
  });
}

/** Another server of ESI has answered, from an older cache. */
function isOlder({ asOf }: Pick<Dated, "asOf">, before: SectionCheck | undefined): boolean {
  return before?.checkedAt != null && asOf < before.checkedAt;
}

const NOT_TRAINED = { levels: null, points: null };

/** The trained levels and the skill points by skill id. */
function trainedOf(skills: Outcomes["skills"]) {
  if (skills?.state !== "changed") return NOT_TRAINED;
  const { skills: all } = skills.data;
  return {
    levels: Object.fromEntries(all.map((skill) => [skill.skill_id, skill.trained_skill_level])),
    points: Object.fromEntries(all.map((skill) => [skill.skill_id, skill.skillpoints_in_skill])),
  };
}

function assetStatements({ outcomes: { assets } }: Fetched, target: store.RefreshTarget) {
  if (assets?.state !== "assets") return [];
  const { slice } = assets;
  return [
    ...(slice.changed.length === 0 ? [] : [store.upsertAssetPages(target, slice.changed)]),
    ...(slice.state === "complete" ? store.publishAssets(target, slice.pages) : []),
  ];
}

/** A character that is biomassed is not fetched again for a day, one that EVE does not know until it is due. */
function rememberUnknown({ characterId, outcomes: { info } }: Fetched, now: number) {
  if (info?.state !== "failed") return [];
  const { reason } = info.error;
  if (reason !== "not_found" && reason !== "deleted") return [];
  const lasts = reason === "deleted" && { retryAt: new Date(now + DAY_MS) };
  return [upsertNames([{ id: characterId, name: null, ...lasts }])];
}

/**
 * What the affiliation route tells, or the public sheet if that is of a later date and differs. EVE caches the one for an hour, and the
 * other for a day.
 */
function affiliationOf({ characterId, outcomes: { affiliation, info } }: Fetched) {
  const told = [affiliation, info].flatMap((outcome) => {
    if (outcome?.state !== "changed") return [];
    const { corporationId, allianceId } = outcome.data;
    const { asOf, knownBy } = outcome.meta;
    return [{ characterId, corporationId, allianceId, asOf, knownBy }];
  });
  const [first, second] = told;
  const differs =
    first?.corporationId !== second?.corporationId || first?.allianceId !== second?.allianceId;
  return first !== undefined && second !== undefined && differs && second.asOf > first.asOf
    ? second
    : first;
}

function nextRecord({ record, state, outcomes }: Fetched, now: number): CheckRecord {
  // Always greater than before, since leases identify a record by it.
  const savedAt = Math.max(now, (record.savedAt ?? 0) + 1);
  const next: CheckRecord = { ...record, checks: { ...record.checks }, savedAt };
  for (const section of REFRESHABLES) {
    const outcome = outcomes[section];
    if (outcome !== undefined) {
      const before = record.checks[section];
      const check = nextCheck(section, outcome, before, now);
      next.checks[section] = isEvidence(section)
        ? { ...check, ...sinceOf(section, outcome, { before, state }) }
        : check;
    }
  }
  const told = [record.checks.affiliation, next.checks.affiliation];
  for (const section of EVIDENCE_SECTIONS) {
    const check = next.checks[section];
    if (check?.since === undefined || check.toldBy !== undefined) continue;
    const toldBy = told.flatMap((reading) => toldWhile(check, reading)).at(-1);
    if (toldBy !== undefined) next.checks[section] = { ...check, toldBy };
  }
  const { assets } = outcomes;
  if (assets?.state === "assets" && assets.slice.state === "in_progress") {
    next.assetScan = assets.slice.scan;
  } else if (assets?.state === "assets") {
    next.assetsValuedAt = record.assetScan?.startedAt ?? now;
    delete next.assetScan;
  } else if (assets?.error.reason === "bad_answer" && record.assetScan?.restarts !== undefined) {
    // Its pages could not be had of one date: the next refresh tries again from the first.
    const { pages, startedAt } = record.assetScan;
    next.assetScan = { ...START, pages, startedAt };
  }
  return next;
}

/** Since when roles or titles are as they are, in the corporation that is known. */
function sinceOf(
  section: EvidenceSection,
  outcome: SectionOutcome,
  { before, state }: { before: SectionCheck | undefined; state: store.RefreshState },
): Pick<SectionCheck, "since" | "toldBy"> {
  const known = {
    ...(before?.since !== undefined && { since: before.since }),
    ...(before?.toldBy !== undefined && { toldBy: before.toldBy }),
  };
  if (outcome.state === "failed" || outcome.state === "assets") return known;
  const { etag, asOf } = outcome.meta;
  if (isOlder({ asOf }, before)) return known;
  const isSame =
    outcome.state === "unchanged" || (etag !== null && etag === state.etags.get(section));
  // Dates of ESI are whole seconds.
  const movedAt = Math.floor((state.character?.affiliationAsOf?.getTime() ?? 0) / 1000) * 1000;
  return isSame && (before?.checkedAt ?? 0) >= movedAt ? known : { since: asOf };
}

/** By when EVE told the corporation, if that was as of a time while roles or titles were the same. */
function toldWhile(
  { since, checkedAt }: SectionCheck,
  affiliation: SectionCheck | undefined,
): number[] {
  if (since === undefined || checkedAt === null || affiliation?.checkedAt == null) return [];
  const by = affiliation.checkedAt + AFFILIATION_CACHED_MS;
  return affiliation.checkedAt >= since && !isBefore(checkedAt, by) ? [by] : [];
}

/**
 * When to read the character again, because roles or titles that a rule needs do not count yet: EVE made them before a move, or its answer about the
 * corporation may be older than they are.
 */
function readAgainAt(
  { state, outcomes }: Fetched,
  { checks }: CheckRecord,
  affiliation: DatedAffiliation | undefined,
  now: number,
): number | undefined {
  const { corporationHistory: history } = outcomes;
  const isConfirmed =
    history?.state === "changed" &&
    history.data[0]?.corporationId === (affiliation ?? state.character)?.corporationId;
  const confirmedAt = isConfirmed ? history.meta.asOf : 0;
  const isMove =
    affiliation !== undefined && affiliation.corporationId !== state.character?.corporationId;
  const movedAt =
    isMove && !isConfirmed
      ? affiliation.knownBy
      : (state.character?.affiliationAsOf?.getTime() ?? 0);
  const times = EVIDENCE_SECTIONS.flatMap((section) => {
    const check = checks[section];
    if (check?.checkedAt == null || !state.neededSections.includes(section)) return [];
    if (check.checkedAt < movedAt && check.dueAt > now) return [check.dueAt];
    const isUnconfirmed =
      check.since !== undefined && check.toldBy === undefined && isBefore(confirmedAt, check.since);
    return isUnconfirmed && outcomes[section] !== undefined
      ? [now + AFFILIATION_CACHED_MS + MINUTE_MS]
      : [];
  });
  return times.length === 0 ? undefined : Math.min(...times);
}

function nextCheck(
  section: Refreshable,
  outcome: SectionOutcome,
  before: SectionCheck | undefined,
  now: number,
): SectionCheck {
  if (outcome.state === "failed") {
    const { error } = outcome;
    const checkedAt = before?.checkedAt ?? null;
    // While EVE does not answer, a deleted character stays deleted.
    const isNoAnswer = error.reason === "unavailable" || error.reason === "rate_limited";
    const failure = isNoAnswer && before?.failure === "deleted" ? "deleted" : error.reason;
    return { checkedAt, dueAt: now + pauseAfter(error), failure };
  }
  const read = outcome.state === "assets" ? outcome.slice : outcome.meta;
  if (!("asOf" in read)) {
    return { checkedAt: before?.checkedAt ?? null, dueAt: now, failure: null };
  }
  const { expiresAt, asOf } = read;
  const ttl = section === "affiliation" ? AFFILIATION_CACHED_MS : MINUTE_MS;
  const checkedAt = isOlder({ asOf }, before) ? (before?.checkedAt ?? asOf) : asOf;
  return { checkedAt, dueAt: expiresAt?.getTime() ?? now + ttl, failure: null };
}

function pauseAfter({ reason, retryAfterSeconds }: EsiError): number {
  return reason === "deleted" ? DAY_MS : (retryAfterSeconds ?? 60) * 1000;
}
