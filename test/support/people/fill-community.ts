import * as z from "zod/mini";

/** D1, or its SQLite file. */
type Fillable = { prepare(query: string): { run(): unknown; all(): unknown } };

type Size = { users: number; groups: number; pending: number };

/**
 * Enlarges a community: users with a main each, ten groups each, and all of them in the
 * group `everyone`, which has pending requests and events.
 * Uses SQL directly, with a hundred thousand rows in a statement.
 */
export async function fillCommunity(db: Fillable, ownerId: string, before: Size, after: Size) {
  const run = (query: string) => db.prepare(query).run();
  const users = numbers(before.users, after.users);
  const groups = numbers(before.groups, after.groups);
  const pending = numbers(before.pending, after.pending);

  await run(`insert into users (id, created_at) ${users} select 'u' || i, i from n`);
  await run(`insert into characters (id, name, name_folded, user_id, linked_at)
    ${users} select 5000000 + i, 'Filler ' || i, 'filler ' || i, 'u' || i, i from n`);
  await run(`update users set main_character_id = 5000000 + cast(substr(id, 2) as integer)
    where main_character_id is null and id like 'u%'`);
  await run(`insert or ignore into categories
    (id, name, name_folded, visibility, allow_group_creation, created_at)
    values ('filled', 'Filled', 'filled', 'public', 'anyone', 0)`);
  await run(`insert or ignore into groups
    (id, name, name_folded, category_id, visibility, effective_visibility, join_mode, created_at)
    values ('everyone', 'Everyone', 'everyone', 'filled', 'public', 'public', 'approval', 0)`);
  // One in ten is hidden, and the three join modes alternate.
  await run(`insert into groups
    (id, name, name_folded, category_id, visibility, effective_visibility, join_mode, created_at)
    ${groups} select 'g' || i, 'Wing ' || i, 'wing ' || i, 'filled',
      iif(i % 10 = 0, 'hidden', 'public'), iif(i % 10 = 0, 'hidden', 'public'),
      case i % 3 when 0 then 'open' when 1 then 'approval' else 'invitation_only' end, i from n`);
  await run(`insert or ignore into group_members (group_id, user_id, role, joined_at)
    values ('everyone', '${ownerId}', 'owner', 0)`);
  await run(`insert into group_members (group_id, user_id, role, joined_at)
    ${groups} select 'g' || i, '${ownerId}', 'owner', 0 from n`);
  await addMembers(db, users, after.groups);
  await run(`insert into users (id, created_at) ${pending} select 'asker' || i, i from n`);
  await run(`insert into join_requests (id, group_id, user_id, status, created_at)
    ${pending} select 'r' || i, 'everyone', 'asker' || i, 'pending', i from n`);
  await run(`insert into audit_events (id, log, kind, actor_kind, group_id, group_name, subject_id, detail,
      request_id, created_at)
    ${pending} select printf('%012d', i), 'groups', 'request_made', 'user', 'everyone', 'Everyone', 'asker' || i,
      '{}', 'fill', i from n`);
}

/**
 * Puts each user into `everyone` and ten groups. A million rows with a run of five triggers each take a minute, so the
 * triggers rest, and what they keep is counted once at the end.
 */
async function addMembers(db: Fillable, users: string, groups: number) {
  const run = (query: string) => db.prepare(query).run();
  const triggers = z.parse(
    triggersSchema,
    await db
      .prepare(`select name, sql from sqlite_master where type = 'trigger'
      and tbl_name = 'group_members' and sql like '%after insert on%'`)
      .all(),
  );
  for (const { name } of triggers) await run(`drop trigger ${name}`);
  await run(`insert or ignore into group_members (group_id, user_id, role, joined_at, name_folded)
    ${users}, nth(k) as (select null union all select value from json_each('[0,1,2,3,4,5,6,7,8,9]'))
    select coalesce('g' || ((i + k * 17) % ${groups}), 'everyone') as group_id, 'u' || i as user_id, 'member', i,
      'filler ' || i from n, nth order by 1, 2`);
  await run(`update groups set member_count = found.members, member_rank = -found.members
    from (select group_id, count(*) as members from group_members group by group_id) as found
    where found.group_id = groups.id`);
  await run(`insert or ignore into non_public_listings
      (user_id, name_folded, id, category_id, visibility, join_mode)
    select m.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode
    from groups g join group_members m on m.group_id = g.id where g.effective_visibility = 'hidden'`);
  for (const { sql } of triggers) await run(sql);
}

const triggerSchema = z.object({ name: z.string(), sql: z.string() });
/** D1 answers with `results`, SQLite with the rows. */
const triggersSchema = z.union([
  z.array(triggerSchema),
  z.pipe(
    z.object({ results: z.array(triggerSchema) }),
    z.transform(({ results }) => results),
  ),
]);

function numbers(from: number, to: number): string {
  return `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to - 1})`;
}
