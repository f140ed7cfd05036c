import { FLEET_SCOPE } from "#shared/account/step-up-scopes.ts";
import * as z from "zod/mini";
import { once } from "#shared/once.ts";
import { get, getChecked, post } from "./endpoint.ts";
import { AFFILIATION_CACHED_MS } from "./eve-date.ts";
import { withoutMarkup } from "./markup.ts";

const CHAR_DETAIL = "char-detail";
const CHAR_LOCATION = "char-location";

/** A page of assets has a thousand items. Checking them by hand takes a tenth of the CPU time of a schema. */
export type EsiAsset = { type_id: number; quantity: number; is_blueprint_copy?: boolean };

function isAssetPage(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every(
      (item: Partial<EsiAsset> | null) =>
        typeof item?.type_id === "number" && typeof item.quantity === "number",
    )
  );
}

// ── Public ────────────────────────────────────────────────────────────────────────────────────

export const getCharacter = get(
  "/characters/{character_id}",
  () =>
    z.object({
      name: z.string(),
      birthday: z.optional(z.string()),
      corporation_id: z.int(),
      alliance_id: z.optional(z.int()),
      security_status: z.optional(z.number()),
    }),
  { cacheSeconds: 86400 },
);

export const getCorporationHistory = get(
  "/characters/{character_id}/corporationhistory",
  () =>
    z.array(
      z.object({
        record_id: z.int(),
        corporation_id: z.int(),
        start_date: z.string(),
        is_deleted: z.optional(z.boolean()),
      }),
    ),
  { cacheSeconds: 86400 },
);

const affiliationSchema = once(() =>
  z.object({
    character_id: z.int(),
    corporation_id: z.int(),
    alliance_id: z.optional(z.int()),
  }),
);

/** The body is a list of at most 1000 character ids. An entry that cannot be read is undefined: the others count. */
export const postAffiliation = post(
  "/characters/affiliation",
  () =>
    z.array(
      z.pipe(
        z.unknown(),
        z.transform((entry) => z.safeParse(affiliationSchema(), entry).data),
      ),
    ),
  { cacheSeconds: AFFILIATION_CACHED_MS / 1000 },
);

// ── With the character's token ────────────────────────────────────────────────────────────────

export const getAttributes = get(
  "/characters/{character_id}/attributes",
  () =>
    z.object({
      intelligence: z.int(),
      perception: z.int(),
      memory: z.int(),
      willpower: z.int(),
      charisma: z.int(),
      last_remap_date: z.optional(z.string()),
      bonus_remaps: z.optional(z.int()),
    }),
  { cacheSeconds: 120, scope: "esi-skills.read_skills.v1", rateGroup: CHAR_DETAIL },
);

export const getSkills = get(
  "/characters/{character_id}/skills",
  () =>
    z.object({
      total_sp: z.int(),
      unallocated_sp: z.optional(z.int()),
      skills: z.array(
        z.object({
          skill_id: z.int(),
          skillpoints_in_skill: z.int(),
          trained_skill_level: z.int(),
        }),
      ),
    }),
  { cacheSeconds: 60, scope: "esi-skills.read_skills.v1", rateGroup: CHAR_DETAIL },
);

export const getSkillQueue = get(
  "/characters/{character_id}/skillqueue",
  () =>
    z.array(
      z.object({
        skill_id: z.int(),
        finished_level: z.int(),
        queue_position: z.int(),
        start_date: z.optional(z.string()),
        finish_date: z.optional(z.string()),
        level_start_sp: z.optional(z.int()),
        level_end_sp: z.optional(z.int()),
        training_start_sp: z.optional(z.int()),
      }),
    ),
  { cacheSeconds: 60, scope: "esi-skills.read_skillqueue.v1", rateGroup: CHAR_DETAIL },
);

export const getLocation = get(
  "/characters/{character_id}/location",
  () =>
    z.object({
      solar_system_id: z.int(),
      station_id: z.optional(z.int()),
      structure_id: z.optional(z.int()),
    }),
  { cacheSeconds: 5, scope: "esi-location.read_location.v1", rateGroup: CHAR_LOCATION },
);

export const getOnline = get(
  "/characters/{character_id}/online",
  () => z.object({ online: z.boolean(), last_login: z.optional(z.string()) }),
  { cacheSeconds: 60, scope: "esi-location.read_online.v1", rateGroup: CHAR_LOCATION },
);

export const getShip = get(
  "/characters/{character_id}/ship",
  () => z.object({ ship_type_id: z.int(), ship_name: z.string() }),
  { cacheSeconds: 5, scope: "esi-location.read_ship_type.v1", rateGroup: CHAR_LOCATION },
);

