import type { AssetScan } from "#worker/db/schema/characters.ts";
import { getAssets } from "#worker/esi/character-endpoints.ts";
import type { EsiAsset } from "#worker/esi/character-endpoints.ts";
import type { Esi, EsiGrant } from "#worker/esi/client.ts";
import { readPages, START } from "#worker/esi/read-pages.ts";
import type { PageSums } from "./refresh-store.ts";

/** A page holds a thousand items. Reading and summing twenty pages takes about 8 ms of CPU time. */
const PAGES_PER_SLICE = 20;

export type AssetSlice =
  | { state: "complete"; changed: PageSums[]; pages: number; expiresAt: Date | null }
  | { state: "in_progress"; changed: PageSums[]; scan: AssetScan };

/**
 * Continues where the last slice stopped. Pages whose ETag still matches keep their sums. If the list was renewed
 * between two slices, the next slice starts again at the first page.
 */
export async function readAssetSlice(
  esi: Esi,
  grant: EsiGrant,
  scan: AssetScan | undefined,
  etagOf: (page: number) => string | null,
  now: number,
): Promise<AssetSlice> {
  const cursor = scan ?? START;
  const startedAt = scan?.startedAt ?? now;
  const slice = await readPages(
    esi,
    getAssets,
    { params: { character_id: grant.characterId }, grant },
    { cursor, limit: PAGES_PER_SLICE, etagOf },
  );
  if (slice.state === "moved") {
    const restart = { ...START, pages: cursor.pages, startedAt: now };
    return { state: "in_progress", changed: [], scan: restart };
  }
  const changed = slice.answers.flatMap(({ page, answer }) =>
    answer.state === "unchanged" ? [] : [{ page, etag: answer.etag, ...sum(answer.data) }],
  );
  const { expiresAt, cursor: next } = slice;
  return next.nextPage > next.pages
    ? { state: "complete", changed, pages: next.pages, expiresAt }
    : { state: "in_progress", changed, scan: { ...next, startedAt } };
}

/** A blueprint copy has the type id of its original but not its price: it is counted as worth nothing. */
function sum(assets: EsiAsset[]): Pick<PageSums, "itemCount" | "quantities"> {
  const quantities: Record<number, number> = {};
  for (const { type_id, quantity, is_blueprint_copy } of assets) {
    if (is_blueprint_copy !== true) quantities[type_id] = (quantities[type_id] ?? 0) + quantity;
  }
  return { itemCount: assets.length, quantities };
}
