import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountEvents } from "#shared/events/account-events.ts";
import { corporationEvents } from "#shared/events/corporation-events.ts";
import { groupEvents } from "#shared/events/group-events.ts";
import { kindsOf, kindsWith } from "#shared/events/kinds.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { DAILY_LIMITS, readConfig } from "#worker/ground/config.ts";
import { run } from "#worker/db/batch.ts";
import { sessions, users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { prepareProgram } from "#test/support/applications/application-rows.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import {
  codeOf,
  exchangeCode,
  refresh,
  startProvider,
} from "#test/support/applications/relying-party.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { write } from "#test/support/answers/write.ts";

const DAY_SECONDS = 24 * 60 * 60;
const LIMIT = 2;
/** Enough for the sign-ins that the other limits' tests need. */
const LOGINS = 4;
/** Above what the acts of one test write together. */
const ROWS = 1_000;

function acts(limit: number): Record<string, number> {
  return Object.fromEntries(Object.keys(DAILY_LIMITS).map((act) => [act, limit]));
}

const muster = await startMuster({
  DAILY_LIMITS: Object.entries({ ...DAILY_LIMITS, ...acts(LIMIT), logins: LOGINS, rows: ROWS })
    .map(([act, limit]) => `${act}=${limit}`)
    .join(", "),
});
const category = await buildCategory(muster);

const create = (who: BuiltUser) =>
  who.api.groups.$post({
    json: {
      categoryId: category.id,
      name: `Wing ${crypto.randomUUID()}`,
      description: null,
      visibility: "public",
      joinMode: "open",
    },
  });

/** For each act, a function that repeats it as the same user. */
const CALLS: Record<string, (who: BuiltUser) => Promise<() => Promise<Response>>> = {
  groups: (who) => Promise.resolve(() => create(who)),
  edits: async (who) => {
    const { id } = await buildGroup(muster, { owner: who });
    return () =>
      who.api.groups[":id"].$patch({ param: { id }, json: { name: crypto.randomUUID() } });
  },
  roles: async (who) => {
    const owner = who;
    return async () => {
      const member = await buildUser(muster);
      const { id } = await buildGroup(muster, { owner, members: [member] });
      return who.api.groups[":id"].admins.$post({ param: { id }, json: { userId: member.userId } });
    };
  },
  joins: async (who) => {
    const owner = await buildUser(muster);
    return async () => {
      const { id } = await buildGroup(muster, { owner });
      return who.api.groups[":id"].join.$post({ param: { id } });
    };
  },
  requests: async (who) => {
    const owner = await buildUser(muster);
    return async () => {
      const { id } = await buildGroup(muster, { owner, joinMode: "approval" });
      return who.api.groups[":id"]["join-requests"].$post({ param: { id }, json: {} });
    };
  },
  invitations: async (who) => {
    const { id } = await buildGroup(muster, { owner: who });
    return async () => {
      const { mainCharacterName: characterName } = await buildUser(muster);
      return who.api.groups[":id"].invitations.$post({ param: { id }, json: { characterName } });
    };
  },
  codes: async (who) => {
    const { id } = await buildGroup(muster, { owner: who });
    return () => who.api.groups[":id"]["invite-codes"].$post({ param: { id }, json: {} });
  },
};

const MESSAGES: Record<string, string> = {
  groups: "You have created 2 groups today. You can create more after 00:00 UTC.",
  edits: "You have made 2 changes today. You can make more after 00:00 UTC.",
  roles: "You have changed 2 roles today. You can change more after 00:00 UTC.",
  joins: "You have joined 2 groups today. You can join more after 00:00 UTC.",
  requests:
    "You have requested to join 2 groups today. You can request to join more after 00:00 UTC.",
  invitations: "You have sent 2 invitations today. You can send more after 00:00 UTC.",
  codes: "You have created 2 invite codes today. You can create more after 00:00 UTC.",
};

async function expectLimited(response: Response, message: string) {
  const untilMidnight = DAY_SECONDS - ((Date.now() / 1000) % DAY_SECONDS);
  expect(response.status).toBe(429);
  expect(Math.abs(Number(response.headers.get("retry-after")) - untilMidnight)).toBeLessThan(60);
  expect(await readError(response)).toMatchObject({ code: "rate_limited", message });
}

