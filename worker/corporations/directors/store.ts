import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { DirectorProblem } from "#shared/corporations.ts";
import type { TokenState } from "#shared/session.ts";
import type { Statement } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";

export type DirectorRow = {
  id: string;
  corporationId: number;
  characterId: number;
  characterName: string;
  priority: number;
  isHealthy: number;
  failureCount: number;
  problem: DirectorProblem | null;
  roles: string;
  rolesEtag: string | null;
  rolesExpireAt: number | null;
  checkedAt: number | null;
  attemptedAt: number | null;
  lastUsedAt: number | null;
  isAssigned: number;
  tokenState: TokenState | null;
  /** A JSON array; null without a token. */
  scopes: string | null;
};

/** A call that failed is noted with the director, a call that worked with its run. */
const LAST_USED = sql`nullif(max(coalesce(d.failed_at, 0), coalesce(
  (select max(started_at) from corporation_runs r where r.director_id = d.id), 0)), 0)`;

/** Directors `d`, in the order in which they are shown. */
export function selectDirectors(db: Database, where: SQL, limit?: number) {
  return raw<DirectorRow>(
    db,
    sql`
    select d.id, d.corporation_id as "corporationId", d.character_id as "characterId",
      characters.name as "characterName", d.priority, d.is_healthy as "isHealthy",
      d.failure_count as "failureCount", d.problem, d.roles, d.roles_etag as "rolesEtag",
      d.roles_expire_at as "rolesExpireAt", d.checked_at as "checkedAt",
      d.attempted_at as "attemptedAt", ${LAST_USED} as "lastUsedAt",
      c.assigned_character_id is d.character_id as "isAssigned",
      eve_tokens.state as "tokenState", eve_tokens.scopes
    from corporation_directors d
    join corporations c on c.id = d.corporation_id
    join characters on characters.id = d.character_id
    left join eve_tokens on eve_tokens.character_id = d.character_id
    where ${where}
    order by d.priority, d.created_at, d.id ${limit === undefined ? sql`` : sql`limit ${limit}`}`,
  );
}

export type NewDirector = {
  id: string;
  corporationId: number;
  characterId: number;
  priority: number;
};

/** Unless the character is a director already. It must be linked, and `when` must hold. */
export function insertDirector(db: Database, director: NewDirector, when: SQL): Statement {
  const { id, corporationId, characterId, priority } = director;
  return raw(
    db,
    sql`
    insert into corporation_directors (id, corporation_id, character_id, priority, created_at)
    select ${id}, c.id, characters.id, ${priority}, ${Date.now()}
    from corporations c join characters on characters.id = ${characterId}
    where c.id = ${corporationId} and characters.user_id is not null and ${when}
    on conflict (corporation_id, character_id) do nothing`,
  );
}

/** Where nobody is assigned, the director whose turn comes first is. */
export function assignSomebody(db: Database, corporationId: number, when: SQL): Statement {
  return raw(
    db,
    sql`
    update corporations set assigned_character_id = (
      select d.character_id from corporation_directors d where d.corporation_id = corporations.id
      order by d.priority, d.created_at, d.id limit 1)
    where id = ${corporationId} and assigned_character_id is null and ${when}`,
  );
}

export type CheckedDirector = {
  id: string;
  isHealthy: boolean;
  failureCount: number;
  problem: DirectorProblem | null;
  roles: string[];
  rolesEtag: string | null;
  /** Milliseconds since 1970. */
  rolesExpireAt: number | null;
  checkedAt: number | null;
};

/** What a check found, of several directors at once. */
export function updateChecked(db: Database, checked: CheckedDirector[], now: number): Statement {
  const of = (field: string) => sql`json_extract(j.value, ${`$.${field}`})`;
  return raw(
    db,
    sql`
    update corporation_directors set
      is_healthy = ${of("isHealthy")}, failure_count = ${of("failureCount")},
      problem = ${of("problem")}, roles = ${of("roles")}, roles_etag = ${of("rolesEtag")},
      roles_expire_at = ${of("rolesExpireAt")}, checked_at = ${of("checkedAt")},
      attempted_at = ${now}
    from json_each(${JSON.stringify(checked)}) j
    where corporation_directors.id = ${of("id")}`,
  );
}

/** A call with this director failed, or one worked after others had failed. */
export function updateStanding(
  db: Database,
  standing: { id: string; isHealthy: boolean; failureCount: number },
  outcome: { problem: DirectorProblem; failedAt: number } | { problem: null },
): Statement {
  const { id, isHealthy, failureCount } = standing;
  const failed =
    outcome.problem === null
      ? sql``
      : // What EVE said of the roles is in doubt: the next check asks again.
        sql`, failed_at = ${outcome.failedAt}, roles_expire_at = null`;
  return raw(
    db,
    sql`
    update corporation_directors set is_healthy = ${isHealthy ? 1 : 0},
      failure_count = ${failureCount}, problem = ${outcome.problem} ${failed}
    where id = ${id}`,
  );
}
