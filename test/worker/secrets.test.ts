import { sql } from "drizzle-orm";
import { base64url } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decryptToken } from "#worker/auth/tokens/encrypted-tokens.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";

const logged: string[] = [];

beforeEach(() => {
  for (const level of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => {
      logged.push(parts.map(String).join(" "));
    });
  }
});
afterEach(() => vi.restoreAllMocks());

async function dumpDatabase({ context: { db } }: Muster): Promise<string> {
  const tables = await db.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'`,
  );
  const rows = [];
  for (const { name } of tables) rows.push(await db.all(sql.raw(`select * from "${name}"`)));
  return JSON.stringify(rows);
}

test("no token, code, state or cookie is logged, stored in clear, or sent to another service", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const [main, alt] = await browser.newEden.createPilots();
  const secrets: string[] = [muster.env.EVE_CLIENT_SECRET, muster.env.TOKEN_ENCRYPTION_KEY];
  const answers: string[] = [];

  // A whole life: newcomer, claim, link, a failed link, a refresh, an outage, another session, and the end.
  for (const { id } of [main, alt]) {
    const kind = id === main.id ? "login" : "character";
    const url = await browser.start(kind);
    const answer = await browser.approve(url, id);
    secrets.push(answer.code, answer.state);
    answers.push(await (await browser.callback(answer)).text());
    answers.push(await (await browser.callback(answer)).text());
    if (kind === "login") await browser.signUp(main.id);
  }
  // A narrower sign-in sets the grant before aside.
  await browser.newEden.setSso({ endsEarlierGrants: false });
  const narrower = new URL(await browser.start("login"));
  narrower.searchParams.set("scope", "publicData");
  const answer = await browser.approve(narrower.href, main.id);
  secrets.push(answer.code, answer.state);
  answers.push(await (await browser.callback(answer)).text());
  await muster.later(3600, () => getAccessToken(muster.context, main.id));
  await browser.newEden.addFault({ service: "sso", kind: "server_error" });
  await muster.later(7200, () => getAccessToken(muster.context, main.id));
  answers.push(await (await browser.send("/auth/session")).text());
  answers.push(await (await browser.send("/auth/sessions")).text());
  answers.push(await (await browser.send("/auth/events")).text());

  secrets.push(...browser.cookies.values(), browser.sessionToken ?? "");
  const rows = await muster.context.db.select().from(eveTokens);
  expect(rows.flatMap(({ spares }) => spares ?? [])).toHaveLength(1);
  for (const row of rows) {
    const spares = (row.spares ?? []).flatMap((one) => [one.accessToken, one.refreshToken]);
    for (const encrypted of [row.accessToken, row.refreshToken, ...spares]) {
      secrets.push(await decryptToken(muster.context.config, encrypted, row.characterId));
    }
  }
  expect(secrets.every((secret) => secret.length >= 16)).toBe(true);

  const database = await dumpDatabase(muster);
  const log = logged.join("\n");
  expect(log).toContain('"event":"request"');
  for (const secret of secrets) {
    expect(database).not.toContain(secret);
    expect(log).not.toContain(secret);
    expect(answers.join("\n")).not.toContain(secret);
  }
});

test("a copy of the database contains no invite code that can be redeemed", async () => {
  const muster = await startMuster();
  const [owner, thief] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const group = await buildGroup(muster, { owner, visibility: "hidden" });
  const codesOf = owner.api.groups[":id"]["invite-codes"];
  const { code } = await (await codesOf.$post({ param: { id: group.id }, json: {} })).json();
  if (code === null) throw new Error("A new code can be decrypted.");

  const database = await dumpDatabase(muster);
  expect(database).not.toContain(code);
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code)),
  );
  expect(database).not.toContain(base64url.encode(digest));

  const redeem = (typed: string) =>
    thief.api.groups["invite-codes"].redeem.$post({ json: { code: typed } });
  const [row] = await muster.context.db.all<Record<string, unknown>>(
    sql`select * from invite_codes where group_id = ${group.id}`,
  );
  const texts = Object.values(row ?? {}).filter((value) => typeof value === "string");
  expect(texts.length).toBeGreaterThan(4);
  for (const text of texts) expect((await redeem(text)).status).toBe(404);

  // Managers of the group still see the code, and it still works.
  expect(await (await codesOf.$get({ param: { id: group.id } })).json()).toMatchObject({
    items: [{ code }],
  });
  expect((await redeem(code)).status).toBe(200);
});
