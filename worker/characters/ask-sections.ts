import type { CheckRecord } from "#worker/db/schema/characters.ts";
import { postAffiliation } from "#worker/esi/character-endpoints.ts";
import type { Esi, EsiGrant, EsiMeta } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { readAssetSlice } from "./assets.ts";
import type { AssetSlice } from "./assets.ts";
import type { RefreshState } from "./refresh-store.ts";
import { SOURCES } from "./section-sources.ts";
import type { Asked, PlainSection, SectionData } from "./section-sources.ts";

export type AffiliationData = { corporationId: number; allianceId: number | null };

export type Outcome =
  | { state: "changed"; data: SectionData[PlainSection] | AffiliationData; meta: EsiMeta }
  | { state: "unchanged"; meta: EsiMeta }
  | { state: "assets"; slice: AssetSlice }
  | { state: "failed"; error: EsiError };

export type Outcomes = Map<Asked, Outcome>;

export type Question = {
  characterId: number;
  grant: EsiGrant | undefined;
  asked: Asked[];
  record: CheckRecord;
  state: RefreshState;
};

/** Asks all at once; the client runs six calls at a time. One that fails does not disturb the others. */
export async function askSections(esi: Esi, question: Question): Promise<Outcomes> {
  const outcomes = await Promise.all(
    question.asked.map(async (one): Promise<[Asked, Outcome]> => {
      try {
        return [one, await ask(esi, question, one)];
      } catch (error) {
        if (error instanceof EsiError) return [one, { state: "failed", error }];
        throw error;
      }
    }),
  );
  return new Map(outcomes);
}

async function ask(esi: Esi, question: Question, asked: Asked): Promise<Outcome> {
  const { characterId, grant, record, state } = question;
  if (asked === "assets") {
    if (grant === undefined) throw new EsiError("missing_scope");
    // Sums made with older prices are made again.
    const isCurrent = (record.assetsValuedAt ?? 0) >= state.pricesChangedAt;
    const etagOf = (page: number) => (isCurrent ? (state.pageEtags.get(page) ?? null) : null);
    const slice = await readAssetSlice(esi, grant, record.assetScan, etagOf, Date.now());
    return { state: "assets", slice };
  }
  if (asked === "affiliation") {
    const answer = await esi.request(postAffiliation, { params: {}, body: [characterId] });
    const [now] = answer.state === "changed" ? answer.data : [];
    if (now === undefined) throw new EsiError("not_found");
    const data = { corporationId: now.corporation_id, allianceId: now.alliance_id ?? null };
    return { state: "changed", data, meta: answer };
  }
  const answer = await SOURCES[asked].ask(esi, {
    params: { character_id: characterId },
    etag: state.etags.get(asked) ?? null,
    ...(grant && { grant }),
  });
  if (answer.state === "unchanged") return { state: "unchanged", meta: answer };
  return { state: "changed", data: answer.data, meta: answer };
}