test.for(Object.entries(CALLS))(
  "a user is limited in a day's %s, with the time until they can go on, and goes on the next day",
  async ([act, prepare]) => {
    const [mira, oskar] = [await buildUser(muster), await buildUser(muster)];
    const call = await prepare(mira);
    for (let nth = 0; nth < LIMIT; nth++) expect((await call()).ok).toBe(true);
    await expectLimited(await call(), MESSAGES[act] ?? "");
    expect((await (await prepare(oskar))()).ok).toBe(true);
    await muster.later(DAY_SECONDS, async () => {
      await muster.context.db.update(sessions).set({ provenAt: new Date() });
      expect((await call()).ok).toBe(true);
    });
  },
);

test("opening unknown characters, linking characters and starting links of Discord are limited", async () => {
  const browser = openBrowser(muster);
  const [main] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  const next = () => browser.newEden.createPilot();

  const open = async () => browser.send(`/characters/${(await next()).id}`);
  for (let nth = 0; nth < LIMIT; nth++) expect((await open()).status).toBe(200);
  const words = "You have opened 2 characters that were new here today.";
  await expectLimited(await open(), `${words} You can open more after 00:00 UTC.`);
  expect((await browser.send(`/characters/${main.id}`)).status).toBe(200);

  const link = async () => browser.link((await next()).id);
  expect((await link()).status).toBe(200);
  expect((await browser.send("/discord/link/start", "POST")).status).toBe(200);
  const message = "You have linked characters or Discord 2 times today.";
  for (const refused of [await link(), await browser.send("/discord/link/start", "POST")]) {
    await expectLimited(refused, `${message} You can link more after 00:00 UTC.`);
  }
});

test("changing the main back and forth is limited", async () => {
  const browser = openBrowser(muster);
  const [main, alt] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  await browser.link(alt.id);
  const change = async (from: { id: number }, to: { id: number }) => {
    await browser.logIn(from.id);
    return browser.send("/auth/main", "PUT", { characterId: to.id });
  };
  expect((await change(main, alt)).status).toBe(204);
  expect((await change(alt, main)).status).toBe(204);
  await expectLimited(
    await change(main, alt),
    "You have changed your main 2 times today. You can change it again after 00:00 UTC.",
  );
});

test("log-ins are limited, by themselves: what else an account has written keeps nobody out", async () => {
  const browser = openBrowser(muster);
  const [main] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  await muster.context.db.update(users).set({
    dailyActs: { day: new Date().toISOString().slice(0, 10), rows: ROWS },
  });
  for (let nth = 0; nth < LOGINS; nth++) {
    expect((await browser.tryLogIn(main.id)).status).toBe(200);
  }
  await expectLimited(
    await browser.tryLogIn(main.id),
    `You have signed in ${LOGINS} times today. You can sign in again after 00:00 UTC.`,
  );
});

test("the acts of a user together write no more rows than one account may", async () => {
  const mira = await buildUser(muster);
  const { env, context } = muster;
  const config = await readConfig({ ...env, DAILY_LIMITS: "rows=300" });
  const count = (act: "edits" | "joins", rows?: SQL) =>
    run(context.db, countAct({ ...context, config }, mira, act, { ...(rows && { rows }) }));
  await count("joins");
  await count("edits");
  // Whatever follows from one change of the community is half of the day at most.
  await count("edits", sql`1000000`).catch(() => {});
  const [row] = await context.db
    .select({ acts: users.dailyActs })
    .from(users)
    .where(eq(users.id, mira.userId));
  expect(row?.acts).toMatchObject({ joins: 1, edits: 2, rows: 50 + 30 + 30 + 150 });
  await expect(count("joins")).rejects.toThrow(
    "You have changed as much as one account may in a day. You can go on after 00:00 UTC.",
  );
});

