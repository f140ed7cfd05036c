import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { assert, expect, test } from "vitest";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup } from "#test/support/people/group-builders.ts";
import { proofCookie } from "#test/support/people/proof-cookie.ts";
import { ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { oneOf } from "#test/support/workerd/share.ts";
import { DECLARATIONS } from "#worker/app/app.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { requestNotes } from "#worker/db/schema/group-forms.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";

/** Rows that the free plan writes on a day (https://developers.cloudflare.com/d1/platform/pricing/). */
const DAY_ROWS = 100_000;
const SHARE = DAY_ROWS / 10;
const MEMBERS = 100;
const OF_EACH = 20;
/** More calls than any act needs to spend a day. */
const MOST_CALLS = 4_500;

const muster = await startMuster({ PLAN: "free", DAILY_LIMITS: "" });
const driver = await driveQueue(muster);
const { db } = muster.context;
const category = await buildCategory(muster);
const administrator = await buildAdministrator(muster);
const crowd = await buildUsers(muster, MEMBERS);
const outsiders = await buildUsers(muster, 3 * OF_EACH);

type Scene = Awaited<ReturnType<typeof openScene>>;
/** What one person does again and again; each call gives the answers of a round. */
type Act = (scene: Scene, nth: number) => Promise<Response[]>;

/** A group of a hundred, with twenty requests, one of which has a hundred notes. */
async function openScene(by?: BuiltUser) {
  const owner = by ?? (await buildUser(muster));
  const group = await buildGroup(muster, {
    owner,
    joinMode: "approval",
    category,
  });
  await db.run(sql`insert into ${groupMembers} (group_id, user_id, role, joined_at)
    select ${group.id}, value, 'member', ${Date.now()} from json_each(${JSON.stringify(ids(crowd))})`);
  const requests: string[] = [];
  for (const { api } of outsiders.slice(0, OF_EACH)) {
    const made = await api.groups[":id"]["join-requests"].$post({
      param: { id: group.id },
      json: {},
    });
    requests.push((await made.json()).id);
  }
  const [request = ""] = requests;
  await db.run(sql`insert into ${requestNotes} (id, request_id, author_id, text, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
    select lower(hex(randomblob(8))), ${request}, ${owner.userId}, 'A note.', ${Date.now()} from n`);
  // What the others have spent to ask is of another day.
  await db.update(users).set({ dailyActs: null });
  const param = { id: group.id };
  const call = (method: string, path: string, body?: unknown) =>
    muster.send(`/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${owner.sessionToken}`,
        cookie: proofCookie(owner.proof),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { owner, group, param, requests, request, call };
}

const ids = (people: readonly BuiltUser[]) => people.map(({ userId }) => userId);
const flip = <Value>(nth: number, one: Value, other: Value) => (nth % 2 === 0 ? one : other);

const ACTS: Record<string, Act> = {
  "PUT /api/groups/:id/members/ends": async ({ call, group }, nth) => [
    await call("PUT", `/groups/${group.id}/members/ends`, {
      userIds: ids(crowd),
      end: { kind: "days", days: flip(nth, 30, 60) },
    }),
  ],
  "POST /api/groups/:id/review": async ({ call, group, owner }) => {
    await db.run(
      sql`update group_members set joined_at = joined_at - 1000 where group_id = ${group.id}`,
    );
    const opened = await call("POST", `/groups/${group.id}/review`, { silence: "keep", days: 14 });
    if (!opened.ok) return [opened];
    const read = await owner.api.groups[":id"].review.$get({ param: { id: group.id }, query: {} });
    const { open } = await read.json();
    const finished = await call("POST", `/groups/${group.id}/review/finish`, {
      reviewId: open?.id,
      keep: open?.total,
      remove: 0,
    });
    return [opened, finished];
  },
  "POST /api/groups/:id/join-requests/undo": async ({ call, group, requests, request }, nth) => {
    const body = { ids: nth < 20 ? requests : [request] };
    const decided = await call(
      "POST",
      `/groups/${group.id}/join-requests/${flip(nth, "reject", "approve")}`,
      body,
    );
    return [decided, await call("POST", `/groups/${group.id}/join-requests/undo`, body)];
  },
  "PATCH /api/groups/:id": async ({ call, group }, nth) => [
    await call("PATCH", `/groups/${group.id}`, {
      visibility: flip(nth, "hidden", "public"),
      name: `Wing ${nth}`,
    }),
  ],
  "PUT /api/groups/:id/requirements": async ({ group, owner }, nth) => [
    await saveRule(owner, group.id, {
      ...ruleOf({ type: "discord_linked" }),
      listing: flip(nth, "qualified", "everyone"),
    }),
  ],
  "POST /api/groups/:id/invitations": async ({ call, group }, nth) => {
    const guest = outsiders[OF_EACH + (nth % OF_EACH)];
    const sent = await call("POST", `/groups/${group.id}/invitations`, {
      characterName: guest?.mainCharacterName,
    });
    if (!sent.ok) return [sent];
    const { id } = Object(await sent.json());
    return [sent, await call("POST", `/groups/invitations/${id}/revoke`)];
  },
  "POST /api/groups/:id/invite-codes": async ({ call, group }) => {
    const made = await call("POST", `/groups/${group.id}/invite-codes`, {});
    if (!made.ok) return [made];
    const { id } = Object(await made.json());
    return [made, await call("POST", `/groups/invite-codes/${id}/revoke`)];
  },
  "POST /api/groups/:id/admins": async ({ call, group }, nth) => {
    const userId = crowd[nth % MEMBERS]?.userId ?? "";
    const named = await call("POST", `/groups/${group.id}/admins`, { userId });
    return [named, await call("DELETE", `/groups/${group.id}/admins/${userId}`)];
  },
  "POST /api/groups": async ({ call }, nth) => {
    const made = await call("POST", "/groups", {
      categoryId: category.id,
      name: `Hidden wing ${nth}`,
      description: null,
      visibility: "hidden",
      joinMode: "open",
    });
    if (!made.ok) return [made];
    const { id } = Object(await made.json());
    return [made, await call("DELETE", `/groups/${id}`)];
  },
  "POST /api/groups/join-requests/:id/notes": async ({ call, requests }, nth) => [
    await call("POST", `/groups/join-requests/${requests[1 + (nth % 19)]}/notes`, {
      note: "x".repeat(900),
    }),
  ],
  "PUT /api/groups/:id/review/settings": async ({ call, group }, nth) => [
    await call("PUT", `/groups/${group.id}/review/settings`, {
      everyMonths: flip(nth, 3, 6),
      silence: "keep",
    }),
  ],
  "PUT /api/groups/:id/review/decisions": async ({ call, group, owner }, nth) => {
    if (nth === 0) {
      await db.run(
        sql`update group_members set joined_at = joined_at - 1000 where group_id = ${group.id}`,
      );
      await call("POST", `/groups/${group.id}/review`, { silence: "keep", days: 14 });
    }
    const read = await owner.api.groups[":id"].review.$get({ param: { id: group.id }, query: {} });
    const { open } = await read.json();
    return [
      await call("PUT", `/groups/${group.id}/review/decisions`, {
        reviewId: open?.id,
        decisions: ids(crowd.slice(0, 50)).map((userId) => ({
          userId,
          verdict: flip(nth, "keep", null),
        })),
      }),
    ];
  },
  "PUT /api/account/language": async ({ call }, nth) => [
    await call("PUT", "/account/language", { language: flip(nth, "de", "fr") }),
  ],
};

/** What only system administrators do. */
const ADMINISTRATORS_ACTS: Record<string, Act> = {
  "POST /api/admin/pilots/bulk": async ({ call, group }) => {
    // Not counted: memberships end in other ways too.
    await env.DB.prepare("delete from group_members where group_id = ?1 and role = 'member'")
      .bind(group.id)
      .run();
    return [
      await call("POST", "/admin/pilots/bulk", {
        action: "add",
        groupId: group.id,
        userIds: ids(crowd),
      }),
    ];
  },
  "PATCH /api/groups/categories/:id": async ({ call }, nth) => [
    await call("PATCH", `/groups/categories/${category.id}`, {
      visibility: flip(nth, "hidden", "public"),
      name: `Category ${nth}`,
    }),
  ],
  "PUT /api/admin/users/:id/suspension": async ({ call }, nth) => {
    const path = `/admin/users/${crowd[nth % MEMBERS]?.userId}/suspension`;
    const suspended = await call("PUT", path, { reason: "Away.", until: null });
    return [suspended, await call("DELETE", path)];
  },
  "PUT /api/admin/community": async ({ call, owner }, nth) => {
    const { version } = await (await owner.api.admin.community.$get()).json();
    const welcome = flip(nth, "Fly safe.", "Welcome.");
    return [await call("PUT", "/admin/community", { name: null, welcome, logo: null, version })];
  },
};

/** What follows: the cron, the queue, and the seals of the next hours. */
async function letFollow() {
  for (let hour = 0; hour < 3; hour += 1) {
    await driver.cron(EVERY_MINUTE);
    await driver.drain();
    await driver.cron("hourly");
    await driver.drain();
    await driver.advance(60 * 60);
  }
}

/** Goes on with the acts in turn until every one is refused. Counts the rows of all that they have written, and of what followed. */
async function spendADay(acts: [string, Act][], by?: BuiltUser) {
  const scene = await openScene(by);
  await letFollow();
  muster.costs.reset();
  const going = new Map(acts);
  const statuses = new Set<number>();
  for (let nth = 0; nth < MOST_CALLS && going.size > 0; nth += 1) {
    for (const [name, act] of going) {
      const answers = await act(scene, nth);
      for (const { status } of answers) statuses.add(status);
      if (answers.some(({ status }) => status >= 400)) going.delete(name);
    }
  }
  const events = await db.$count(auditEvents, eq(auditEvents.actorId, scene.owner.userId));
  await letFollow();
  return { rows: muster.costs.rowsWritten, events, statuses };
}

// A mix of all of them finds an act that is charged too little, and this one which.
test.each(oneOf(Object.entries(ACTS)))(
  "whoever repeats %s until it is refused has spent less than a tenth of the day",
  async (name, act) => {
    expect(DECLARATIONS.has(name)).toBe(true);
    const { rows, statuses } = await spendADay([[name, act]]);
    expect(rows).toBeLessThan(SHARE);
    expect(statuses).toContain(429);
  },
);

test("no mix of acts spends more, and the seals keep up with the events", async () => {
  const { rows, events, statuses } = await spendADay(Object.entries(ACTS));
  expect(rows).toBeLessThan(SHARE);
  expect(statuses).toContain(429);
  expect(events).toBeLessThan(24 * BUDGETS.free.sealing.events);
});

test("a system administrator who repeats all acts until they are refused has spent less than a tenth of the day", async () => {
  const acts = Object.entries(ADMINISTRATORS_ACTS);
  expect(acts.filter(([name]) => !DECLARATIONS.has(name))).toEqual([]);
  await db.update(users).set({ dailyActs: null });
  const { rows, statuses } = await spendADay(acts, administrator);
  expect(rows).toBeLessThan(SHARE);
  expect(statuses).toContain(429);
});

test("calls that are sent together, and charged behind their answers, exceed the day by few rows", async () => {
  const { call } = await openScene(administrator);
  const spent = {
    day: new Date().toISOString().slice(0, 10),
    rows: muster.context.config.DAILY_LIMITS.rows - 1,
  };
  await db.update(users).set({ dailyActs: spent }).where(eq(users.id, administrator.userId));
  muster.costs.reset();
  const end = ({ userId }: BuiltUser) => call("DELETE", `/admin/pilots/${userId}/sessions`);
  const sent = await Promise.all(outsiders.slice(0, OF_EACH).map(end));
  await driver.drain();
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([204]));
  // With 240 writes a minute (`WRITE_LIMIT`): a fiftieth of the day, once.
  expect(muster.costs.rowsWritten).toBeLessThanOrEqual(8 * OF_EACH);
  const next = outsiders[OF_EACH];
  assert(next !== undefined);
  expect((await end(next)).status).toBe(429);
});
