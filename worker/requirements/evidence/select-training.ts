import { sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { characterSections } from "#worker/db/schema/characters.ts";

/** D1 takes 32 arguments for a function: https://developers.cloudflare.com/d1/platform/limits/ */
const PATHS_PER_CALL = 30;

/** The table of sections under another name. */
export function aliasOfSections(name: string) {
  return alias(characterSections, name);
}
export type Sections = ReturnType<typeof aliasOfSections>;

/** The trained levels of these skills, in lists of `PATHS_PER_CALL`; null for a skill that is not trained. */
export function skillLevels(skills: Sections, skillIds: readonly number[]): SQL {
  const lists = inLists(skillIds).map((ids) => {
    // For a single path, `json_extract` returns the value instead of a list.
    const paths = [0, ...ids].map((id) => `'$."${Math.trunc(id)}"'`).join(", ");
    return sql`json_extract(${skills.levels}, ${sql.raw(paths)})`;
  });
  return sql`'[' || ${sql.join(lists, sql` || ',' || `)} || ']'`;
}

/** Where the lists of `skillLevels` have each skill. */
export type SkillPlaces = ReadonlyMap<number, { list: number; at: number }>;

export function placesOf(skillIds: readonly number[]): SkillPlaces {
  return new Map(
    inLists(skillIds).flatMap((ids, list) => ids.map((id, index) => [id, { list, at: index + 1 }])),
  );
}

function inLists(skillIds: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(skillIds.length / PATHS_PER_CALL) }, (_, list) =>
    skillIds.slice(list * PATHS_PER_CALL, (list + 1) * PATHS_PER_CALL),
  );
}

/** The queue is read only if its first entry has finished: EVE trains in the order of the queue. */
const ifFinished = (queue: Sections, nowSeconds: number, value: SQL) => sql`case
  when ${hasFinished(queue, 0, nowSeconds)} then ${value} end`;

const hasFinished = (queue: Sections, index: number, nowSeconds: number) =>
  sql`unixepoch(json_extract(${queue.data}, ${sql.raw(`'$[${index}].finish_date'`)})) <= ${nowSeconds}`;

const isFinished = (nowSeconds: number) =>
  sql`unixepoch(json_extract(entry.value, '$.finish_date')) <= ${nowSeconds}`;

/** Most queues have finished a few entries since they were read: then the others are not read. Each entry is a row read. */
const FIRST = 4;

function entriesOf(queue: Sections, nowSeconds: number): SQL {
  const first = Array.from({ length: FIRST }, (_, index) => `'$[${index}]'`).join(", ");
  return sql`json_each(case when ${hasFinished(queue, FIRST, nowSeconds)} then ${queue.data}
    else json_extract(${queue.data}, ${sql.raw(first)}) end) entry`;
}

/** Which of these skills have finished in the queue, with the level reached. */
export function finishedTraining(queue: Sections, skillIds: readonly number[], nowSeconds: number) {
  return ifFinished(
    queue,
    nowSeconds,
    sql`(select json_group_array(json_array(
        json_extract(entry.value, '$.skill_id'), json_extract(entry.value, '$.finished_level')))
      from ${entriesOf(queue, nowSeconds)} where ${isFinished(nowSeconds)}
      and json_extract(entry.value, '$.skill_id') in (
        select value from json_each(${JSON.stringify(skillIds)})))`,
  );
}

/**
 * The skill points that finished entries of the queue add to those that EVE has credited. The list of skills, of which each is a row read, is
 * searched only in rows from before the column of points.
 */
export function gainedPoints(skills: Sections, queue: Sections, nowSeconds: number): SQL {
  const ofSkill = (column: SQLWrapper, id: SQL) =>
    sql`json_extract(${column}, '$."' || ${id} || '"')`;
  const trainedLevel = ofSkill(skills.levels, sql`json_extract(entry.value, '$.skill_id')`);
  const trainedPoints = sql`case when ${skills.points} is null then (
        select json_extract(trained.value, '$.skillpoints_in_skill')
        from json_each(${skills.data}, '$.skills') trained
        where json_extract(trained.value, '$.skill_id') = reached.skill_id limit 1)
      else ${ofSkill(skills.points, sql`reached.skill_id`)} end`;
  return ifFinished(
    queue,
    nowSeconds,
    sql`(select sum(max(0, reached.points - coalesce(${trainedPoints}, 0)))
      from (select json_extract(entry.value, '$.skill_id') as skill_id,
          max(json_extract(entry.value, '$.level_end_sp')) as points
        from ${entriesOf(queue, nowSeconds)} where ${isFinished(nowSeconds)}
        and coalesce(${trainedLevel}, 0) < json_extract(entry.value, '$.finished_level')
        group by 1) reached)`,
  );
}
