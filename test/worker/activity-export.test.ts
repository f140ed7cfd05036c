import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { someDay, writeEvents } from "#test/support/people/activity-builders.ts";
import type { Written } from "#test/support/people/activity-builders.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

test("the list is exported as a table that no spreadsheet takes for formulas", async () => {
  const mira = await buildUser(muster, { name: '=HYPERLINK("evil")' });
  const { start, query } = someDay();
  await writeEvents(muster, [
    {
      at: start,
      log: "groups",
      kind: "group_created",
      actor: mira,
      group: { id: "g", name: '+1, "two"' },
    },
    { at: start + 1, log: "accounts", kind: "account_created", subject: mira },
  ]);
  const response = await admin.api["activity.csv"].$get({ query });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=".+\.csv"$/);
  expect(response.headers.get("link")).toBe(null);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  const lines = text.split("\r\n");
  expect(lines[0]).toMatch(/^\uFEFF"Time \(EVE\)","Log","Event","Actor",/);
  expect(lines[1]).toContain('"account_created","\'=HYPERLINK(""evil"")"');
  expect(lines[2]).toContain('"\'+1, ""two""","g"');
  expect(lines).toHaveLength(4);
});

test.each(["=", "+", "-", "@", "＝", "＋", "－", "＠"])(
  "a name that begins with %s is text in the table",
  async (sign) => {
    const { start, query } = someDay();
    const group = { id: "g", name: `${sign}1` };
    await writeEvents(muster, [{ at: start, log: "groups", kind: "group_created", group }]);
    const response = await admin.api["activity.csv"].$get({ query });
    expect(await response.text()).toContain(`"'${sign}1"`);
  },
);

test("a long export continues where its link leads, without a second head", async () => {
  const mira = await buildUser(muster);
  const { start, query } = someDay();
  await writeEvents(
    muster,
    Array.from({ length: 1001 }, (_, n): Written => ({
      at: start + n,
      log: "groups",
      kind: "member_joined",
      actor: mira,
    })),
  );
  const first = await admin.api["activity.csv"].$get({ query });
  const [, next] = first.headers.get("link")?.match(/^<(.+)>; rel="next"$/) ?? [];
  expect((await first.text()).trim().split("\r\n")).toHaveLength(1001);
  const second = await muster.send(next ?? "", {
    headers: { authorization: `Bearer ${admin.sessionToken}` },
  });
  expect((await second.text()).trim().split("\r\n")).toEqual([expect.stringMatching(/^"2020-/)]);
  expect(second.headers.get("link")).toBe(null);
});
