import { fold } from "#shared/fold.ts";
import type { Esi, EsiAnswer } from "#worker/esi/client.ts";
import { getCorporation } from "#worker/esi/corporation-endpoints.ts";

/** What EVE says about a corporation without a token. */
export type PublicInfo = {
  name: string;
  ticker: string;
  memberCount: number | null;
  ceoId: number | null;
  allianceId: number | null;
};

export function requestPublicInfo(esi: Esi, corporationId: number, etag: string | null = null) {
  return esi.request(getCorporation, { params: { corporation_id: corporationId }, etag });
}

type Answer = Extract<
  Awaited<ReturnType<typeof requestPublicInfo>>,
  EsiAnswer<unknown> & { state: "changed" }
>["data"];

export function toPublicInfo(data: Answer): PublicInfo & { memberCount: number } {
  return {
    name: data.name,
    ticker: data.ticker,
    memberCount: data.member_count,
    ceoId: data.ceo_id ?? null,
    allianceId: data.alliance_id ?? null,
  };
}

/** The columns of `corporations`. */
export function publicColumns(info: PublicInfo) {
  return {
    ...info,
    nameFolded: fold(info.name),
    tickerFolded: fold(info.ticker),
  };
}
