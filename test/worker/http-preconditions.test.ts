import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { ACCESS } from "./access-table.ts";

const muster = await startMuster();

/** The headers of a conditional GET (RFC 9110 §13.1), as a client or a proxy could send them. */
const CONDITIONS: Record<string, string>[] = [
  { "if-none-match": "*" },
  { "if-none-match": '"a", W/"b"' },
  { "if-modified-since": new Date(Date.now() + 60_000).toUTCString() },
];

test("a read without an ETag is never answered 304", async () => {
  const user = await buildUser(muster);
  const { id } = await buildGroup(muster, { owner: user });
  const reads = Object.entries(ACCESS).filter(
    ([route]) => route.startsWith("GET ") && route !== "GET /api/skills",
  );
  expect(reads.length).toBeGreaterThan(20);
  for (const [route, { query = "" }] of reads) {
    const path = route.slice("GET ".length).replaceAll(/:\w+/g, id) + query;
    for (const condition of CONDITIONS) {
      const headers = { authorization: `Bearer ${user.sessionToken}` };
      const response = await muster.send(path, { headers: { ...headers, ...condition } });
      expect([path, response.status]).not.toEqual([path, 304]);
      expect(response.headers.has("etag")).toBe(false);
    }
  }
});

test("a conditional request gets the new name of a renamed pilot", async () => {
  const user = await buildUser(muster, { name: "Old Name" });
  const group = await buildGroup(muster, { owner: user });
  const read = () =>
    muster.send(`/api/groups/${group.id}/members`, {
      headers: { authorization: `Bearer ${user.sessionToken}`, "if-none-match": "*" },
    });
  expect(await (await read()).text()).toContain("Old Name");
  await muster.context.db
    .update(characters)
    .set({ name: "New Name" })
    .where(eq(characters.id, user.mainCharacterId));
  const renamed = await read();
  expect(renamed.status).toBe(200);
  expect(await renamed.text()).toContain("New Name");
});
