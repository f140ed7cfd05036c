import type { AssetScan } from "#worker/db/schema/characters.ts";
import type { EveDate } from "#worker/db/schema/esi.ts";
import { getAssets } from "#worker/esi/character-endpoints.ts";
import type { EsiAsset } from "#worker/esi/character-endpoints.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { readPages, START } from "#worker/esi/read-pages.ts";
import type { PageSums } from "./refresh-store.ts";

/** How many of an invocation's subrequests may read pages of assets. A page holds a thousand items. */
const MAX_PAGES = 20;
/** Estimated processor time of the first page. */
const FIRST_PAGE_MS = 2;

export type AssetSlice =
  | {
      state: "complete";
      changed: PageSums[];
      pages: number;
      expiresAt: Date | null;
      asOf: EveDate;
    }
  | { state: "in_progress"; changed: PageSums[]; scan: AssetScan };

/** A slice without pages: another invocation reads the first ones. */
export function postponeAssets(scan: AssetScan | undefined, now: number): AssetSlice {
  return { state: "in_progress", changed: [], scan: scan ?? { ...START, startedAt: now } };
}

/**
 * Continues where the last slice stopped, and stops when the next pages would cost more than the invocation has left, if
 * they cost as much as the last ones. Pages whose ETag still matches keep their sums. If the list was renewed between two
 * slices, the next slice starts again at the first page.
 */
export async function readAssetSlice(
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
