import type { JobMessage } from "#worker/app/registry.ts";
import { HOUR_MS, DAY_MS } from "#shared/time.ts";
import { MIRA_TAL_ID } from "#test/new-eden/ids.ts";
import type { LinkedPilot } from "#test/support/people/pilot-builder.ts";

const WEEK_MS = 7 * DAY_MS;

export type KilledJob = {
  message: () => JobMessage;
  /** Makes all of the job's work necessary again. */
  reset: () => Promise<unknown>;
  /** The state in which the job leaves the database. */
  state: () => Promise<unknown>;
};

export type Surroundings = {
  execute: (query: string) => Promise<unknown>;
  read: (query: string) => Promise<unknown[]>;
  /** A linked pilot with several pages of assets. */
  linked: () => LinkedPilot;
  /** Delivers what the cron of every minute finds. */
  recover: () => Promise<unknown>;
};

/** Jobs that tests kill: a killed job that is delivered again leaves the state of one that was not killed. */
export function jobsToKill({ execute, read, linked, recover }: Surroundings) {
  async function insertGroup(id: string) {
    await execute(
      `insert or ignore into categories (id, name, name_folded, visibility, allow_group_creation, created_at)
        values ('${id}', '${id}', '${id}', 'public', 'anyone', 0)`,
    );
    await execute(
      `insert into groups (id, name, name_folded, category_id, visibility, effective_visibility, join_mode, created_at)
        values ('${id}', '${id}', '${id}', '${id}', 'public', 'public', 'open', 0)`,
    );
  }

  const jobs: Record<string, KilledJob> = {
    affiliations: {
      message: () => ({ kind: "job", name: "affiliations" }),
      reset: async () => {
        await execute("delete from character_affiliations");
        await execute("delete from names");
        await execute("delete from completed_passes");
      },
      state: async () => [
        await read(
          `select character_id, corporation_id, alliance_id, name from character_affiliations
            left join names on names.id = corporation_id order by 1`,
        ),
        await read("select job from completed_passes"),
      ],
    },
    "membership-ends": {
      message: () => ({ kind: "membership-ends" }),
      // More than one slice of the free plan: some end, some are kept by the requirements, some are reminded of.
      reset: async () => {
        await execute("delete from groups where id like 'ending%'");
        await execute("delete from audit_events where group_id = 'ending'");
        await insertGroup("ending");
        await execute(
          `with recursive n(i) as (select 1 union all select i + 1 from n where i < 230)
            insert or ignore into users (id, created_at) select 'ending-' || i, 0 from n`,
        );
        await execute(
          `with recursive n(i) as (select 1 union all select i + 1 from n where i < 230)
            insert into group_members (group_id, user_id, role, joined_at, ends_at, end_due_at)
            select 'ending', 'ending-' || i, iif(i = 1, 'owner', 'member'), 0,
              iif(i <= 220, 1, 8000000000000), 1 from n`,
        );
      },
      state: async () => [
        await read(
          `select user_id, role, ends_at, end_due_at is null as is_done from group_members
            where group_id = 'ending' order by user_id`,
        ),
        await read(
          `select subject_id, kind, actor_kind, count(*) as count from audit_events
            where group_id = 'ending' group by 1, 2, 3 order by 1`,
        ),
      ],
    },
    "operation-repeats": {
      message: () => ({ kind: "operation-repeats" }),
      // More than one slice: eleven series, of which each lacks the next four weeks.
      reset: async () => {
        await execute("delete from groups where id = 'repeating'");
        await execute("delete from audit_events where group_id = 'repeating'");
        await insertGroup("repeating");
        const soon = Date.now() + HOUR_MS;
        await execute(
          `with recursive n(i) as (select 1 union all select i + 1 from n where i < 11)
            insert into operation_series (id, group_id, next_at) select 'series-' || i, 'repeating', ${soon} from n`,
        );
        await execute(
          `insert into operations (id, group_id, kind, title, starts_at, ends_at, created_at, series_id, series_at)
            select id, group_id, 'fleet', id, next_at - ${WEEK_MS}, next_at - ${WEEK_MS} + 60000, 0, id, next_at - ${WEEK_MS}
              from operation_series where group_id = 'repeating'`,
        );
        await execute(
          `insert into operation_groups (operation_id, group_id, starts_at)
            select id, group_id, starts_at from operations where group_id = 'repeating'`,
        );
      },
      state: async () => [
        await read(
          `select series_id, (starts_at - min(starts_at) over (partition by series_id)) / ${WEEK_MS} as week,
              exists (select 1 from operation_groups where operation_id = operations.id) as is_shown
            from operations where group_id = 'repeating' order by 1, 2`,
        ),
        await read(
          "select kind, count(*) as events from audit_events where group_id = 'repeating' group by 1",
        ),
      ],
    },
    roster: {
      message: () => ({ kind: "roster" }),
      reset: async () => {
        await execute("delete from names");
        await execute("delete from corporation_members");
        for (const id of [linked().pilot.id, MIRA_TAL_ID]) {
          await execute(
            `insert into corporation_members (corporation_id, character_id, listed_at)
              select id, ${id}, 0 from corporations limit 1`,
          );
        }
      },
      state: () =>
        read("select character_id, name, name_folded from corporation_members order by 1"),
    },
    "fold-again": {
      message: () => ({ kind: "fold-again" }),
      // More than one slice.
      reset: async () => {
        await execute("delete from names");
        await execute(`insert into names (id, name)
          select 98000000 + key, 'Légion ' || key from json_each('[${"0,".repeat(60)}0]')`);
        await execute("insert or ignore into columns_to_fold values ('names.name_folded', '0')");
      },
      state: async () => {
        await recover();
        return [
          await read("select id, name_folded from names where name like 'Légion %' order by id"),
          await read("select name from columns_to_fold"),
        ];
      },
    },
    "market-prices": {
      message: () => ({ kind: "job", name: "market-prices" }),
      reset: () => execute("delete from type_prices"),
      state: () => read("select * from type_prices order by page"),
    },
    "health-sample": {
      message: () => ({ kind: "job", name: "health-sample" }),
      reset: async () => {
        for (const table of ["health_samples", "counted_days", "counted_hours", "health_days"]) {
          await execute(`delete from ${table}`);
        }
      },
      state: async () => [
        await read("select count(*) as samples from health_samples"),
        // Without the times: the test's clock goes on.
        await read(
          'select max(members), sum(joined), sum("left"), sum(roles_changed), sum(ended), sum(held), sum(undone) from counted_days',
        ),
        await read("select max(weight) as weight from counted_hours"),
        await read(
          "select distinct kind, subject_id, partial, down from health_days order by 1, 2",
        ),
      ],
    },
    reviews: {
      message: () => ({ kind: "job", name: "reviews" }),
      // A review that is over, and one that is due.
      reset: async () => {
        await execute("delete from group_reviews");
        await execute("delete from review_schedules");
        await execute("delete from groups where id like 'reviewed%'");
        await execute("delete from audit_events where group_id like 'reviewed%'");
        for (const id of ["reviewed-1", "reviewed-2"]) {
          await insertGroup(id);
          await execute(
            `insert into group_members (group_id, user_id, role, joined_at)
              select '${id}', id, iif(row_number() over (order by created_at, id) = 1, 'owner', 'member'), 0
                from users order by created_at, id limit 2`,
          );
        }
        await execute(
          "insert into review_schedules values ('reviewed-1', 3, 'keep', null), ('reviewed-2', 1, 'keep', 1)",
        );
        await execute(
          "insert into group_reviews (id, group_id, silence, opened_at, due_at) values ('over', 'reviewed-1', 'remove', 1, 2)",
        );
      },
      state: async () => [
        await read(
          `select group_id, silence, finished_at is not null as finished, kept, removed, is_held
            from group_reviews order by group_id`,
        ),
        await read(
          "select group_id, role from group_members where group_id like 'reviewed%' order by 1, 2",
        ),
        await read("select group_id, next_at > 2 as next from review_schedules order by 1"),
        await read(
          `select kind, group_id, count(*) as events from audit_events
            where group_id like 'reviewed%' and (kind like 'review_%' or kind = 'member_removed')
            group by 1, 2 order by 1, 2`,
        ),
      ],
    },
    killmails: {
      message: () => ({ kind: "job", name: "killmails" }),
      // More than one slice; EVE has none of these: it is asked once for each.
      reset: async () => {
        await execute("delete from corporation_killmails");
        await execute(
          `insert into corporation_killmails (corporation_id, id, hash)
            select corporations.id, value, 'none' from corporations, json_each('[1,2,3,4,5,6,7,8,9,10,11,12]')`,
        );
      },
      state: () =>
        read("select id, at > 0 as was_read, ship_type_id from corporation_killmails order by id"),
    },
    housekeeping: {
      message: () => ({ kind: "job", name: "housekeeping" }),
      reset: () =>
        execute(
          `insert into sessions (token_hash, id, user_id, device, created_at, last_seen_at, expires_at)
            select 'old', 'old', id, 'Firefox', 0, 0, 1 from users limit 1`,
        ),
      state: () => read("select count(*) as expired from sessions where expires_at = 1"),
    },
    "audit-seal": {
      message: () => ({ kind: "job", name: "audit-seal" }),
      reset: async () => {
        await execute("delete from audit_seals");
        await execute("delete from audit_digests");
      },
      state: async () => [
        await read("select number, last_seq, event_count from audit_seals order by number"),
        await read("select seq, event_id from audit_digests order by seq"),
      ],
    },
    evidence: {
      message: () => ({ kind: "job", name: "evidence" }),
      reset: async () => {
        await execute("insert or ignore into rule_conditions values ('skills', '', 'killed')");
        await execute("delete from character_checks");
        await execute("delete from evidence_refreshes");
        await execute("delete from completed_passes where job = 'evidence'");
      },
      state: async () => {
        await recover();
        await execute("delete from rule_conditions where rule_id = 'killed'");
        return [
          await read("select character_id from evidence_refreshes order by 1"),
          await read("select job from completed_passes where job = 'evidence'"),
        ];
      },
    },
    "director-health": {
      message: () => ({ kind: "job", name: "director-health" }),
      reset: () =>
        execute(
          `update corporation_directors
            set is_healthy = 0, roles = '[]', roles_etag = null, roles_expire_at = null`,
        ),
      state: () =>
        read(
          `select is_healthy, failure_count, problem, roles, attempted_at > 0 as attempted
            from corporation_directors`,
        ),
    },
    "corporation-fetches": {
      message: () => ({ kind: "job", name: "corporation-fetches" }),
      reset: () => execute("delete from corporation_runs"),
      state: async () => {
        // Runs without a message.
        await recover();
        return read(
          `select category, max(finished_at is not null) as finished, max(error) as error
            from corporation_runs group by category order by category`,
        );
      },
    },
    "refresh-evidence": {
      message: () => ({ kind: "refresh-evidence", until: Date.now() }),
      reset: async () => {
        for (const type of ["skills", "time_in_corporation", "authorization"]) {
          await execute(`insert or ignore into rule_conditions values ('${type}', '', 'killed')`);
        }
        for (const table of ["sections", "checks"]) await execute(`delete from character_${table}`);
        await execute("delete from evidence_refreshes");
        await execute(`insert into evidence_refreshes values (${linked().pilot.id}, 0)`);
      },
      state: async () => {
        // What was begun is tried again after six hours.
        await execute("update evidence_refreshes set due_at = 0");
        const isDue = `select 1 from evidence_refreshes where due_at <= ${Date.now()}`;
        for (let minute = 0; minute < 10 && (await read(isDue)).length > 0; minute += 1) {
          await recover();
        }
        await execute("delete from rule_conditions where rule_id = 'killed'");
        return [
          await read(
            `select section, levels is not null as leveled from character_sections
              where character_id = ${linked().pilot.id} order by section`,
          ),
          await read("select character_id from evidence_refreshes"),
        ];
      },
    },
    refresh: {
      message: () => ({ kind: "refresh", characterId: linked().pilot.id }),
      reset: async () => {
        for (const table of ["sections", "checks"]) await execute(`delete from character_${table}`);
        await execute("delete from asset_pages");
      },
      state: async () => {
        for (let isOpen = true; isOpen;) isOpen = (await linked().refresh()).hasMore;
        return read(
          `select section, json_extract(data, '$.assetCount') as assets from character_sections
            where character_id = ${linked().pilot.id} order by section`,
        );
      },
    },
  };
  return jobs;
}
