import type { DatabaseSync } from "node:sqlite";
import { fillCommunity } from "#test/support/people/fill-community.ts";

const GROUPS = 2000;
const CORPORATIONS = 50;

/** All other users, in SQL: three characters and ten groups each, with their events. */
export async function fillCrowd(db: DatabaseSync, users: number) {
  const size = { users, groups: GROUPS, pending: users / 10 };
  await fillCommunity(db, "owner", { users: 0, groups: 0, pending: 0 }, size);
  const each = numbers(users);
  const log = `printf('%09d', i)`;
  db.exec(`
    insert into characters (id, name, name_folded, user_id, linked_at)
      ${each} select 20000000 + i, 'Alt ' || i, 'alt ' || i, 'u' || (i % ${users}), i from n;
    insert into characters (id, name, name_folded, user_id, linked_at)
      ${each} select 30000000 + i, 'Hauler ' || i, 'hauler ' || i, 'u' || i, i from n;
    insert into character_affiliations (character_id, corporation_id, as_of)
      select id, 98000001 + id % ${CORPORATIONS}, 0 from characters where user_id like 'u%';
    insert into eve_tokens (character_id, refresh_token, access_token, access_expires_at, scopes, state, state_since)
      select id, 'encrypted', 'encrypted', 0, '["publicData"]', 'ok', 0 from characters where user_id like 'u%';
    insert into sessions (token_hash, id, user_id, device, created_at, last_seen_at, expires_at)
      ${each} select 'hash of ' || i, 's' || i, 'u' || i, 'Firefox', i, i, 4102444800000 from n;
    insert into audit_events
      (id, log, kind, actor_kind, actor_id, subject_id, character_id, detail, request_id, created_at)
      ${each} select '0' || ${log}, 'accounts', 'character_linked', 'user', 'u' || i, 'u' || i, 20000000 + i,
        '{}', 'fill', i from n;
    insert into audit_events
      (id, log, kind, actor_kind, group_id, group_name, actor_id, subject_id, detail, request_id, created_at)
      ${numbers(users * 3)} select '1' || ${log}, 'groups', 'member_joined', 'user', 'g' || (i % ${GROUPS}), 'Wing',
        'u' || (i % ${users}), 'u' || (i % ${users}), '{}', 'fill', i from n;
    insert into names (id, name, name_folded) ${numbers(CORPORATIONS)} select 98000001 + i, 'Corporation ' || i, 'corporation ' || i from n;
    insert into names (id, name, name_folded) values (99000001, 'Null Concord', 'null concord'), (587, 'Rifter', 'rifter');
  `);
  fillCorporations(db);
}

/** The same number in every community, each with a month of fetches and a day of health checks. */
function fillCorporations(db: DatabaseSync) {
  const each = numbers(CORPORATIONS);
  const categories = `'["public","core","financial","assets","market","killmails"]'`;
  const plan = `'{"sources":{"members":{"expiresAt":null,"count":120}},"done":[],"lastSuccessAt":null}'`;
  db.exec(`
    insert into corporations (id, name, name_folded, ticker, ticker_folded, created_at, member_count)
      ${each} select 98000001 + i, 'Corporation ' || i, 'corporation ' || i, 'C' || i, 'c' || i, 0, 120 from n;
    insert into corporation_directors (id, corporation_id, character_id, priority, created_at)
      ${each} select 'd' || i, 98000001 + i, 5000000 + i, 100, 0 from n;
    insert into corporation_directors (id, corporation_id, character_id, priority, created_at)
      ${each} select 'e' || i, 98000001 + i, 5000100 + i, 100, 0 from n;
    update corporations set assigned_character_id = 5000000 + id - 98000001;
    insert into corporation_runs
      (id, corporation_id, category, director_id, started_at, finished_at, due_at, plan)
      with recursive t(i) as (select 0 union all select i + 1 from t where i < 200)
      select 'run-' || c.id || '-' || j.value || '-' || t.i, c.id, j.value, 'd' || (c.id - 98000001),
        t.i * 1000, t.i * 1000 + 500, 4102444800000, ${plan}
      from corporations c, json_each(${categories}) j, t;
    insert into corporation_health (corporation_id, at, directors, healthy, unknown)
      with recursive t(i) as (select 0 union all select i + 1 from t where i < 48)
      select c.id, t.i, 2, 1, 0 from corporations c, t;
    insert into audit_events
      (id, log, kind, actor_kind, corporation_id, corporation_name, character_id, character_name, detail, request_id, created_at)
      with recursive t(i) as (select 0 union all select i + 1 from t where i < 200)
      select printf('1%09d', t.i) || c.id, 'corporations', 'director_healthy', 'job', c.id, c.name, 5000000, 'Filler 0', '{}', 'fill', t.i
      from corporations c, t;
  `);
}

/** A table `n` of the numbers from zero. */
function numbers(count: number): string {
  return `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
}
