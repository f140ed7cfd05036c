import { sql } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import type { PilotEntry } from "#shared/pilots/pilots.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { columns, LAST_CHARACTER, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { main, pilotFields, pilotJoins } from "./list-store.ts";
import { presentPilot } from "./service.ts";
import { matched, matchedAlt } from "./walks.ts";

const selectMatches = prepare(
  () => ({ ...pilotFields(), matchedAlt: matchedAlt(true, sql`${main.nameFolded}`) }),
  (fields) => {
    const [text, word] = [sql.placeholder("folded"), sql.placeholder("foldedWord")];
    const rank = sql`case when ${characters.nameFolded} = ${text} then 0
      when instr(${characters.nameFolded}, ${text}) = 1 then 1
      when instr(${characters.nameFolded}, ${word}) > 0 then 2 else 3 end`;
    return sql`with best(userId, place, name) as materialized (
        select found.userId, ${rank}, ${characters.nameFolded} from (${matched}) as found
        cross join ${users} on ${users.id} = found.userId
        left join ${characters} on ${characters.id} = ${users.mainCharacterId}
        order by 2, 3, 1 limit ${sql.placeholder("limit")})
      select ${columns(fields)} from best cross join ${users} on ${users.id} = best.userId ${pilotJoins}
      order by best.place, best.name, best.userId`;
  },
);

/** The users whom a search finds, those whose main begins with it first, then those with such a word in it. */
export function selectBestMatches(search: string, adminIds: string, limit: number) {
  const folded = fold(search);
  const foldedEnd = folded + LAST_CHARACTER;
  return selectMatches({ folded, foldedEnd, foldedWord: ` ${folded}`, adminIds, limit });
}

export function presentMatch(
  row: RowOfStatement<ReturnType<typeof selectBestMatches>>,
  now: number,
): PilotEntry {
  return { ...presentPilot(row, now), matchedAlt: row.matchedAlt };
}
