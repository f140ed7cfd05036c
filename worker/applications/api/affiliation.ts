import { sql } from "drizzle-orm";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, names } from "#worker/db/schema/characters.ts";

/** What the API says of the main of a user. */
export const affiliationFields = {
  mainId: sql<number | null>`main.id`,
  mainName: sql<string | null>`main.name`,
  corporationId: sql<number | null>`affiliation.corporation_id`,
  corporationName: sql<string | null>`corporation.name`,
  allianceId: sql<number | null>`affiliation.alliance_id`,
  allianceName: sql<string | null>`alliance.name`,
};

/** The joins that `affiliationFields` needs, after `users`. */
export const affiliationJoins = sql`left join ${characters} as main on main.id = ${users.mainCharacterId}
  left join ${characterAffiliations} as affiliation on affiliation.character_id = main.id
  left join ${names} as corporation on corporation.id = affiliation.corporation_id
  left join ${names} as alliance on alliance.id = affiliation.alliance_id`;

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
