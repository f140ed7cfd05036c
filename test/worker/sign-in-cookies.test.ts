import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { altered } from "#test/support/people/altered.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { pendingClaims } from "#worker/db/schema/accounts.ts";

test("starting a sign-in writes nothing, and takes no round trip without a session", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  await browser.start("login");
  expect(muster.costs).toMatchObject({ roundTrips: 0, rowsWritten: 0 });

  const [main] = await browser.newEden.createPilots();
  await browser.signUp(main.id);
  muster.costs.reset();
  await browser.start("character");
  await browser.start("proof");
  expect(muster.costs.rowsWritten).toBe(0);
});

test("a state is accepted once, also with two codes at the same time", async () => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot();
  const url = await browser.start("login");
  const kept = new Map(browser.cookies);
  const [first, second] = [
    await browser.approve(url, pilot.id),
    await browser.approve(url, pilot.id),
  ];
  const answers = await Promise.all([browser.callback(first), browser.callback(second)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);

  // Even if the browser keeps the deleted cookie.
  for (const [name, value] of kept) browser.cookies.set(name, value);
  const replayed = await browser.callback(await browser.approve(url, pilot.id));
  expect(await readError(replayed)).toMatchObject({
    code: "sign_in_failed",
    message: "This sign-in was used already or has expired. Log in again.",
  });
});

test("a sign-in with a changed cookie, or with that of another sign-in, is refused", async () => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot();
  await browser.start("login");
  const [, ofAnother = ""] = [...browser.cookies][0] ?? [];
  browser.cookies.clear();
  const answer = await browser.approve(await browser.start("login"), pilot.id);
  const [name = "", own = ""] = [...browser.cookies][0] ?? [];
  for (const value of [ofAnother, altered(own), "", "a.b.c"]) {
    browser.cookies.set(name, value);
    const refused = await browser.callback(answer);
    expect(refused.status).toBe(400);
    expect((await readError(refused)).message).toContain("another browser");
  }
  browser.cookies.set(name, own);
  expect((await browser.callback(answer)).status).toBe(200);
});

test("a browser keeps the latest four unfinished sign-ins", async () => {
  const browser = openBrowser(await startMuster());
  const pilot = await browser.newEden.createPilot();
  const urls: string[] = [];
  for (let tab = 0; tab < 6; tab += 1) urls.push(await browser.start("login"));
  expect(browser.cookies.size).toBe(4);
  const statuses: number[] = [];
  for (const url of urls) {
    statuses.push((await browser.callback(await browser.approve(url, pilot.id))).status);
  }
  expect(statuses).toEqual([400, 400, 200, 200, 200, 200]);
});

test("a claim has a cookie of its own, and is deleted when it is cancelled", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const [one, two] = await browser.newEden.createPilots();
  for (const { id } of [one, two]) await browser.logIn(id);
  const kept = new Map(browser.cookies);
  expect([...kept.keys()]).toEqual([
    `__Host-muster-claim-${one.id}`,
    `__Host-muster-claim-${two.id}`,
  ]);

  const cancel = (query = "") => browser.send(`/auth/claim-main${query}`, "DELETE");
  const claims = () => muster.context.db.select().from(pendingClaims);
  const before = (await claims()).length;
  expect((await cancel(`?characterId=${one.id}`)).status).toBe(204);
  expect(await claims()).toHaveLength(before - 1);
  expect((await cancel()).status).toBe(204);
  expect(await claims()).toHaveLength(before - 2);
  expect(browser.cookies.size).toBe(0);

  for (const [name, value] of kept) browser.cookies.set(name, value);
  const late = await browser.send("/auth/claim-main", "POST", { characterId: one.id });
  expect(late.status).toBe(400);
});

test("a used claim is deleted", async () => {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.logIn(pilot.id);
  const kept = new Map(browser.cookies);
  await browser.send("/auth/claim-main", "POST", { characterId: pilot.id });
  for (const [name, value] of kept) browser.cookies.set(name, value);
  const again = await browser.send("/auth/claim-main", "POST", { characterId: pilot.id });
  expect(again.status).toBe(400);
  const rows = await muster.context.db
    .select()
    .from(pendingClaims)
    .where(eq(pendingClaims.characterId, pilot.id));
  expect(rows).toEqual([]);
});

test("logging out clears what the browser has cached", async () => {
  const muster = await startMuster();
  const response = await muster.send("/api/auth/logout", { method: "POST" });
  expect(response.headers.get("clear-site-data")).toBe('"cache"');
});