/** The balance in ISK, a bare number. */
export const getWallet = get("/characters/{character_id}/wallet", () => z.number(), {
  cacheSeconds: 120,
  scope: "esi-wallet.read_character_wallet.v1",
  rateGroup: "char-wallet",
});

/** A thousand items a page. */
export const getAssets = get(
  "/characters/{character_id}/assets",
  () => z.custom<EsiAsset[]>(isAssetPage),
  {
    cacheSeconds: 3600,
    scope: "esi-assets.read_assets.v1",
    rateGroup: "char-asset",
    isPaged: true,
  },
);

/** The titles in the present corporation. */
export const getCharacterTitles = get(
  "/characters/{character_id}/titles",
  () =>
    z.array(
      z.object({
        title_id: z.optional(z.int()),
        name: z.optional(z.string().check(z.overwrite(withoutMarkup))),
      }),
    ),
  { cacheSeconds: 3600, scope: "esi-characters.read_titles.v1", rateGroup: CHAR_DETAIL },
);

/** Corporation roles, without those that are limited to headquarters, base or other locations. */
export const getRoles = get(
  "/characters/{character_id}/roles",
  () => z.object({ roles: z._default(z.array(z.string()), []) }),
  { cacheSeconds: 3600, scope: "esi-characters.read_corporation_roles.v1", rateGroup: CHAR_DETAIL },
);

const ACCESS_LISTS = {
  cacheSeconds: 300,
  scope: "esi-access.read_lists.v1",
  rateGroup: "char-access",
};

/** The access lists that the character manages in game. */
export const getAccessLists = get(
  "/characters/{character_id}/access-lists",
  () => z.object({ access_lists: z.array(z.object({ id: z.int() })) }),
  ACCESS_LISTS,
);

export const getAccessList = get(
  "/characters/{character_id}/access-lists/{access_list_id}",
  () =>
    z.object({
      name: z.string(),
      membership: z.object({
        allow_everyone: z.boolean(),
        characters: z.array(z.object({ character_id: z.int(), access: z.string() })),
        corporations: z.array(z.object({ access: z.string() })),
        alliances: z.array(z.object({ access: z.string() })),
      }),
    }),
  ACCESS_LISTS,
);

/**
 * What EVE has told the character, the newest 500; without pages. Checked by hand, as a schema for so many would take too long. The
 * bucket has 15 tokens per 15 minutes.
 */
export const getNotifications = getChecked(
  "/characters/{character_id}/notifications",
  (values): EsiNotification[] => {
    if (!Array.isArray(values) || !values.every(isNotification)) {
      throw new Error("Not a list of notifications.");
    }
    return values;
  },
  {
    cacheSeconds: 600,
    scope: "esi-characters.read_notifications.v1",
    rateGroup: "char-notification",
  },
);

export type EsiNotification = {
  notification_id: number;
  type: string;
  timestamp: string;
  text?: string;
};

function isNotification(value: unknown): value is EsiNotification {
  return (
    typeof value === "object" &&
    value !== null &&
    "notification_id" in value &&
    typeof value.notification_id === "number" &&
    "type" in value &&
    typeof value.type === "string" &&
    "timestamp" in value &&
    typeof value.timestamp === "string" &&
    (!("text" in value) || typeof value.text === "string")
  );
}

/** In which fleet the character is, and whose it is. 404: in none. */
export const getFleetOfCharacter = get(
  "/characters/{character_id}/fleet",
  () =>
    z.pipe(
      z.object({ fleet_id: z.int(), fleet_boss_id: z.int() }),
      z.transform(({ fleet_id: fleetId, fleet_boss_id: bossId }) => ({ fleetId, bossId })),
    ),
  { cacheSeconds: 60, scope: FLEET_SCOPE, rateGroup: "fleet" },
);

/** Who is in a fleet, at most 256: its boss alone is told. `joinedAt` in milliseconds. */
export const getFleetMembers = get(
  "/fleets/{fleet_id}/members",
  () =>
    z.array(
      z.pipe(
        z.object({ character_id: z.int(), ship_type_id: z.int(), join_time: z.string() }),
        z.transform(({ character_id: characterId, ship_type_id: shipTypeId, join_time: at }) => ({
          characterId,
          shipTypeId,
          joinedAt: Date.parse(at),
        })),
      ),
    ),
  { cacheSeconds: 5, scope: FLEET_SCOPE, rateGroup: "fleet" },
);
