import * as z from "zod/mini";
import { get, getText } from "./endpoint.ts";

// Lists are stored as ESI returns them, unknown fields included. Only the fields that identify an item are checked, by
// hand, in a tenth of the CPU time of a schema.

/** An item of a list of ESI: an object, or an id. */
type EsiItem = Record<string, unknown> | number;

/** The items of a response, and their JSON as ESI wrote it: making it again takes longer than reading it. */
export type EsiItems = { values: EsiItem[]; json: string };

function readList(text: string, isItem: (item: unknown) => boolean): EsiItems {
  const values: unknown = JSON.parse(text);
  if (!Array.isArray(values) || !values.every(isItem)) throw new Error("Not a list of such items.");
  return { values, json: text };
}

/** Reads a list of objects that are identified by this field. */
function listOf(id: string) {
  return (text: string) => readList(text, (item) => isObject(item) && typeof item[id] === "number");
}

const listOfIds = (text: string) => readList(text, Number.isSafeInteger);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const listOfKillmails = (text: string) =>
  readList(
    text,
    (item) =>
      isObject(item) &&
      typeof item["killmail_id"] === "number" &&
      typeof item["killmail_hash"] === "string",
  );

/** Reads one object, as a list of one item. */
function readObject(text: string): EsiItems {
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) throw new Error("Not an object.");
  return { values: [value], json: `[${text}]` };
}

const WALLETS = "esi-wallet.read_corporation_wallets.v1";
const TITLES = "esi-corporations.read_titles.v1";
const CORP_MEMBER = "corp-member";
const CORP_WALLET = "corp-wallet";

/** Public. NPC corporations have no player as CEO or member. */
export const getCorporation = get("/corporations/{corporation_id}", () =>
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
export const getMembers = getText("/corporations/{corporation_id}/members", listOfIds, {
  scope: "esi-corporations.read_corporation_membership.v1",
  rateGroup: CORP_MEMBER,
});

/** All members; not paged. */
export const getMemberTracking = getText(
  "/corporations/{corporation_id}/membertracking",
  listOf("character_id"),
  { scope: "esi-corporations.track_members.v1", rateGroup: CORP_MEMBER },
);

/** Paged, the newest first; a month. Only directors may read it. */
export const getRolesHistory = getText(
  "/corporations/{corporation_id}/roles/history",
  listOf("character_id"),
  { scope: "esi-corporations.read_corporation_membership.v1", rateGroup: CORP_MEMBER },
);

/** The roles of all members; not paged. Needs `Personnel_Manager` or a role that can be granted. */
export const getMemberRoles = getText(
  "/corporations/{corporation_id}/roles",
  listOf("character_id"),
  {
    scope: "esi-corporations.read_corporation_membership.v1",
    rateGroup: CORP_MEMBER,
  },
);

/** The titles of all members, by id; not paged. */
export const getMemberTitles = getText(
  "/corporations/{corporation_id}/members/titles",
  listOf("character_id"),
  { scope: TITLES, rateGroup: CORP_MEMBER },
);

/** The names of at most sixteen titles. */
export const getTitles = getText("/corporations/{corporation_id}/titles", listOf("title_id"), {
  scope: TITLES,
  rateGroup: "corp-detail",
});

/** Paged. */
export const getContacts = getText(
  "/corporations/{corporation_id}/contacts",
  listOf("contact_id"),
  {
    scope: "esi-corporations.read_contacts.v1",
    rateGroup: "corp-social",
  },
);

/** Paged. Any member of the alliance may read them. */
export const getAllianceContacts = getText(
  "/alliances/{alliance_id}/contacts",
  listOf("contact_id"),
  {
    scope: "esi-alliances.read_contacts.v1",
    rateGroup: "alliance-social",
  },
);

/** The names of the seven wallet and hangar divisions. */
export const getDivisions = getText("/corporations/{corporation_id}/divisions", readObject, {
  scope: "esi-corporations.read_divisions.v1",
  rateGroup: CORP_WALLET,
});

export const getWallets = getText("/corporations/{corporation_id}/wallets", listOf("division"), {
  scope: WALLETS,
  rateGroup: CORP_WALLET,
});

/** Paged, the newest first; the last 30 days. */
export const getJournal = getText(
  "/corporations/{corporation_id}/wallets/{division}/journal",
  listOf("id"),
  { scope: WALLETS, rateGroup: CORP_WALLET },
);

/** Paged. */
export const getCorporationAssets = getText(
  "/corporations/{corporation_id}/assets",
  listOf("item_id"),
  { scope: "esi-assets.read_corporation_assets.v1", rateGroup: "corp-asset" },
);

/** Paged. */
export const getStructures = getText(
  "/corporations/{corporation_id}/structures",
  listOf("structure_id"),
  { scope: "esi-corporations.read_structures.v1", rateGroup: "corp-structure" },
);

/** Paged. Under the error limit; it has no token bucket yet. */
export const getOrders = getText("/corporations/{corporation_id}/orders", listOf("order_id"), {
  scope: "esi-markets.read_corporation_orders.v1",
});

/** Paged; contracts of the last 30 days, and those in progress. */
export const getContracts = getText(
  "/corporations/{corporation_id}/contracts",
  listOf("contract_id"),
  {
    scope: "esi-contracts.read_corporation_contracts.v1",
    rateGroup: "corp-contract",
  },
);

/** Paged, the newest first. The bucket holds only 30 tokens per 15 minutes. */
export const getRecentKillmails = getText(
  "/corporations/{corporation_id}/killmails/recent",
  listOfKillmails,
  {
    scope: "esi-killmails.read_corporation_killmails.v1",
    rateGroup: "corp-killmail",
  },
);
