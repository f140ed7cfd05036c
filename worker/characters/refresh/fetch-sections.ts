import type { AssetScan, CheckRecord } from "#worker/db/schema/characters.ts";
import type { EveDate } from "#worker/db/schema/esi.ts";
import { getAssets, postAffiliation } from "#worker/esi/character-endpoints.ts";
import type { EsiAsset } from "#worker/esi/character-endpoints.ts";
import type { Esi, EsiGrant, EsiMeta } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { readPages, START } from "#worker/esi/read-pages.ts";
import type { PageSums, RefreshState } from "./refresh-store.ts";
import { SECTION_SOURCES } from "./section-sources.ts";
import type { PlainSection, Refreshable, StoredData } from "./section-sources.ts";

/** What a fetch returns by section. Assets come in slices. */
type FetchedData = Omit<StoredData, "assets"> & {
  affiliation: { corporationId: number; allianceId: number | null };
};

type Failed = { state: "failed"; error: EsiError };
type Fetched<Data> =
  | { state: "changed"; data: Data; meta: EsiMeta }
  | { state: "unchanged"; meta: EsiMeta }
  | Failed;
type FetchedAssets = { state: "assets"; slice: AssetSlice } | Failed;

export type Outcomes = { [Name in keyof FetchedData]?: Fetched<FetchedData[Name]> } & {
  assets?: FetchedAssets;
};
export type SectionOutcome = NonNullable<Outcomes[Refreshable]>;

type FetchRequest = {
  characterId: number;
  grant: EsiGrant | undefined;
  sections: Refreshable[];
  /** Another invocation fetches further sections first. */
  postponesAssets: boolean;
  record: CheckRecord;
  state: RefreshState;
};

/** Fetches all at once; the client makes six calls at a time. The failure of one does not affect the others. */
export async function fetchSections(esi: Esi, request: FetchRequest): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  await Promise.all(
    request.sections.map(async (section) => {
      if (section === "assets") outcomes.assets = await settle(fetchAssets(esi, request));
      else if (section === "affiliation") {
        outcomes.affiliation = await settle(fetchAffiliation(esi, request));
      } else await fetchInto(outcomes, esi, request, section);
    }),
  );
  return outcomes;
}

async function settle<Value>(fetching: Promise<Value>): Promise<Value | Failed> {
  try {
    return await fetching;
  } catch (error) {
    if (error instanceof EsiError) return { state: "failed", error };
    throw error;
  }
}

async function fetchInto<Name extends PlainSection>(
  outcomes: Partial<Record<Name, Fetched<StoredData[Name]>>>,
  esi: Esi,
  request: FetchRequest,
  section: Name,
) {
  outcomes[section] = await settle(fetchSection(esi, request, section));
}

async function fetchSection<Name extends PlainSection>(
  esi: Esi,
  { characterId, grant, state }: FetchRequest,
  section: Name,
): Promise<Fetched<StoredData[Name]>> {
  const answer = await SECTION_SOURCES[section].fetch(esi, {
    params: { character_id: characterId },
    etag: state.etags.get(section) ?? null,
    ...(grant && { grant }),
  });
  if (answer.state === "unchanged") return { state: "unchanged", meta: answer };
  return { state: "changed", data: answer.data, meta: answer };
}

async function fetchAffiliation(
  esi: Esi,
  { characterId }: FetchRequest,
): Promise<Fetched<FetchedData["affiliation"]>> {
  const answer = await esi.request(postAffiliation, { params: {}, body: [characterId] });
  const [now] = answer.state === "changed" ? answer.data : [];
  if (now === undefined) throw new EsiError("not_found");
  const data = { corporationId: now.corporation_id, allianceId: now.alliance_id ?? null };
  return { state: "changed", data, meta: answer };
}

