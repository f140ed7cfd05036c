import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { decryptToken } from "#worker/auth/tokens/encrypted-tokens.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { openBrowser } from "#test/support/browser-session.ts";
import { startMuster } from "#test/support/harness.ts";
import type { Muster } from "#test/support/harness.ts";

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
  await muster.later(3600, () => getAccessToken(muster.context, main.id));
  await browser.newEden.addFault({ service: "sso", kind: "server_error" });
  await muster.later(7200, () => getAccessToken(muster.context, main.id));
  answers.push(await (await browser.send("/auth/session")).text());
  answers.push(await (await browser.send("/auth/sessions")).text());
  answers.push(await (await browser.send("/auth/events")).text());

  secrets.push(...browser.cookies.values(), browser.sessionToken ?? "");
  for (const row of await muster.context.db.select().from(eveTokens)) {
    for (const encrypted of [row.accessToken, row.refreshToken]) {
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