test("changing the rule of a large group, or who sees it, is charged with what follows", async () => {
  const owner = await buildUser(muster);
  const group = await buildGroup(muster, { owner, members: [await buildUser(muster)] });
  const rowsOf = async () => {
    const [row] = await muster.context.db
      .select({ acts: users.dailyActs })
      .from(users)
      .where(eq(users.id, owner.userId));
    return row?.acts?.["rows"];
  };
  const people = await muster.context.db.$count(users);
  const rule = ruleOf({ type: "discord_linked" });
  expect((await saveRule(owner, group.id, rule)).status).toBe(200);
  expect(await rowsOf()).toBe(30 + 4 * 2);
  expect((await saveRule(owner, group.id, { ...rule, listing: "qualified" })).status).toBe(200);
  expect(await rowsOf()).toBe(2 * (30 + 4 * 2) + 2 * people);
});

test("renewals of an application's sign-in are counted, several at once", async () => {
  const provider = await startProvider();
  let tokens = await exchangeCode(provider, await codeOf(provider));
  for (let nth = 0; nth < 8; nth++) tokens = await refresh(provider, tokens["refresh_token"]);
  expect(tokens.status).toBe(200);
  const [row] = await provider.muster.context.db
    .select({ acts: users.dailyActs })
    .from(users)
    .where(eq(users.id, provider.user.userId));
  expect(row?.acts).toMatchObject({ renewals: 8 });
});

test("ending all other sessions when there are none records no event", async () => {
  const mira = await buildUser(muster);
  for (let nth = 0; nth < 3; nth++) {
    expect((await mira.api.auth.sessions.$delete()).status).toBe(204);
  }
  expect(await (await mira.api.auth.events.$get()).json()).toEqual({ events: [] });
});

test("of two simultaneous acts at the limit, one is refused and leaves nothing behind", async () => {
  const mira = await buildUser(muster);
  await create(mira);
  const both = await Promise.all([create(mira), create(mira)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 429]));
  const mine = await mira.api.groups["my-groups"].$get({ query: {} });
  expect(await mine.json()).toMatchObject({ total: 2 });
});

test("an act that was refused for another reason does not count", async () => {
  const mira = await buildUser(muster);
  const { id } = await buildGroup(muster, { owner: mira });
  const edit = (name: string) => mira.api.groups[":id"].$patch({ param: { id }, json: { name } });
  await edit("One");
  for (let nth = 0; nth < 5; nth++) expect((await edit("One")).status).toBe(200);
  expect((await edit("Two")).status).toBe(200);
  expect((await edit("Three")).status).toBe(429);
});

test("a system administrator may do ten times as much", async () => {
  const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
  for (let nth = 0; nth < 10 * LIMIT; nth++) expect((await create(admin)).status).toBe(201);
  await expectLimited(
    await create(admin),
    "You have created 20 groups today. You can create more after 00:00 UTC.",
  );
});

test("counting writes one row", async () => {
  const mira = await buildUser(muster);
  muster.costs.reset();
  await run(muster.context.db, countAct(muster.context, mira, "groups"));
  expect(muster.costs).toMatchObject({ roundTrips: 1, rowsRead: 2, rowsWritten: 1 });
});

test("each undone decision counts as a change, also when several are undone at once", async () => {
  const mira = await buildUser(muster);
  const group = await buildGroup(muster, { owner: mira, joinMode: "approval" });
  const ids: string[] = [];
  for (let nth = 0; nth < LIMIT; nth++) {
    ids.push(await buildRequest(muster, group, await buildUser(muster)));
  }
  const routes = mira.api.groups[":id"]["join-requests"];
  const call = { param: { id: group.id }, json: { ids } };
  await routes.reject.$post(call);
  expect((await routes.undo.$post(call)).status).toBe(200);
  await routes.approve.$post(call);
  await expectLimited(await routes.undo.$post(call), MESSAGES["edits"] ?? "");
});

