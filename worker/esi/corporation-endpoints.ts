import * as z from "zod/mini";
import { get } from "./endpoint.ts";

// Lists are stored as ESI returns them, unknown fields included. Only the fields that identify an item are checked, by
// hand, in a tenth of the CPU time of a schema.

/** An item of a list of ESI. */
export type EsiItem = Record<string, unknown>;

function listOf(id: string) {
  return z.custom<EsiItem[]>(
    (value) =>
      Array.isArray(value) && value.every((item: EsiItem | null) => typeof item?.[id] === "number"),
  );
}

const hashed = z.custom<EsiItem[]>(
  (value) =>
    Array.isArray(value) &&
    value.every(
      (item: EsiItem | null) =>
        typeof item?.["killmail_id"] === "number" && typeof item["killmail_hash"] === "string",
    ),
);

const WALLETS = "esi-wallet.read_corporation_wallets.v1";
const CORP_MEMBER = "corp-member";
const CORP_WALLET = "corp-wallet";

/** Public. NPC corporations have no player as CEO or member. */
export const getCorporation = get(
  "/corporations/{corporation_id}",
  z.object({
    name: z.string(),
    ticker: z.string(),
    member_count: z.int(),
    ceo_id: z.optional(z.int()),
    alliance_id: z.optional(z.int()),
    state: z.string(),
    type: z.string(),
  }),
);

// ── With a director's token ───────────────────────────────────────────────────────────────────

/** The ids of all members; not paged. */
export const getMembers = get("/corporations/{corporation_id}/members", z.array(z.int()), {
  scope: "esi-corporations.read_corporation_membership.v1",
  rateGroup: CORP_MEMBER,
});

/** All members; not paged. */
export const getMemberTracking = get(
  "/corporations/{corporation_id}/membertracking",
  listOf("character_id"),
  { scope: "esi-corporations.track_members.v1", rateGroup: CORP_MEMBER },
);

/** The names of the seven wallet and hangar divisions. */
export const getDivisions = get(
  "/corporations/{corporation_id}/divisions",
  z.custom<EsiItem>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  ),
  { scope: "esi-corporations.read_divisions.v1", rateGroup: CORP_WALLET },
);

export const getWallets = get("/corporations/{corporation_id}/wallets", listOf("division"), {
  scope: WALLETS,
  rateGroup: CORP_WALLET,
});

/** Paged, the newest first; the last 30 days. */
export const getJournal = get(
  "/corporations/{corporation_id}/wallets/{division}/journal",
  listOf("id"),
  { scope: WALLETS, rateGroup: CORP_WALLET },
);

/** Paged. */
export const getCorporationAssets = get(
  "/corporations/{corporation_id}/assets",
  listOf("item_id"),
  { scope: "esi-assets.read_corporation_assets.v1", rateGroup: "corp-asset" },
);

/** Paged. */
export const getStructures = get(
  "/corporations/{corporation_id}/structures",
  listOf("structure_id"),
  { scope: "esi-corporations.read_structures.v1", rateGroup: "corp-structure" },
);

/** Paged. Under the error limit; it has no token bucket yet. */
export const getOrders = get("/corporations/{corporation_id}/orders", listOf("order_id"), {
  scope: "esi-markets.read_corporation_orders.v1",
});

/** Paged; contracts of the last 30 days, and those in progress. */
export const getContracts = get("/corporations/{corporation_id}/contracts", listOf("contract_id"), {
  scope: "esi-contracts.read_corporation_contracts.v1",
  rateGroup: "corp-contract",
});

/** Paged, the newest first. The bucket holds only 30 tokens per 15 minutes. */
export const getRecentKillmails = get("/corporations/{corporation_id}/killmails/recent", hashed, {
  scope: "esi-killmails.read_corporation_killmails.v1",
  rateGroup: "corp-killmail",
});