async function fetchAssets(
  esi: Esi,
  { grant, record, state, postponesAssets }: FetchRequest,
): Promise<FetchedAssets> {
  if (grant === undefined) throw new EsiError("missing_scope");
  if (postponesAssets) {
    return { state: "assets", slice: postponeAssets(record.assetScan, Date.now()) };
  }
  // Sums that were made with older prices are made again.
  const isCurrent = (record.assetsValuedAt ?? 0) >= state.pricesChangedAt;
  const etagOf = (page: number) => (isCurrent ? (state.pageEtags.get(page) ?? null) : null);
  const stored = { etagOf, pages: state.pageEtags.size };
  const slice = await readAssetSlice(esi, grant, record.assetScan, stored, Date.now());
  return { state: "assets", slice };
}

/** How many of an invocation's subrequests may read pages of assets. A page holds a thousand items. */
const MAX_PAGES = 20;
/** Estimated processor time of the first page. */
const FIRST_PAGE_MS = 2;

type AssetSlice =
  | {
      state: "complete";
      changed: PageSums[];
      pages: number;
      expiresAt: Date | null;
      asOf: EveDate;
    }
  | { state: "in_progress"; changed: PageSums[]; scan: AssetScan };

/** A slice without pages: another invocation reads the first ones. */
function postponeAssets(scan: AssetScan | undefined, now: number): AssetSlice {
  return { state: "in_progress", changed: [], scan: scan ?? { ...START, startedAt: now } };
}

/**
 * Continues where the last slice stopped, and stops when the next pages would cost more than the invocation has left, if
 * they cost as much as the last ones. Pages whose ETag still matches keep their sums. If the list was renewed between two
 * slices, the next slice starts again at the first page.
 */
async function readAssetSlice(
  esi: Esi,
  grant: EsiGrant,
  scan: AssetScan | undefined,
  stored: { etagOf: (page: number) => string | null; pages: number },
  now: number,
): Promise<AssetSlice> {
  let cursor = scan ?? START;
  const startedAt = scan?.startedAt ?? now;
  const changed: PageSums[] = [];
  let pageMs = FIRST_PAGE_MS;
  let pagesLeft = MAX_PAGES;
  // While a list is scanned, fewer of its pages may be stored than it has.
  const knownPages = stored.pages && Math.max(stored.pages, scan?.pages ?? 0);
  do {
    const limit = Math.min(pagesLeft, Math.max(1, Math.floor(esi.msLeft() / pageMs)));
    const msBefore = esi.msLeft();
    const slice = await readPages(
      esi,
      getAssets,
      { params: { character_id: grant.characterId }, grant },
      { cursor, limit, etagOf: stored.etagOf, knownPages },
    );
    if (slice.state === "moved") {
      return postponeAssets({ ...slice.cursor, startedAt: now }, now);
    }
    pageMs = (msBefore - esi.msLeft()) / Math.max(1, slice.answers.length);
    // A page of another date was read in vain.
    pagesLeft -= limit;
    for (const { page, answer } of slice.answers) {
      if (answer.state === "unchanged") continue;
      changed.push({ page, etag: answer.etag, ...sum(answer.data) });
    }
    ({ cursor } = slice);
    const { expiresAt, asOf } = slice;
    if (cursor.nextPage > cursor.pages && asOf !== undefined) {
      return { state: "complete", changed, pages: cursor.pages, expiresAt, asOf };
    }
  } while (pagesLeft > 0 && esi.msLeft() >= pageMs);
  return { state: "in_progress", changed, scan: { ...cursor, startedAt } };
}

/** A blueprint copy has the type id of its original but not its price: it is counted as worth nothing. */
function sum(assets: EsiAsset[]): Pick<PageSums, "itemCount" | "quantities"> {
  const quantities: Record<number, number> = {};
  for (const { type_id, quantity, is_blueprint_copy } of assets) {
    if (is_blueprint_copy !== true) quantities[type_id] = (quantities[type_id] ?? 0) + quantity;
  }
  return { itemCount: assets.length, quantities };
}
