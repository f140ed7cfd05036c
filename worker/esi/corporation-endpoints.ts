import * as z from "zod/mini";
import { get, getChecked } from "./endpoint.ts";
import { withoutMarkup } from "./markup.ts";

// Lists are stored as ESI returns them, unknown fields included, without fields that are null, and without the markup of titles. Only
// the fields that identify an item are checked, by hand, in a tenth of the CPU time of a schema.

/** An item of a list of ESI: an object, or an id. */
type EsiItem = Record<string, unknown> | number;

/** The items of a response, and their JSON as ESI wrote it: making it again takes longer than reading it. */
export type EsiItems = { values: EsiItem[]; json: string };

function readList(values: unknown, json: string, isItem: (item: unknown) => boolean): EsiItems {
  if (!Array.isArray(values) || !values.every(isItem)) throw new Error("Not a list of such items.");
  return { values, json };
}

/** Reads a list of objects that are identified by this field. */
function listOf(id: string) {
  return (value: unknown, json: string) =>
    readList(value, json, (item) => isObject(item) && typeof item[id] === "number");
}

const listOfIds = (value: unknown, json: string) => readList(value, json, Number.isSafeInteger);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const listOfKillmails = (value: unknown, json: string) =>
  readList(
    value,
    json,
    (item) =>
      isObject(item) &&
      typeof item["killmail_id"] === "number" &&
      typeof item["killmail_hash"] === "string",
  );

/** Reads one object, as a list of one item. */
function readObject(value: unknown, json: string): EsiItems {
  if (!isObject(value)) throw new Error("Not an object.");
  return { values: [value], json: `[${json}]` };
}

/** Titles with an id, which is optional. Directors write their names, with markup. */
function readTitles(value: unknown, json: string): EsiItems {
  const { values } = readList(value, json, isObject);
  const identified = values.filter((title) => isObject(title) && title["title_id"] !== undefined);
  const named = identified.map((title) =>
    isObject(title) && typeof title["name"] === "string"
      ? { ...title, name: withoutMarkup(title["name"]) }
      : title,
  );
  return listOf("title_id")(named, JSON.stringify(named));
}

const WALLETS = "esi-wallet.read_corporation_wallets.v1";
const TITLES = "esi-corporations.read_titles.v1";
const CORP_MEMBER = "corp-member";
const CORP_WALLET = "corp-wallet";

const PAGES = { cacheSeconds: 300, isPaged: true } as const;
const HOURLY_PAGES = { cacheSeconds: 3600, isPaged: true } as const;

/** Public. NPC corporations have no player as CEO or member. */
export const getCorporation = get(
  "/corporations/{corporation_id}",
  () =>
    z.object({
      name: z.string(),
      ticker: z.string(),
      member_count: z.int(),
      ceo_id: z.optional(z.int()),
      alliance_id: z.optional(z.int()),
      state: z.string(),
      type: z.string(),
    }),
  { cacheSeconds: 3600 },
);

// ── With a director's token ───────────────────────────────────────────────────────────────────

/** The ids of all members. */
export const getMembers = getChecked("/corporations/{corporation_id}/members", listOfIds, {
  cacheSeconds: 3600,
  scope: "esi-corporations.read_corporation_membership.v1",
  rateGroup: CORP_MEMBER,
});

export const getMemberTracking = getChecked(
  "/corporations/{corporation_id}/membertracking",
  listOf("character_id"),
  { cacheSeconds: 3600, scope: "esi-corporations.track_members.v1", rateGroup: CORP_MEMBER },
);

/** The newest first; a month. Only directors may read it. */
export const getRolesHistory = getChecked(
  "/corporations/{corporation_id}/roles/history",
  listOf("character_id"),
  {
    ...HOURLY_PAGES,
    scope: "esi-corporations.read_corporation_membership.v1",
    rateGroup: CORP_MEMBER,
  },
);

/** The roles of all members. Needs `Personnel_Manager` or a role that can be granted. */
export const getMemberRoles = getChecked(
  "/corporations/{corporation_id}/roles",
  listOf("character_id"),
  {
    cacheSeconds: 3600,
    scope: "esi-corporations.read_corporation_membership.v1",
    rateGroup: CORP_MEMBER,
  },
);

