import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { characters, users } from "#worker/db/schema/accounts.ts";
import {
  characterAffiliations,
  names,
  UNKNOWN_CORPORATION_ID,
} from "#worker/db/schema/characters.ts";

const main = alias(characters, "main");
const affiliation = alias(characterAffiliations, "affiliation");
const corporation = alias(names, "corporation");
const alliance = alias(names, "alliance");

/** What the API says of the main of a user. */
export const affiliationFields = {
  mainId: sql<number | null>`${main.id}`,
  mainName: sql<string | null>`${main.name}`,
  corporationId: sql<number | null>`${affiliation.corporationId}`,
  corporationName: sql<string | null>`${corporation.name}`,
  allianceId: sql<number | null>`${affiliation.allianceId}`,
  allianceName: sql<string | null>`${alliance.name}`,
};

/** The joins that `affiliationFields` needs, after `users`. While the corporation is unknown, it is null, and so is the alliance. */
export const affiliationJoins = sql`left join ${characters} as ${main} on ${main.id} = ${users.mainCharacterId}
  left join ${characterAffiliations} as ${affiliation} on ${affiliation.characterId} = ${main.id}
    and ${affiliation.corporationId} <> ${sql.raw(String(UNKNOWN_CORPORATION_ID))}
  left join ${names} as ${corporation} on ${corporation.id} = ${affiliation.corporationId}
  left join ${names} as ${alliance} on ${alliance.id} = ${affiliation.allianceId}`;

type Row = {
  mainId: number | null;
  mainName: string | null;
  corporationId: number | null;
  corporationName: string | null;
  allianceId: number | null;
  allianceName: string | null;
};

export function presentMain(row: Row) {
  const { mainId, mainName, corporationId, corporationName, allianceId, allianceName } = row;
  return {
    main: mainId === null || mainName === null ? null : { id: mainId, name: mainName },
    corporation: corporationId === null ? null : { id: corporationId, name: corporationName },
    alliance: allianceId === null ? null : { id: allianceId, name: allianceName },
  };
}
