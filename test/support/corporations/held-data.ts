import { expect } from "vitest";
import * as z from "zod/mini";
import { fingerprint } from "#test/new-eden/fingerprint.ts";
import type { Fingerprint } from "#test/new-eden/fingerprint.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";

/** New Eden's names of lists, where they differ. */
const NAMES: Record<string, string> = { tracking: "membertracking" };
const ROWS_AT_ONCE = 5000;

/** Fingerprints of the data that Muster has of a corporation, comparable to New Eden's. */
export async function heldData({ env: { DB } }: Muster, id: number) {
  const found: Record<string, Fingerprint> = {};
  const add = (name: string, items: unknown[]) => {
    found[name] = fingerprint(items, found[name]);
  };

  const pages = await DB.prepare(
    "select source, page from corporation_pages where corporation_id = ? and is_staged = 0 and data is not null",
  )
    .bind(id)
    .all<{ source: string; page: number }>();
  for (const { source, page } of pages.results) {
    const row = await DB.prepare(
      "select data from corporation_pages where corporation_id = ? and source = ? and page = ? and is_staged = 0",
    )
      .bind(id, source, page)
      .first<{ data: string }>();
    add(NAMES[source] ?? source, z.parse(z.array(z.unknown()), JSON.parse(row?.data ?? "[]")));
  }

  for (let division = 1; division <= 7; division++) {
    add(`journal:${division}`, []);
    for (let after = 0; ;) {
      const { results } = await DB.prepare(
        `select id, data from corporation_journal where corporation_id = ? and division = ? and id > ?
        order by id limit ${ROWS_AT_ONCE}`,
      )
        .bind(id, division, after)
        .all<{ id: number; data: string }>();
      add(
        `journal:${division}`,
        results.map(({ data }) => JSON.parse(data) as unknown),
      );
      const last = results.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
  }

  const contracts = await DB.prepare(
    "select data from corporation_contracts where corporation_id = ?",
  )
    .bind(id)
    .all<{ data: string }>();
  add(
    "contracts",
    contracts.results.map(({ data }) => JSON.parse(data) as unknown),
  );
  const killmails = await DB.prepare(
    "select hash as killmail_hash, id as killmail_id from corporation_killmails where corporation_id = ?",
  )
    .bind(id)
    .all();
  add("killmails/recent", killmails.results);
  return found;
}

/** Muster has these lists as EVE has them. */
export async function expectHeld(muster: Muster, { id, newEden }: Managed, ...lists: string[]) {
  const [held, expected] = [await heldData(muster, id), await newEden.fingerprints(id)];
  for (const list of lists) expect([list, held[list]]).toEqual([list, expected[list]]);
}

/** All rows of a corporation's data as text, without the records of runs. */
export async function dumpData({ env: { DB } }: Muster, id: number) {
  const tables = ["pages", "journal", "contracts", "killmails", "directors"];
  const dump = [];
  for (const table of tables) {
    const { results } = await DB.prepare(
      `select * from corporation_${table} where corporation_id = ?`,
    )
      .bind(id)
      .all();
    dump.push(results.map((row) => JSON.stringify(row)).toSorted());
  }
  const { results } = await DB.prepare("select * from corporations where id = ?").bind(id).all();
  return JSON.stringify([...dump, results]);
}

/** The number of staged pages; none between runs. */
export async function countStaged({ env: { DB } }: Muster, id: number): Promise<number> {
  const row = await DB.prepare(
    "select count(*) as n from corporation_pages where corporation_id = ? and is_staged = 1",
  )
    .bind(id)
    .first<{ n: number }>();
  return row?.n ?? 0;
}
