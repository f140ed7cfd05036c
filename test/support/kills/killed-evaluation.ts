import type { KilledJob, Surroundings } from "./killed-jobs.ts";

const MEMBERS = 12;
const RULE = '{"type":"account_age","days":10000}';

/**
 * Slices of the evaluation that tests kill: twelve members who no longer meet the requirements of their group are held, and a
 * released hold removes them.
 */
export function evaluationToKill({ execute, read }: Pick<Surroundings, "execute" | "read">) {
  const reset = async () => {
    for (const query of [
      "delete from groups where id = 'killed'",
      "delete from audit_events where group_id = 'killed'",
      "insert or ignore into categories (id, name, name_folded, visibility, allow_group_creation, created_at) values ('killed', 'Killed', 'killed', 'public', 'anyone', 0)",
      `insert into groups (id, name, name_folded, category_id, visibility, effective_visibility, join_mode, created_at)
        values ('killed', 'Killed', 'killed', 'killed', 'public', 'public', 'open', 0)`,
      "insert into group_members (group_id, user_id, role, joined_at) select 'killed', id, 'owner', 0 from users where id not like 'killed-%' order by id limit 1",
      `insert or ignore into users (id, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MEMBERS})
        select 'killed-' || i, cast(unixepoch() * 1000 as integer) from n`,
      "insert into group_members (group_id, user_id, role, joined_at) select 'killed', id, 'member', 0 from users where id like 'killed-%'",
      `insert into group_requirements (group_id, tree, enrolment, grace_days, updated_at) values ('killed', '${RULE}', 'manual', 0, 0)`,
    ]) {
      await execute(query);
    }
  };
  const state = async () => [
    await read("select user_id, role from group_members where group_id = 'killed' order by 1"),
    await read("select state, removal_count from held_changes where group_id = 'killed'"),
    await read(`select user_id, outcome, held_id is not null as is_held from membership_problems
      where group_id = 'killed' order by 1`),
    await read(`select kind, count(*) as events from audit_events where group_id = 'killed'
      group by kind order by 1`),
    await read("select count(*) as waiting from evaluation_marks where user_id like 'killed-%'"),
    await read("select sweep_after from evaluation_state"),
  ];
  const message = () => ({ kind: "evaluate" as const });
  const jobs: Record<string, KilledJob> = {
    "evaluation that holds": { message, reset, state },
    "evaluation of a released hold": {
      message,
      reset: async () => {
        await reset();
        for (const query of [
          `insert into held_changes (id, group_id, state, hold_limit, member_count, removal_count, computed_at, created_at, decided_at)
            values ('killed', 'killed', 'released', 'group', ${MEMBERS + 1}, ${MEMBERS}, 2, 2, 2)`,
          `insert into membership_problems (group_id, user_id, outcome, since, grace_started_at, grace_ends_at, causes, checked_at, held_id)
            select 'killed', user_id, 'unmet', 1, 1, 2, '[]', 1, 'killed' from group_members
            where group_id = 'killed' and role = 'member'`,
        ]) {
          await execute(query);
        }
      },
      state,
    },
  };
  return jobs;
}
