// Half a minute and more: a community of 100,000 users is made.
import { expect, test } from "vitest";
import { COUNT_LIMIT } from "#shared/applications/counts.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { insertProgram } from "#test/support/applications/application-rows.ts";
import { insertApplication } from "#test/support/applications/applications.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { LARGE_COMMUNITY } from "#test/support/workerd/share.ts";
import {
  addSecret,
  agree,
  authorizeUrl,
  CALLBACK,
  codeOf,
  exchangeCode,
  openInBrowser,
  post,
  publishedKeysOf,
  question,
  refresh,
  userInfo,
} from "#test/support/applications/relying-party.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { keepSigningKeys } from "#worker/applications/oidc/signing-keys.ts";

const EMPTY = { users: 0, groups: 0, pending: 0 };
const USERS = LARGE_COMMUNITY.toLocaleString("en");
const LARGE = { users: LARGE_COMMUNITY, groups: 50, pending: 10 };

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
await fillCommunity(muster.env.DB, admin.userId, EMPTY, LARGE);

/** An application for everyone, at which all users have signed in twice, and one more signs in. */
const application = await insertApplication(muster, {
  redirectUris: [CALLBACK],
  requiredGroupId: "everyone",
  claims: ["name", "picture", "corporation", "groups", "characters", "email"],
});
for (const query of [
  `insert into application_groups (application_id, group_id)
    select '${application.id}', id from groups where id = 'everyone'
      or id glob 'g[0-9]*' and cast(substr(id, 2) as integer) < 49`,
  `insert into application_consents (application_id, user_id, claims, created_at, last_sign_in_at)
    select '${application.id}', id, '["name"]', 1, 1 from users where id like 'u%'`,
  `insert into application_grants
      (id, application_id, user_id, scope, issuer, authenticated_at, created_at, generation, expires_at)
    select users.id || '-' || value, '${application.id}', users.id, 'openid', 'https://muster.test', 1, 1, 1, 9e15
      from users cross join json_each('[1,2]') where users.id like 'u%'`,
  `insert into application_codes
      (hash, application_id, user_id, grant_id, redirect_uri, scope, issuer, authenticated_at, expires_at, used_at)
    select id, '${application.id}', id, id, '', 'openid', 'https://muster.test', 1, 9e15, 1
      from users where id like 'u%'`,
]) {
  await muster.env.DB.prepare(query).run();
}
while ((await keepSigningKeys(muster.context)) > 0);
const user = await buildUser(muster, { name: "Mira Tal" });
await muster.env.DB.prepare(
  `insert into group_members (group_id, user_id, role, joined_at)
    select id, '${user.userId}', 'member', 0 from groups where id in ('everyone', 'g1', 'g2')`,
).run();
const provider = { muster, application, user, secret: await addSecret(muster, application.id) };

/** The costs of one request. */
async function costOf<Result>(send: () => Promise<Result>) {
  muster.costs.reset();
  const result = await send();
  const { roundTrips, rowsRead, rowsWritten } = muster.costs;
  return { result, roundTrips, rowsRead, rowsWritten };
}

type Budgets<Name extends string> = Record<Name, [roundTrips: number, rowsRead: number]>;

function expectBudgets<Name extends string>(
  costs: Record<Name, { roundTrips: number; rowsRead: number }>,
  budgets: Budgets<Name>,
) {
  for (const name of keysOf(budgets)) {
    const [mostTrips, mostRows] = budgets[name];
    const { roundTrips, rowsRead } = costs[name];
    const isFew = roundTrips <= mostTrips && rowsRead <= mostRows;
    expect({ name, isFew, roundTrips, rowsRead }).toEqual({
      name,
      isFew: true,
      roundTrips,
      rowsRead,
    });
  }
}

test(`at ${USERS} users a sign-in, a renewal and the claims read what concerns the user`, async () => {
  const address = authorizeUrl(application.id);
  const authorize = await costOf(() => openInBrowser(muster, address));
  const asked = await costOf(() => question(user, authorize.result));
  const first = await codeOf(provider);
  const answered = await costOf(() => agree(muster, user, address));
  const token = await costOf(() => exchangeCode(provider, first));
  const renewal = await costOf(() => refresh(provider, token.result["refresh_token"]));
  const claims = await costOf(() => userInfo(provider, renewal.result["access_token"]));
  const keys = await costOf(() => publishedKeysOf(muster));
  const revoked = await costOf(() =>
    post(provider, "/oauth/revoke", {
      token: String(renewal.result["refresh_token"]),
      client_id: application.id,
      client_secret: provider.secret,
    }),
  );
  expect([token.result, renewal.result]).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect([claims.result, revoked.result["status"]]).toEqual([200, 200]);
  const costs = { authorize, asked, answered, token, renewal, claims, keys, revoked };
  // `answered` goes to `/oauth/authorize` first. A statement of the claims reads the user's groups and characters.
  expectBudgets(costs, {
    authorize: [1, 5],
    asked: [2, 60],
    answered: [4, 60],
    token: [3, 80],
    renewal: [3, 60],
    claims: [2, 60],
    keys: [1, 10],
    revoked: [2, 10],
  });
  expect(token.rowsWritten).toBeLessThanOrEqual(20);
  expect(renewal.rowsWritten).toBeLessThanOrEqual(4);
});

test(`an application that ${USERS} users have allowed is shown and left without reading them all`, async () => {
  const routes = admin.api.admin.applications[":id"];
  const param = { id: application.id };
  // The first request finds the session.
  await routes.$get({ param });
  const list = await costOf(async () => (await admin.api.admin.applications.$get()).json());
  const page = await costOf(async () => (await routes.$get({ param })).json());
  const signIns = await costOf(() => routes["sign-ins"].$get({ param, query: {} }));
  const preview = await costOf(() => routes.claims.$get({ param, query: {} }));
  const leave = await costOf(() =>
    user.api.groups[":id"].leave.$post({ param: { id: "everyone" } }),
  );
  expect(list.result.applications).toMatchObject([{ people: COUNT_LIMIT }]);
  expect(page.result).toMatchObject({ people: COUNT_LIMIT, sessions: COUNT_LIMIT });
  expect(leave.result.status).toBe(204);
  // The preview is of the administrator, who owns all groups.
  expectBudgets(
    { list, page, signIns, preview, leave },
    { list: [1, 1100], page: [2, 3300], signIns: [1, 50], preview: [1, 500], leave: [3, 60] },
  );
});

test(`at ${USERS} users the API for applications takes one round trip and reads about what it answers`, async () => {
  const groupIds = ["everyone", "g1", "g2"];
  const { send } = await insertProgram(muster, { groupIds, claims: ["characters"] });
  const ids = Array.from({ length: 1000 }, (_, index) => 5_000_000 + index * 19);
  // A pilot has eleven groups, each looked up among those that were granted.
  const reads: [path: string, most: number, body?: object][] = [
    ["/groups", 20],
    ["/pilots/u77", 80],
    ["/characters/5000077/pilot", 80],
    ["/pilots?name=Filler%2077", 80],
    ["/pilots/lookup", 50_000, { characterIds: ids }],
    ["/groups/everyone/members", 2500],
  ];
  // The first request notes when the token was used, and from then on the token is known.
  await send("/token");
  for (const [path, most, body] of reads) {
    muster.costs.reset();
    const answer = await send(path, { ...(body && { body }) });
    const { roundTrips, rowsRead } = muster.costs;
    expect([path, answer.status, roundTrips, rowsRead <= most ? "few" : rowsRead]).toEqual([
      path,
      200,
      1,
      "few",
    ]);
  }
});
