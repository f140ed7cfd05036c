import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { DAY, endsOf } from "#test/support/people/end-builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startWithSuspensions } from "#test/support/people/suspension-builders.ts";
import { groups } from "#worker/db/schema/groups.ts";

const { muster } = await startWithSuspensions();
const { endOf, setEnds, eventsOf, minuteAfter } = endsOf(muster);

const DAYS_OF_GROUP = 5;
const step = fc.record({
  kind: fc.constantFrom("join", "leave", "none", "extend", "days", "wait"),
  days: fc.integer({ min: 1, max: 6 }),
});

test("an end never removes a membership that began after it, and every membership ends at its own end", async () => {
  const owner = await buildUser(muster);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const pilot = await buildUser(muster);
      const group = await buildGroup(muster, { owner });
      await muster.context.db
        .update(groups)
        .set({ membershipDays: DAYS_OF_GROUP })
        .where(eq(groups.id, group.id));
      const param = { id: group.id };
      /** In days since the beginning: no member (undefined), or until when. */
      let until: number | null | undefined;
      let today = 0;
      let ends = 0;
      for (const one of steps) {
        const at = <Value>(act: () => Promise<Value>) => muster.later(today * DAY, act);
        if (one.kind === "join" && until === undefined) {
          await at(() => pilot.api.groups[":id"].join.$post({ param }));
          until = today + DAYS_OF_GROUP;
        } else if (one.kind === "leave" && until !== undefined) {
          await at(() => pilot.api.groups[":id"].leave.$post({ param }));
          until = undefined;
        } else if (one.kind === "wait") {
          // A minute past midday of that day: every end lies clearly before or after it.
          today += one.days;
          await minuteAfter((today + 0.5) * DAY);
          if (until != null && until <= today + 0.4) {
            until = undefined;
            ends += 1;
          }
          today += 0.5;
        } else if (one.kind === "extend" || one.kind === "days" || one.kind === "none") {
          const end = one.kind === "none" ? { kind: one.kind } : { kind: one.kind, days: one.days };
          await at(() => setEnds(owner, group, [pilot], end));
          if (until === undefined) continue;
          if (one.kind === "none") until = null;
          else if (one.kind === "days") until = today + one.days;
          else if (until !== null) until += one.days;
        }
      }
      const end = await endOf(group, pilot);
      expect(typeof end === "number" ? "ends" : end).toBe(
        until === undefined ? "no member" : until === null ? null : "ends",
      );
      const events = await eventsOf(group, pilot);
      expect(events.filter(({ kind }) => kind === "member_removed")).toHaveLength(ends);
    }),
    { numRuns: 25, seed: 26 },
  );
});

test("a minute without ends reads nothing of ten thousand memberships, and one with ends reads those", async () => {
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner });
  const { DB } = muster.env;
  await DB.batch([
    DB.prepare(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
      insert into users (id, created_at) select 'many-' || i, 0 from n`),
    DB.prepare(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
      insert into group_members (group_id, user_id, role, joined_at, ends_at, end_due_at)
      select '${group.id}', 'many-' || i, 'member', 0, 8000000000000 + i, 8000000000000 + i from n`),
  ]);
  const due = "select 1 from group_members where end_due_at <= ? limit 1";
  const idle = await DB.prepare(due).bind(Date.now()).run();
  expect(idle.meta.rows_read).toBeLessThanOrEqual(1);
  await DB.prepare(
    `update group_members set ends_at = 1, end_due_at = 1 where group_id = ? and user_id in ('many-1', 'many-2', 'many-3')`,
  )
    .bind(group.id)
    .run();
  muster.costs.reset();
  await minuteAfter(0);
  expect(muster.costs.rowsRead).toBeLessThan(400);
  const left = await DB.prepare("select count(*) as count from group_members where group_id = ?")
    .bind(group.id)
    .first();
  expect(left).toEqual({ count: 9998 });
});
