import { and, eq, isNull, sql } from "drizzle-orm";
import { fold } from "#shared/fold.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { names } from "#worker/db/schema/characters.ts";
import { corporationMembers } from "#worker/db/schema/evidence.ts";
import { orm, prepareAtStart } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { fetchNames } from "#worker/universe/names.ts";

/** Members of one invocation: one call of ESI, whose answer the free plan's processor time affords. */
const MEMBERS_PER_SLICE = 250;

const { characterId, name } = corporationMembers;

/** Not while ESI refuses to name the character. */
const isNameable = sql`not exists (select 1 from ${names}
  where ${names.id} = ${characterId} and ${names.name} is null and ${names.retryAt} > ${sql.placeholder("now")})`;

/** Members without a name in the roster, each once, with the name that Muster knows from elsewhere. */
const selectUnnamed = prepareAtStart(
  {
    characterId,
    known: sql<string | null>`coalesce(
      (select ${characters.name} from ${characters} where ${characters.id} = ${characterId}),
      (select ${names.name} from ${names} where ${names.id} = ${characterId}))`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(corporationMembers)
      .where(and(isNull(name), isNameable))
      .limit(sql.placeholder("limit")),
);

/** Names the members of rosters. */
export const rosterNames = defineWork({
  kind: "roster",
  due: (_context, now) => [selectUnnamed({ now, limit: 1 })],
  slice: nameMembers,
});

/** Names members whom EVE lists by id. Returns whether there are more. */
export async function nameMembers(context: Context): Promise<boolean> {
  const { db, config } = context;
  const now = Date.now();
  const slice = { now, limit: MEMBERS_PER_SLICE };
  const [found, cooldowns] = await runBatch(db, [
    selectUnnamed(slice),
    selectCooldowns(config, new Date(now)),
  ]);
  const unknown = found.filter(({ known }) => known === null);
  const esi = openEsi(config, { priority: "background", cooldowns });
  await fetchNames(
    context,
    esi,
    unknown.map((member) => member.characterId),
  );
  const named = unknown.length === 0 ? found : await run(db, selectUnnamed(slice));
  const known = named.flatMap(({ characterId, known }) =>
    known === null ? [] : [{ id: characterId, name: known, folded: fold(known) }],
  );
  await runBatch(db, [storeNames(known), ...upsertCooldowns(config, esi.newCooldowns())]);
  return found.length === MEMBERS_PER_SLICE && known.length > 0;
}

function storeNames(known: { id: number; name: string; folded: string }[]) {
  const of = (field: string) => sql.raw(`json_extract(given.value, '$.${field}')`);
  return orm
    .update(corporationMembers)
    .set({ name: of("name"), nameFolded: of("folded") })
    .from(sql`json_each(${JSON.stringify(known)}) as given`)
    .where(and(eq(characterId, of("id")), isNull(name)));
}
