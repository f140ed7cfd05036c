import { eq } from "drizzle-orm";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { write } from "#test/support/answers/write.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup, prepareOperation } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { calendarFeeds } from "#worker/db/schema/operations.ts";

const HOUR = 60 * 60 * 1000;
const muster = await startMuster();
const { db } = muster.context;
const owner = await buildUser(muster, { name: "Mira Tal" });

test("a calendar is what the account of its link sees at that moment", async () => {
  const reader = await buildUser(muster, { name: "Tovi Calendar" });
  const club = await buildGroup(muster, { owner, members: [reader], name: "Calendar club" });
  const operation = prepareOperation(muster, club, owner, {
    title: "Roam; with, signs and a very long title that has to be folded, with ünïcödé 舰队",
    text: "First line\nSecond, line",
  });
  await write(muster, operation);
  const { id } = operation;
  const { calendar } = reader.api.operations;
  const link = (await (await calendar.$post()).json()).secret;
  expect(await db.select().from(calendarFeeds)).not.toContainEqual(
    expect.objectContaining({ secretHash: new URL(link).searchParams.get("key") }),
  );
  const open = (url: string, headers = {}) => muster.send(url, { headers });
  const events = async () => {
    const response = await open(link);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const text = await response.text();
    for (const line of text.split("\r\n")) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    }
    const parsed = new ICAL.Component(ICAL.parse(text));
    return parsed.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
  };
  const [event] = await events();
  const { summary, uid, sequence } = event ?? {};
  expect(summary).toBe(
    "Roam; with, signs and a very long title that has to be folded, with ünïcödé 舰队",
  );
  expect(event?.description).toContain("First line\nSecond, line");
  expect(event?.startDate.zone.tzid).toBe("UTC");
  await owner.api.operations[":id"].cancelled.$put({ param: { id }, json: { isCancelled: true } });
  const [cancelled] = await events();
  expect(cancelled?.uid).toBe(uid);
  expect(cancelled?.sequence).toBe((sequence ?? 0) + 1);
  expect(cancelled?.component.getFirstPropertyValue("status")).toBe("CANCELLED");
  const etag = (await open(link)).headers.get("etag") ?? "";
  expect((await open(link, { "if-none-match": etag })).status).toBe(304);
  await reader.api.groups[":id"].leave.$post({ param: { id: club.id } });
  expect(await events()).toEqual([]);
  const wrong = await open(link.replace(/key=.*/, "key=wrong"));
  await db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + HOUR) })
    .where(eq(users.id, reader.userId));
  const suspended = await open(link);
  expect([wrong.status, suspended.status]).toEqual([404, 404]);
  // A wrong key takes the same work as none.
  const workOf = async (url: string) => {
    muster.costs.reset();
    await open(url);
    return muster.costs.executed.map(({ query, rowsRead }) => ({ query, rowsRead }));
  };
  const ofNone = await workOf(link.replace(/\?key=.*/, ""));
  expect(muster.costs.roundTrips).toBe(1);
  expect(await workOf(link.replace(/key=.*/, "key=wrong"))).toEqual(ofNone);
  await db.update(users).set({ suspendedUntil: null }).where(eq(users.id, reader.userId));
  const next = (await (await calendar.$post()).json()).secret;
  expect([(await open(link)).status, (await open(next)).status]).toEqual([404, 200]);
  await calendar.$delete();
  expect((await open(next)).status).toBe(404);
});
