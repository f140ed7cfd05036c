import { sql } from "drizzle-orm";
import { runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/batch.ts";
import type { Check, CheckRecord } from "#worker/db/schema/characters.ts";
import type { Context } from "#worker/env.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import type { EsiError } from "#worker/esi/error.ts";
import { storeClosures } from "#worker/esi/shared-limits.ts";
import { selectUnnamed, upsertNames } from "#worker/universe/name-queries.ts";
import { askNames } from "#worker/universe/names.ts";
import type { AffiliationData, Outcome, Outcomes } from "./ask-sections.ts";
import { referencedIds } from "./referenced-ids.ts";
import * as store from "./refresh-store.ts";
import type { Asked, SectionData } from "./section-sources.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** ESI caches affiliations for an hour, which it does not say. */
const AFFILIATION_LIFE_MS = HOUR_MS;

export type Kept = {
  characterId: number;
  grant: EsiGrant | undefined;
  record: CheckRecord;
  state: store.RefreshState;
  outcomes: Outcomes;
};

/** Writes what changed, and when everything was asked; then asks for the names that are still missing. */
export async function keepOutcomes(context: Context, esi: Esi, kept: Kept): Promise<CheckRecord> {
  const { db, config } = context;
  const { characterId, grant, state, outcomes } = kept;
  const now = Date.now();
  const record = nextRecord(kept, now);
  const limits = storeClosures(db, config, esi.closures());
  const info = dataOf(outcomes, "info");
  if (state.character === undefined && info === undefined) {
    await runBatch(db, [...limits, ...rememberUnknown(context, kept, now)]);
    return record;
  }
  const target = { characterId, userId: state.character?.userId ?? null };
  const changed = [...outcomes].flatMap(([section, outcome]) =>
    section === "affiliation" || outcome.state !== "changed"
      ? []
      : [{ section, etag: outcome.meta.etag, data: outcome.data }],
  );
  const affiliation = affiliationOf(kept, now);
  const ownId = sql`select ${characterId} as id`;
  const statements: Statement[] = [
    ...(info === undefined ? [] : [store.insertStranger(db, characterId, info.name)]),
    store.upsertRecord(db, target, record),
    ...(changed.length === 0 ? [] : [store.upsertSections(db, target, changed)]),
    ...(affiliation === undefined ? [] : [store.upsertAffiliations(db, [affiliation])]),
    ...assetStatements(context, kept, target),
    ...limits,
    selectUnnamed(db, referencedIds(ownId), grant?.characterId, new Date(now)),
  ];
  const results: unknown[] = await db.batch(statements as [Statement, ...Statement[]]);
  const unnamed = (results.at(-1) as { id: number }[]).map(({ id }) => id);
  await askNames(context, esi, unnamed, grant);
  return record;
}

function assetStatements({ db }: Context, kept: Kept, target: store.Target): Statement[] {
  const outcome = kept.outcomes.get("assets");
  if (outcome?.state !== "assets") return [];
  const { slice } = outcome;
  return [
    ...(slice.changed.length === 0 ? [] : [store.upsertAssetPages(db, target, slice.changed)]),
    ...(slice.state === "complete" ? store.finishAssets(db, target, slice.pages) : []),
  ];
}

/** A character that EVE does not know, or knows to be biomassed, is not asked for again today. */
function rememberUnknown({ db }: Context, { characterId, outcomes }: Kept, now: number) {
  const outcome = outcomes.get("info");
  if (outcome?.state !== "failed") return [];
  const { reason } = outcome.error;
  if (reason !== "not_found" && reason !== "deleted") return [];
  return [upsertNames(db, [{ id: characterId, name: null, retryAt: new Date(now + DAY_MS) }])];
}

function affiliationOf({ characterId, outcomes }: Kept, now: number) {
  const current = dataOf(outcomes, "affiliation");
  if (current !== undefined) return { characterId, ...current, asOf: now };
  // The public sheet is up to a day old, and says when it was made.
  const outcome = outcomes.get("info");
  const info = dataOf(outcomes, "info");
  if (outcome?.state !== "changed" || info === undefined) return undefined;
  const { corporationId, allianceId } = info;
  const asOf = Date.parse(outcome.meta.lastModified ?? "") || now;
  return { characterId, corporationId, allianceId, asOf };
}

function nextRecord({ record, outcomes }: Kept, now: number): CheckRecord {
  const next: CheckRecord = { ...record, checks: { ...record.checks } };
  for (const [asked, outcome] of outcomes) {
    next.checks[asked] = nextCheck(asked, outcome, record.checks[asked], now);
  }
  const assets = outcomes.get("assets");
  if (assets?.state === "assets" && assets.slice.state === "in_progress") {
    next.assetScan = assets.slice.scan;
  } else if (assets?.state === "assets") {
    next.assetsValuedAt = record.assetScan?.startedAt ?? now;
    delete next.assetScan;
  }
  return next;
}

function nextCheck(asked: Asked, outcome: Outcome, before: Check | undefined, now: number): Check {
  if (outcome.state === "failed") {
    const { error } = outcome;
    const checkedAt = before?.checkedAt ?? null;
    return { checkedAt, dueAt: now + pauseAfter(error), failure: error.reason };
  }
  if (outcome.state === "assets" && outcome.slice.state === "in_progress") {
    return { checkedAt: before?.checkedAt ?? null, dueAt: now, failure: null };
  }
  const { expiresAt } =
    outcome.state === "assets" ? { expiresAt: null, ...outcome.slice } : outcome.meta;
  const life = asked === "affiliation" ? AFFILIATION_LIFE_MS : MINUTE_MS;
  return { checkedAt: now, dueAt: expiresAt?.getTime() ?? now + life, failure: null };
}

function pauseAfter({ reason, retryAfterSeconds }: EsiError): number {
  return reason === "deleted" ? DAY_MS : (retryAfterSeconds ?? 60) * 1000;
}

type AskedData = SectionData & { affiliation: AffiliationData };

function dataOf<Name extends keyof AskedData>(outcomes: Outcomes, asked: Name) {
  const outcome = outcomes.get(asked);
  return outcome?.state === "changed" ? (outcome.data as AskedData[Name]) : undefined;
}
