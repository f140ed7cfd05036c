import { is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as accountTables from "#worker/db/schema/accounts.ts";
import * as alarmTables from "#worker/db/schema/alarms.ts";
import * as applicationTables from "#worker/db/schema/applications.ts";
import * as factTables from "#worker/db/schema/facts.ts";
import * as interfaceTables from "#worker/db/schema/application-interfaces.ts";
import * as auditTables from "#worker/db/schema/audit.ts";
import * as characterTables from "#worker/db/schema/characters.ts";
import * as installationTables from "#worker/db/schema/installation.ts";
import * as corporationTables from "#worker/db/schema/corporations.ts";
import * as operationTables from "#worker/db/schema/operations.ts";
import * as postTables from "#worker/db/schema/discord-posts.ts";
import * as serverTables from "#worker/db/schema/discord-servers.ts";
import * as erasureTables from "#worker/db/schema/erasure.ts";
import * as esiTables from "#worker/db/schema/esi.ts";
import * as evidenceTables from "#worker/db/schema/evidence.ts";
import * as groupListTables from "#worker/db/schema/group-lists.ts";
import * as groupTables from "#worker/db/schema/groups.ts";
import * as formTables from "#worker/db/schema/group-forms.ts";
import * as requirementTables from "#worker/db/schema/requirements.ts";
import * as reviewTables from "#worker/db/schema/reviews.ts";
import * as watchTables from "#worker/db/schema/watchlist.ts";

const schema = {
  ...accountTables,
  ...alarmTables,
  ...applicationTables,
  ...factTables,
  ...interfaceTables,
  ...auditTables,
  ...characterTables,
  ...installationTables,
  ...corporationTables,
  ...operationTables,
  ...postTables,
  ...serverTables,
  ...erasureTables,
  ...esiTables,
  ...evidenceTables,
  ...groupListTables,
  ...groupTables,
  ...formTables,
  ...requirementTables,
  ...reviewTables,
  ...watchTables,
};

/** Every table of the schema. */
export const ALL_TABLES = Object.values<unknown>(schema).filter((one) => is(one, SQLiteTable));
