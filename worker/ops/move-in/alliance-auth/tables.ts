import type * as z from "zod/mini";
import type { MovedGrant } from "#worker/ops/move-in/plan/community.ts";
import type { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import { handler } from "#worker/ops/move-in/read/rows.ts";
import type { Handlers } from "#worker/ops/move-in/read/rows.ts";
import { applicationHandlers, emptyApplicationTables } from "./application-tables.ts";
import { emptyNoteTables, noteHandlers } from "./notes.ts";
import { emptyOperationTables, operationHandlers } from "./operation-tables.ts";
import * as schemas from "./schemas.ts";

type Placed<Schema extends z.ZodMiniType> = z.output<Schema> & { place: string };

/** The rows of the export that are kept, by their keys. Records may refer to later ones. */
export function emptyTables() {
  return {
    /** Keys of users and groups by their primary keys and their names. */
    userKeys: new Map<string, string>(),
    groupKeys: new Map<string, string>(),
    users: new Map<string, Placed<typeof schemas.userSchema>>(),
    groups: new Map<string, Placed<typeof schemas.groupSchema>>(),
    authGroups: new Map<string, Placed<typeof schemas.authGroupSchema>>(),
    profiles: [] as z.output<typeof schemas.profileSchema>[],
    characters: new Map<string, z.output<typeof schemas.characterSchema>>(),
    corporations: new Map<string, number>(),
    corporationNames: new Map<string, string>(),
    alliances: new Map<string, number>(),
    ownerships: [] as Placed<typeof schemas.ownershipSchema>[],
    states: new Map<string, Placed<typeof schemas.stateSchema>>(),
    stateKeys: new Map<string, string>(),
    scopes: new Map<string, string>(),
    grants: [] as MovedGrant[],
    requests: [] as Placed<typeof schemas.requestSchema>[],
    managedGroups: new Map<string, z.output<typeof schemas.managedGroupSchema>>(),
    managedCorporations: new Map<string, string>(),
    managedAlliances: new Map<string, string>(),
    autogroups: new Map<string, z.output<typeof schemas.autogroupsSchema>>(),
    discord: [] as Placed<typeof schemas.discordSchema>[],
    applications: { hrapplications: emptyApplicationTables(), hrapps: emptyApplicationTables() },
    notes: emptyNoteTables(),
    operations: emptyOperationTables(),
  };
}
export type Tables = ReturnType<typeof emptyTables>;

/** Dumps of a whole site contain these: no reason to mention them. */
const IGNORED = ["contenttypes.contenttype", "auth.permission", "authentication.ownershiprecord"];

/** What to do with a row of each model. `grants` encrypts tokens as they are read. */
export function handlersFor(tables: Tables, grants: ReturnType<typeof grantReader>): Handlers {
  return {
    ...Object.fromEntries(IGNORED.map((model) => [model, () => {}])),
    ...applicationHandlers("hrapplications", tables.applications.hrapplications),
    ...applicationHandlers("hrapps", tables.applications.hrapps),
    ...noteHandlers(tables.notes),
    ...operationHandlers(tables.operations),
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
    "groupmanagement.authgroup": handler(schemas.authGroupSchema, (row, place) => {
      tables.authGroups.set(row.pk, { ...row, place });
    }),
    "groupmanagement.grouprequest": handler(schemas.requestSchema, (row, place) => {
      tables.requests.push({ ...row, place });
    }),
    "authentication.userprofile": handler(schemas.profileSchema, (row) => {
      tables.profiles.push(row);
    }),
    "authentication.characterownership": handler(schemas.ownershipSchema, (row, place) => {
      tables.ownerships.push({ ...row, place });
    }),
    "authentication.state": handler(schemas.stateSchema, (row, place) => {
      tables.states.set(row.pk, { ...row, place });
      tables.stateKeys.set(row.pk, row.pk);
      tables.stateKeys.set(schemas.nameKey(row.name), row.pk);
    }),
    "eveonline.evecharacter": handler(schemas.characterSchema, (row) => {
      tables.characters.set(row.pk, row);
    }),
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
    "eve_autogroups.managedgroup": handler(schemas.managedGroupSchema, (row) => {
      tables.managedGroups.set(row.pk, row);
    }),
    "eve_autogroups.managedcorpgroup": handler(schemas.managedCorporationSchema, (row) => {
      tables.managedCorporations.set(row.pk, row.corp);
    }),
    "eve_autogroups.managedalliancegroup": handler(schemas.managedAllianceSchema, (row) => {
      tables.managedAlliances.set(row.pk, row.alliance);
    }),
    "eve_autogroups.autogroupsconfig": handler(schemas.autogroupsSchema, (row) => {
      tables.autogroups.set(row.pk, row);
    }),
    "discord.discorduser": handler(schemas.discordSchema, (row, place) => {
      tables.discord.push({ ...row, place });
    }),
  };
}

export const REQUIRED = [
  "auth.user",
  "authentication.userprofile",
  "authentication.characterownership",
  "eveonline.evecharacter",
  "esi.token",
];