/** The titles of all members, by id. */
export const getMemberTitles = getChecked(
  "/corporations/{corporation_id}/members/titles",
  listOf("character_id"),
  { cacheSeconds: 3600, scope: TITLES, rateGroup: CORP_MEMBER },
);

/** The names of at most sixteen titles. */
export const getTitles = getChecked("/corporations/{corporation_id}/titles", readTitles, {
  cacheSeconds: 3600,
  scope: TITLES,
  rateGroup: "corp-detail",
});

export const getContacts = getChecked(
  "/corporations/{corporation_id}/contacts",
  listOf("contact_id"),
  { ...PAGES, scope: "esi-corporations.read_contacts.v1", rateGroup: "corp-social" },
);

/** Any member of the alliance may read them. */
export const getAllianceContacts = getChecked(
  "/alliances/{alliance_id}/contacts",
  listOf("contact_id"),
  { ...PAGES, scope: "esi-alliances.read_contacts.v1", rateGroup: "alliance-social" },
);

/** The names of the seven wallet and hangar divisions. */
export const getDivisions = getChecked("/corporations/{corporation_id}/divisions", readObject, {
  cacheSeconds: 3600,
  scope: "esi-corporations.read_divisions.v1",
  rateGroup: CORP_WALLET,
});

export const getWallets = getChecked("/corporations/{corporation_id}/wallets", listOf("division"), {
  cacheSeconds: 300,
  scope: WALLETS,
  rateGroup: CORP_WALLET,
});

/** The newest first; the last 30 days. */
export const getJournal = getChecked(
  "/corporations/{corporation_id}/wallets/{division}/journal",
  listOf("id"),
  { ...HOURLY_PAGES, scope: WALLETS, rateGroup: CORP_WALLET },
);

export const getCorporationAssets = getChecked(
  "/corporations/{corporation_id}/assets",
  listOf("item_id"),
  { ...HOURLY_PAGES, scope: "esi-assets.read_corporation_assets.v1", rateGroup: "corp-asset" },
);

export const getStructures = getChecked(
  "/corporations/{corporation_id}/structures",
  listOf("structure_id"),
  { ...HOURLY_PAGES, scope: "esi-corporations.read_structures.v1", rateGroup: "corp-structure" },
);

/** Under the error limit; it has no token bucket yet. */
export const getOrders = getChecked("/corporations/{corporation_id}/orders", listOf("order_id"), {
  cacheSeconds: 1200,
  isPaged: true,
  scope: "esi-markets.read_corporation_orders.v1",
});

/** Contracts of the last 30 days, and those in progress. */
export const getContracts = getChecked(
  "/corporations/{corporation_id}/contracts",
  listOf("contract_id"),
  { ...PAGES, scope: "esi-contracts.read_corporation_contracts.v1", rateGroup: "corp-contract" },
);

/** The newest first. The bucket holds only 30 tokens per 15 minutes. */
export const getRecentKillmails = getChecked(
  "/corporations/{corporation_id}/killmails/recent",
  listOfKillmails,
  { ...PAGES, scope: "esi-killmails.read_corporation_killmails.v1", rateGroup: "corp-killmail" },
);

const killmailItem = () => ({
  item_type_id: z.int(),
  quantity_destroyed: z.optional(z.int()),
  quantity_dropped: z.optional(z.int()),
  /** 2: a copy of a blueprint. */
  singleton: z.int(),
});

/** Public: the hash is what makes it known. */
export const getKillmail = get(
  "/killmails/{killmail_id}/{killmail_hash}",
  () =>
    z.object({
      killmail_time: z.string(),
      solar_system_id: z.int(),
      attackers: z.array(
        z.object({
          character_id: z.optional(z.int()),
          corporation_id: z.optional(z.int()),
          final_blow: z.boolean(),
        }),
      ),
      victim: z.object({
        character_id: z.optional(z.int()),
        corporation_id: z.optional(z.int()),
        ship_type_id: z.int(),
        items: z.optional(
          z.array(
            z.object({
              ...killmailItem(),
              items: z.optional(z.array(z.object(killmailItem()))),
            }),
          ),
        ),
      }),
    }),
  { cacheSeconds: 2_592_000, rateGroup: "killmail" },
);
export type KillmailBody = ReturnType<typeof getKillmail.read>;
