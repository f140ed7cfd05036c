import type { Snapshot, SnapshotTable } from "./snapshot.ts";

/** Before migrations: a view that names a table which they replace would stop them. Its trigger goes with it. */
export const DROP_RESET = "drop view if exists demo_reset";

/**
 * What the demo's database has beside Muster's. An insert into the view `demo_reset` puts the given rows in place of all
 * others, in one statement: on the free plan, an invocation may send fifty to D1, and its documentation does not say that those of a
 * batch count as one (https://developers.cloudflare.com/d1/platform/limits/). Muster's triggers rest while that runs, because they
 * would count rows again that are counted in the snapshot.
 */
export function demoSchema({ tables, triggers }: Snapshot): string[] {
  return [
    "create table if not exists demo_world (seeding text primary key, version integer not null, kept text not null)",
    "create table if not exists demo_resetting (id integer primary key)",
    ...triggers.flatMap(({ name, sql }) => [
      `drop trigger if exists "${name}"`,
      restWhileResetting(sql),
    ]),
    DROP_RESET,
    "create view demo_reset as select '' as rows",
    `create trigger demo_reset_rows instead of insert on demo_reset begin\n${[
      "insert into demo_resetting values (1)",
      ...tables.map(({ name }) => `delete from "${name}"`),
      ...tables.filter(({ rows }) => rows.length > 0).map(insertOf),
      "delete from demo_resetting",
    ]
      .map((statement) => `${statement};\n`)
      .join("")}end`,
  ];
}

const TRIGGER = /^(CREATE TRIGGER\s.+?\sON\s+[`"]?\w+[`"]?)(?:\s+WHEN\s+(.+?))?(\s+BEGIN\s.+)$/is;

function restWhileResetting(sql: string): string {
  const [, head, condition, body] = TRIGGER.exec(sql) ?? [];
  if (head === undefined || body === undefined)
    throw new Error(`This is no trigger of Muster: ${sql}`);
  const rests = "not exists (select 1 from demo_resetting)";
  return `${head} WHEN ${condition === undefined ? rests : `${rests} AND (${condition}\n)`}${body}`;
}

function insertOf({ name, columns }: SnapshotTable): string {
  const into = columns.map((column) => `"${column}"`).join(", ");
  const values = columns.map((_, index) => `value ->> ${index}`).join(", ");
  return `insert into "${name}" (${into}) select ${values} from json_each(new.rows, '$.${name}')`;
}
