import type { MovedGrant } from "#worker/ops/move-in/plan/community.ts";
import type { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import { handler, intoList, intoMap } from "#worker/ops/move-in/read/rows.ts";
import type { Handlers, Placed } from "#worker/ops/move-in/read/rows.ts";
import * as schemas from "./schemas.ts";

/** The rows of the export that are kept, by their keys. Records may refer to later ones. */
export function emptyTables() {
  return {
    /** Keys of users and groups by their primary keys and their names. */
    userKeys: new Map<string, string>(),
    groupKeys: new Map<string, string>(),
    users: new Map<string, Placed<typeof schemas.userSchema>>(),
    groups: new Map<string, Placed<typeof schemas.groupSchema>>(),
    authGroups: new Map<string, Placed<typeof schemas.authGroupSchema>>(),
    profiles: [] as Placed<typeof schemas.profileSchema>[],
    characters: new Map<string, Placed<typeof schemas.characterSchema>>(),
    corporations: new Map<string, number>(),
    corporationNames: new Map<string, string>(),
    alliances: new Map<string, number>(),
    ownerships: [] as Placed<typeof schemas.ownershipSchema>[],
    states: new Map<string, Placed<typeof schemas.stateSchema>>(),
    stateKeys: new Map<string, string>(),
    scopes: new Map<string, string>(),
    grants: [] as MovedGrant[],
    requests: [] as Placed<typeof schemas.requestSchema>[],
    managedGroups: new Map<string, Placed<typeof schemas.managedGroupSchema>>(),
    managedCorporations: new Map<string, string>(),
    managedAlliances: new Map<string, string>(),
    autogroups: new Map<string, Placed<typeof schemas.autogroupsSchema>>(),
    discord: [] as Placed<typeof schemas.discordSchema>[],
  };
}
export type Tables = ReturnType<typeof emptyTables>;

const keyOf = ({ pk }: { pk: string }) => pk;

/** Dumps of a whole site contain these: no reason to mention them. */
const IGNORED = ["contenttypes.contenttype", "auth.permission", "authentication.ownershiprecord"];

/** What to do with a row of each model. `grants` encrypts tokens as they are read. */
export function handlersFor(tables: Tables, grants: ReturnType<typeof grantReader>): Handlers {
  return {
    ...Object.fromEntries(IGNORED.map((model) => [model, () => {}])),
    "auth.user": handler(schemas.userSchema, (row, place) => {
      tables.users.set(row.pk, { ...row, place });
      tables.userKeys.set(row.pk, row.pk);
      tables.userKeys.set(schemas.nameKey(row.username), row.pk);
    }),
    "auth.group": handler(schemas.groupSchema, (row, place) => {
      tables.groups.set(row.pk, { ...row, place });
      tables.groupKeys.set(row.pk, row.pk);
      tables.groupKeys.set(schemas.nameKey(row.name), row.pk);
    }),
    "groupmanagement.authgroup": intoMap(schemas.authGroupSchema, tables.authGroups, keyOf),
    "groupmanagement.grouprequest": intoList(schemas.requestSchema, tables.requests),
    "authentication.userprofile": intoList(schemas.profileSchema, tables.profiles),
    "authentication.characterownership": intoList(schemas.ownershipSchema, tables.ownerships),
    "authentication.state": handler(schemas.stateSchema, (row, place) => {
      tables.states.set(row.pk, { ...row, place });
      tables.stateKeys.set(row.pk, row.pk);
      tables.stateKeys.set(schemas.nameKey(row.name), row.pk);
    }),
    "eveonline.evecharacter": intoMap(schemas.characterSchema, tables.characters, keyOf),
    "eveonline.evecorporationinfo": handler(schemas.corporationSchema, (row) => {
      tables.corporations.set(row.pk, row.corporation_id);
      if (row.corporation_name) tables.corporationNames.set(row.pk, row.corporation_name);
    }),
    "eveonline.eveallianceinfo": handler(schemas.allianceSchema, (row) => {
      tables.alliances.set(row.pk, row.alliance_id);
    }),
    "esi.scope": handler(schemas.scopeSchema, (row) => {
      tables.scopes.set(row.pk, row.name);
      tables.scopes.set(schemas.nameKey(row.name), row.name);
    }),
    "esi.token": handler(schemas.tokenSchema, async (row, place) => {
      const created = row.created === null ? Number.NaN : Date.parse(row.created);
      const grant = await grants.read({
        characterId: row.character_id,
        user: row.user ?? null,
        refreshToken: row.refresh_token,
        accessToken: row.access_token,
        ownerHash: row.character_owner_hash,
        // Scopes may be later in the file: their keys are replaced at the end.
        scopes: row.scopes,
        issuedAt: Number.isNaN(created) ? undefined : created / 1000,
        place,
      });
      if (grant !== undefined) tables.grants.push(grant);
    }),
    "eve_autogroups.managedgroup": intoMap(schemas.managedGroupSchema, tables.managedGroups, keyOf),
    "eve_autogroups.managedcorpgroup": handler(schemas.managedCorporationSchema, (row) => {
      tables.managedCorporations.set(row.pk, row.corp);
    }),
    "eve_autogroups.managedalliancegroup": handler(schemas.managedAllianceSchema, (row) => {
      tables.managedAlliances.set(row.pk, row.alliance);
    }),
    "eve_autogroups.autogroupsconfig": intoMap(schemas.autogroupsSchema, tables.autogroups, keyOf),
    "discord.discorduser": intoList(schemas.discordSchema, tables.discord),
  };
}

export const REQUIRED = [
  "auth.user",
  "authentication.userprofile",
  "authentication.characterownership",
  "eveonline.evecharacter",
  "esi.token",
];
