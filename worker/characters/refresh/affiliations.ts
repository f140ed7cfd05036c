import { and, asc, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { HOUR_MS } from "#shared/time.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { inChunks } from "#worker/ground/in-chunks.ts";
import { runBatch } from "#worker/db/batch.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, unknownCharacters } from "#worker/db/schema/characters.ts";
import { completedPasses, ruleConditions } from "#worker/db/schema/evidence.ts";
import { markUsers } from "#worker/db/mark-users.ts";
import { excluded, existsIn, idsIn, insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { postAffiliation } from "#worker/esi/character-endpoints.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { Esi } from "#worker/esi/client.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { EsiError } from "#worker/esi/error.ts";
import type { JobName } from "#worker/work/crons.ts";
import { startJob } from "#worker/work/job-runs.ts";
import type { JobProgress } from "#worker/work/job-runs.ts";
import { nextRefusal } from "#worker/universe/names.ts";
import { learnNames } from "#worker/universe/names.ts";
import { saveAffiliations } from "./save-affiliations.ts";
import type { DatedAffiliation } from "./save-affiliations.ts";

const JOB: JobName = "affiliations";
const CHARACTERS_PER_CALL = 1000;
/** Where splitting lists takes all calls, the next slice has this part of the characters: nine unknown ids take 17 calls. */
const NARROWED = 1 / 8;
/**
 * If ESI refused every list, or an entry could not be read, the cause may be another than an unknown id: the next pass asks again, and
 * the refusal does not count.
 */
const REFUSED_RETRY_MS = HOUR_MS / 2;

const selectLinked = prepare(
  {
    id: characters.id,
    knownSince: characterAffiliations.asOf,
    corporationId: characterAffiliations.corporationId,
    allianceId: characterAffiliations.allianceId,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
      .where(and(isNotNull(characters.userId), gt(characters.id, sql.placeholder("after"))))
      .orderBy(asc(characters.id))
      .limit(sql.placeholder("limit")),
);

/** There are few: joined, each character would read a row of a table that does not have it. */
const selectUnknown = prepare(
  { id: unknownCharacters.characterId, retryAt: unknownCharacters.retryAt },
  (fields) =>
    orm
      .select(fields)
      .from(unknownCharacters)
      .crossJoin(characters)
      .where(
        and(
          gt(unknownCharacters.characterId, sql.placeholder("after")),
          eq(characters.id, unknownCharacters.characterId),
          isNotNull(characters.userId),
        ),
      )
      .orderBy(asc(unknownCharacters.characterId))
      .limit(sql.placeholder("limit")),
);

/**
 * Fetches the corporations and alliances of the linked characters after this one, with their names, as many as one
 * invocation can; the queue continues. Returns how many characters changed their corporation or alliance.
 *
 * The end of a pass confirms what has not changed, of every character that was linked when it began and is not among the
 * unknown ones.
 */
export async function refreshAllAffiliations(
  context: Context,
  { after, startedAt, limit: narrowed }: JobProgress = {},
): Promise<number> {
  const { db, config } = context;
  const now = Date.now();
  // A message of an earlier version continues a pass without saying when it began.
  const passBeganAt = after === undefined ? now : startedAt;
  const { affiliations: most, affiliationCalls } = BUDGETS[config.PLAN];
  const limit = Math.min(narrowed ?? most, most);
  const slice = { after: after ?? 0, limit: limit + 1 };
  const [found, unknown, cooldowns] = await runBatch(db, [
    selectLinked(slice),
    // A slice has no more unknown characters than characters: none is left out.
    selectUnknown(slice),
    selectCooldowns(config, new Date(now)),
  ]);
  const linked = found.slice(0, limit);
  const retryAtOf = new Map(unknown.map(({ id, retryAt }) => [id, retryAt.getTime()]));
  const due = linked.filter(({ id }) => !retryAtOf.has(id));
  const retried = linked
    .filter(({ id }) => (retryAtOf.get(id) ?? Infinity) <= now)
    .map(({ id }) => id);
  // Lists of their own for ids that ESI may not know, so that it does not refuse the others because of them.
  const lists = [
    due.filter(({ knownSince }) => knownSince !== null).map(({ id }) => id),
    due.filter(({ knownSince }) => knownSince === null).map(({ id }) => id),
    retried,
  ].flatMap((ids) => inChunks(ids, CHARACTERS_PER_CALL));
  const esi = openEsi(config, { priority: "background", cooldowns });
  const answers: Found = {
    affiliations: [],
    unknownIds: [],
    unreadableIds: [],
    callsLeft: affiliationCalls,
    isCut: false,
  };
  let failure: EsiError | undefined;
  for (const chunk of lists) {
    try {
      await fetchAffiliations(esi, chunk, answers);
    } catch (error) {
      if (!(error instanceof EsiError)) throw error;
      failure = error;
      break;
    }
  }
  const { affiliations, unknownIds, unreadableIds, isCut } = answers;
  const answeredIds = new Set(affiliations.map(({ characterId }) => characterId));
  const shown = affiliations.flatMap(({ corporationId, allianceId }) => [
    corporationId,
    allianceId,
  ]);
  // Before the changes are recorded: their events have the names.
  await learnNames(
    context,
    esi,
    [...new Set(shown)].filter((id) => id !== null),
  );
  const knownOf = new Map(linked.map((character) => [character.id, character]));
  const changed = affiliations.filter(({ characterId, corporationId, allianceId }) => {
    const known = knownOf.get(characterId);
    return known?.corporationId !== corporationId || known.allianceId !== allianceId;
  });
  const knownAgain = retried.filter((id) => answeredIds.has(id));
  const isLast = found.length <= limit && !isCut;
  await runBatch(db, [
    ...saveAffiliations(context, changed),
    ...upsertCooldowns(config, esi.newCooldowns()),
    ...(knownAgain.length > 0 ? endUnknown(knownAgain) : []),
    upsertUnknown(unknownIds, now, answeredIds.size > 0),
    upsertUnknown(unreadableIds, now, false),
    ...(isLast && passBeganAt !== undefined && failure === undefined
      ? [upsertPass(new Date(passBeganAt))]
      : []),
  ]);
  // What was fetched before the failure is stored.
  if (failure !== undefined) throw failure;
  if (!isLast) {
    const next = isCut
      ? { after: after ?? 0, limit: Math.ceil(linked.length * NARROWED) }
      : { after: linked.at(-1)?.id };
    const progress = { ...next, ...(passBeganAt !== undefined && { startedAt: passBeganAt }) };
    await startJob(context, JOB, progress);
  }
  // Everything else of this slice is done: the self-diagnosis shows the failure.
  if (unreadableIds.length > 0) {
    throw new Error(
      `EVE's answer about ${unreadableIds.length} of ${linked.length} characters could not be read, for instance about ${unreadableIds[0]}. They keep their corporation, and are asked for again in half an hour.`,
    );
  }
  return changed.length;
}

type Found = {
  affiliations: DatedAffiliation[];
  unknownIds: number[];
  /** Not answered, in a list with an entry that could not be read. */
  unreadableIds: number[];
  callsLeft: number;
  /** The calls of the invocation were too few for all lists. */
  isCut: boolean;
};

/**
 * Adds to `found`, also before it throws. ESI refuses a list with a single unknown id and does not tell which, so a
 * refused list is split in halves.
 */
async function fetchAffiliations(esi: Esi, ids: number[], found: Found) {
  if (found.callsLeft === 0) return void (found.isCut = true);
  found.callsLeft -= 1;
  try {
    const answer = await esi.request(postAffiliation, { params: {}, body: ids });
    if (answer.state === "unchanged") return;
    const { asOf, knownBy } = answer;
    const entries = answer.data.filter((entry) => entry !== undefined);
    for (const { character_id, corporation_id, alliance_id } of entries) {
      const affiliation = { corporationId: corporation_id, allianceId: alliance_id ?? null };
      found.affiliations.push({ characterId: character_id, ...affiliation, asOf, knownBy });
    }
    const answered = new Set(entries.map(({ character_id }) => character_id));
    const others = entries.length < answer.data.length ? found.unreadableIds : found.unknownIds;
    others.push(...ids.filter((id) => !answered.has(id)));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (ids.length === 1) return void found.unknownIds.push(...ids);
    const middle = Math.ceil(ids.length / 2);
    await fetchAffiliations(esi, ids.slice(0, middle), found);
    await fetchAffiliations(esi, ids.slice(middle), found);
  }
}

const known = alias(unknownCharacters, "known");

function upsertUnknown(ids: number[], now: number, counts: boolean) {
  const next = nextRefusal(known, now);
  const { retryAt, refusals } = unknownCharacters;
  return insertWhere(
    unknownCharacters,
    {
      characterId: sql`value`,
      retryAt: counts ? next.retryAt : new Date(now + REFUSED_RETRY_MS),
      refusals: counts ? next.refusals : sql`coalesce(${known.refusals}, 0)`,
    },
    sql`value in (select ${characters.id} from ${characters})`,
    sql`json_each(${JSON.stringify(ids)}) left join ${unknownCharacters} as ${known} on ${known.characterId} = value`,
  ).onConflictDoUpdate({
    target: unknownCharacters.characterId,
    set: { retryAt: excluded(retryAt), refusals: excluded(refusals) },
  });
}

function upsertPass(startedAt: Date) {
  return orm
    .insert(completedPasses)
    .values({ job: JOB, startedAt })
    .onConflictDoUpdate({
      target: completedPasses.job,
      set: { startedAt },
      setWhere: lt(completedPasses.startedAt, startedAt),
    });
}

/** No trigger marks their users, because their corporations may be the same as before. */
function endUnknown(ids: number[]) {
  return [
    orm.delete(unknownCharacters).where(sql`${unknownCharacters.characterId} in ${idsIn(ids)}`),
    markUsers(
      sql`${characters}`,
      sql`${characters.id} in ${idsIn(ids)} and ${characters.userId} is not null and ${existsIn(ruleConditions)}`,
      sql`${characters.userId}`,
    ),
  ];
}

/** A refused compatibility date has the status of an unknown id, but splitting the list would not help. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof EsiError)) return false;
  const isUnknownId = error.status === 400 && !/compatibility/i.test(error.message);
  return error.reason === "not_found" || isUnknownId;
}