/** Events that a user can repeat only after a limited event or a sign-in at EVE. */
const BOUNDED: Record<string, string> = {
  group_deleted: "after group_created",
  community_move_undone: "a command of the deployer, once for each move",
  watch_entry_removed: "after watch_entry_added",
  watch_entry_ended: "a job finds it",
  watch_list_viewed: "once an hour for each keeper",
  pilots_looked_up: "once an hour for each administrator",
  member_left: "after a join",
  member_removed: "after a join",
  request_waiting: "a job finds it, once for each request",
  request_withdrawn: "after request_made",
  request_approved: "after request_made",
  request_rejected: "after request_made",
  invitation_declined: "after invitation_sent",
  invitation_revoked: "after invitation_sent",
  invitation_expired: "after invitation_sent",
  code_revoked: "after code_created",
  grace_started: "a rule causes it",
  grace_ended: "a rule causes it",
  removals_held: "a rule causes it",
  removals_released: "once a hold",
  removals_discarded: "once a hold",
  membership_end_set: "each call counts as an edit, for up to a hundred members",
  membership_ending: "a job finds it",
  emergency_access_taken: "each counts as an edit",
  review_opened: "each counts as an edit",
  review_finished: "after review_opened",
  note_deleted: "after note_written",
  review_viewed: "once an hour for each group",
  group_moved_in: "the deployer causes it",
  member_moved_in: "the deployer causes it",
  request_moved_in: "the deployer causes it",
  account_created: "one for each character that signs in at EVE",
  character_unlinked: "after a link",
  character_sold: "EVE causes it",
  account_taken_back: "after main_changed",
  session_ended: "after a sign-in at EVE",
  sessions_ended: "after a sign-in at EVE",
  pilot_viewed: "once an hour for each user",
  discord_linked: "after a started link",
  discord_unlinked: "after a started link",
  account_exported: "has a rate of its own",
  account_deleted: "once an account",
  accounts_merged: "once an account",
  account_absorbed: "once an account",
  group_blocked: "after invitation_sent",
  group_unblocked: "after group_blocked",
  suspension_lifted: "after user_suspended",
  actions_undone: "each counts as an edit",
  account_moved_in: "the deployer causes it",
  administrator_confirmed: "by an administrator, after a sale",
  affiliation_changed: "EVE causes it",
  token_lost: "EVE causes it",
  token_restored: "after token_lost",
  administrator_added: "the deployer causes it",
  administrator_removed: "the deployer causes it",
  director_unhealthy: "a job finds it",
  sessions_revoked: "after a sign-in at EVE",
  director_healthy: "a job finds it",
  roster_viewed: "once an hour for each corporation",
};

test("every event of a user is limited, or can repeat only after one that is", () => {
  const kinds = [...kindsOf(groupEvents), ...kindsOf(accountEvents), ...kindsOf(corporationEvents)];
  const decided = [...kindsWith("limit"), ...Object.keys(BOUNDED)];
  expect(decided.toSorted()).toEqual(kinds.toSorted());
});

test("the configuration overrides single limits, and its errors are named", async () => {
  const { env } = muster;
  const limits = async (DAILY_LIMITS: string, PLAN = "free") =>
    (await readConfig({ ...env, DAILY_LIMITS, PLAN })).DAILY_LIMITS;
  expect(await limits("")).toEqual(DAILY_LIMITS);
  expect(await limits("groups=50, codes=0")).toEqual({ ...DAILY_LIMITS, groups: 50, codes: 0 });
  expect(await limits("", "paid")).toMatchObject({ groups: 20, rows: 120_000 });
  expect(await limits("rows=9", "paid")).toMatchObject({ rows: 9 });
  for (const wrong of ["groups", "groups=many", "wings=3", "groups=-1"]) {
    await expect(limits(wrong)).rejects.toThrow(/DAILY_LIMITS must be like groups=50,codes=100/);
  }
});

test("sign-ins at applications are limited, with and without a new consent", async () => {
  const player = await buildUser(muster);
  const program = await prepareProgram(muster, { groupIds: [] });
  await write(muster, program);
  const { application } = program.ids;
  const redirectUri = "https://wiki.example/callback";
  await muster.context.db
    .update(applications)
    .set({ isOn: true, isPublic: false, redirectUris: [redirectUri] })
    .where(eq(applications.id, application));
  const query = new URLSearchParams({
    client_id: application,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
  }).toString();
  const agree = () => player.api.consent.$post({ json: { query, decision: "allow" } });
  for (let nth = 0; nth < LIMIT; nth++) {
    expect((await agree()).status).toBe(200);
    await player.api.consent[":id"].$delete({ param: { id: application } });
  }
  await expectLimited(
    await agree(),
    "You have signed in to applications 2 times today. You can sign in to them again after 00:00 UTC.",
  );
});
