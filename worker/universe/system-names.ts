import { and, eq, lte, sql } from "drizzle-orm";
import type { Language } from "#shared/language/languages.ts";
import { DAY_MS } from "#shared/time.ts";
import { runBatch } from "#worker/db/batch.ts";
import { names, systemNames } from "#worker/db/schema/characters.ts";
import { excluded, insertWhere, orm, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { EsiError } from "#worker/esi/error.ts";
import { getSystem } from "#worker/esi/universe-endpoints.ts";
import systems from "./systems.json" with { type: "json" };

/** CCP renames a system now and then. */
const FRESH_MS = 90 * DAY_MS;
const RETRY_MS = 60 * 60 * 1000;
/** ESI tells the name of one system a call. The others are read when they are shown the next time. */
const MOST_SYSTEMS = 10;

/**
 * Reads the names of these solar systems in a language from ESI. Before, each is claimed with its English name for an hour, so
 * that neither several viewers nor an outage make more calls.
 */
export async function readSystemNames(
  { db, config }: Context,
  language: Language,
  systemIds: readonly number[],
): Promise<void> {
  const now = Date.now();
  const [claimed, cooldowns] = await runBatch(db, [
    claim(language, systemIds.slice(0, MOST_SYSTEMS), now),
    selectCooldowns(config, new Date(now)),
  ]);
  if (claimed.length === 0) return;
  const esi = openEsi(config, { priority: "background", cooldowns });
  const read = await Promise.all(claimed.map(({ systemId }) => readName(esi, language, systemId)));
  const freshUntil = new Date(now + FRESH_MS);
  const found = read.flatMap((name) => (name ? [{ ...name, language, freshUntil }] : []));
  await runBatch(db, [
    ...found.map(({ name, systemId }) =>
      orm
        .update(systemNames)
        .set({ name, freshUntil })
        .where(and(eq(systemNames.language, language), eq(systemNames.systemId, systemId))),
    ),
    ...upsertCooldowns(config, esi.newCooldowns()),
  ]);
}

/** Returns the systems that no other invocation has claimed. */
function claim(language: Language, systemIds: readonly number[], now: number) {
  return rows({ systemId: systemNames.systemId }, (fields) =>
    insertWhere(
      systemNames,
      {
        language,
        systemId: sql`${names.id}`,
        name: sql`${names.name}`,
        freshUntil: new Date(now + RETRY_MS),
      },
      sql`${names.id} in (select value from json_each(${JSON.stringify(systemIds)})) and ${names.name} is not null`,
      sql`${names}`,
    )
      .onConflictDoUpdate({
        target: [systemNames.language, systemNames.systemId],
        set: { freshUntil: excluded(systemNames.freshUntil) },
        setWhere: lte(systemNames.freshUntil, new Date(now)),
      })
      .returning(fields),
  );
}

async function readName(esi: Esi, language: Language, systemId: number) {
  try {
    const answer = await esi.request(getSystem, { params: { system_id: systemId }, language });
    return answer.state === "changed" ? { systemId, name: answer.data.name } : undefined;
  } catch (error) {
    if (error instanceof EsiError) return undefined;
    throw error;
  }
}

/** A letter per system: `a` is a security status of -1.0, `b` of -0.9 and so on. */
const LOWEST_SECURITY_LETTER = "a".charCodeAt(0);

/**
 * The security status of a solar system in EVE's static data, as EVE shows it; undefined for a system that is newer than the
 * data. `ranges` are runs of consecutive ids, [first id, count], in the order of the letters.
 */
export function findSecurityStatus(systemId: number): number | undefined {
  let offset = 0;
  for (const [first = 0, count = 0] of systems.ranges) {
    if (systemId >= first && systemId < first + count) {
      const letter = systems.security.charCodeAt(offset + systemId - first);
      return (letter - LOWEST_SECURITY_LETTER - 10) / 10;
    }
    offset += count;
  }
  return undefined;
}
