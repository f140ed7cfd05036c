import { sql } from "drizzle-orm";
import { DAY_MS } from "#shared/time.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Check, CheckRecord } from "#worker/db/schema/characters.ts";
import type { Context } from "#worker/env.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import type { EsiError } from "#worker/esi/error.ts";
import { START } from "#worker/esi/read-pages.ts";
import { selectUnnamed, upsertNames } from "#worker/universe/name-store.ts";
import { fetchNames } from "#worker/universe/names.ts";
import type { Outcome, Outcomes } from "./fetch-sections.ts";
import { deleteRefreshLease } from "./lease-store.ts";
import { referencedIds } from "./referenced-ids.ts";
import * as store from "./refresh-store.ts";
import { saveAffiliations } from "./save-affiliations.ts";
import { PLAIN_SECTIONS, REFRESHABLES } from "./section-sources.ts";
import type { Refreshable } from "./section-sources.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
/** ESI caches affiliations for an hour (x-cached-seconds of the route), but a POST has no cache headers. */
const AFFILIATION_TTL_MS = HOUR_MS;

export type Fetched = {
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
  const changed = changedSections(outcomes);
  const affiliation = affiliationOf(fetched, now);
  const hasMoved =
    affiliation !== undefined && affiliation.corporationId !== state.character?.corporationId;
  const results = await runBatch(db, [
    ...(info === undefined ? [] : [store.upsertUnlinkedCharacter(characterId, info.name)]),
    store.upsertRecord(target, record),
    ...(changed.length === 0 ? [] : [store.upsertSections(target, changed)]),
    ...saveAffiliations(context, affiliation === undefined ? [] : [affiliation]),
    ...assetStatements(fetched, target),
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

function changedSections(outcomes: Outcomes) {
  return PLAIN_SECTIONS.flatMap((section) => {
    const outcome = outcomes[section];
    if (outcome?.state !== "changed") return [];
    const trained = section === "skills" ? trainedOf(outcomes.skills) : NOT_TRAINED;
    return [{ section, etag: outcome.meta.etag, data: outcome.data, ...trained }];
  });
}

const NOT_TRAINED = { levels: null, points: null };

/** The trained levels and the skill points by skill id. */
function trainedOf(skills: Outcomes["skills"]) {
  if (skills?.state !== "changed") return NOT_TRAINED;
  const { skills: all } = skills.data;
  return {
    levels: Object.fromEntries(all.map((one) => [one.skill_id, one.trained_skill_level])),
    points: Object.fromEntries(all.map((one) => [one.skill_id, one.skillpoints_in_skill])),
  };
}

function assetStatements({ outcomes: { assets } }: Fetched, target: store.Target) {
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

function affiliationOf({ characterId, outcomes: { affiliation, info } }: Fetched, now: number) {
  if (affiliation?.state === "changed") return { characterId, ...affiliation.data, asOf: now };
  if (info?.state !== "changed") return undefined;
  // The public sheet is cached for up to a day; Last-Modified tells its age.
  const { corporationId, allianceId } = info.data;
  const asOf = Date.parse(info.meta.lastModified ?? "") || now;
  return { characterId, corporationId, allianceId, asOf };
}

function nextRecord({ record, outcomes }: Fetched, now: number): CheckRecord {
  // Always greater than before, since leases identify a record by it.
  const savedAt = Math.max(now, (record.savedAt ?? 0) + 1);
  const next: CheckRecord = { ...record, checks: { ...record.checks }, savedAt };
  for (const section of REFRESHABLES) {
    const outcome = outcomes[section];
    if (outcome !== undefined) {
      next.checks[section] = nextCheck(section, outcome, record.checks[section], now);
    }
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

function nextCheck(
  section: Refreshable,
  outcome: Outcome,
  before: Check | undefined,
  now: number,
): Check {
  if (outcome.state === "failed") {
    const { error } = outcome;
    const checkedAt = before?.checkedAt ?? null;
    // While EVE does not answer, a deleted character stays deleted.
    const isNoAnswer = error.reason === "unavailable" || error.reason === "rate_limited";
    const failure = isNoAnswer && before?.failure === "deleted" ? "deleted" : error.reason;
    return { checkedAt, dueAt: now + pauseAfter(error), failure };
  }
  if (outcome.state === "assets" && outcome.slice.state === "in_progress") {
    return { checkedAt: before?.checkedAt ?? null, dueAt: now, failure: null };
  }
  const { expiresAt } =
    outcome.state === "assets" ? { expiresAt: null, ...outcome.slice } : outcome.meta;
  const ttl = section === "affiliation" ? AFFILIATION_TTL_MS : MINUTE_MS;
  return { checkedAt: now, dueAt: expiresAt?.getTime() ?? now + ttl, failure: null };
}

function pauseAfter({ reason, retryAfterSeconds }: EsiError): number {
  return reason === "deleted" ? DAY_MS : (retryAfterSeconds ?? 60) * 1000;
}
