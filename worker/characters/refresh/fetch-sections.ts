import type { CheckRecord } from "#worker/db/schema/characters.ts";
import { postAffiliation } from "#worker/esi/character-endpoints.ts";
import type { Esi, EsiGrant, EsiMeta } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { postponeAssets, readAssetSlice } from "./asset-slices.ts";
import type { AssetSlice } from "./asset-slices.ts";
import type { RefreshState } from "./refresh-store.ts";
import { SOURCES } from "./section-sources.ts";
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
export type Outcome = NonNullable<Outcomes[Refreshable]>;

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
  const answer = await SOURCES[section].fetch(esi, {
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
