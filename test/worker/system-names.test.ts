import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Language } from "#shared/language/languages.ts";
import { DAY_MS } from "#shared/time.ts";
import { systemNames } from "#worker/db/schema/characters.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { startMuster } from "#test/support/workerd/harness.ts";

const JITA = 30_000_142;
const PERIMETER = 30_000_144;
const TAMA = 30_002_813;
const HOUR = 60 * 60;

/** A pilot in a solar system, with what the dashboard and the sheet say of it in a language. */
async function pilotIn(systemId: number) {
  const muster = await startMuster();
  const linked = await linkPilot(muster);
  const { newEden, pilot, api, refresh } = linked;
  await newEden.setSheet(pilot.id, { whereabouts: { systemId } });
  await refresh();
  await newEden.clearRequests();
  const inLanguage = (language: Language) => ({ headers: { "accept-language": language } });
  const dashboard = async (language: Language) => {
    const { characters } = await (await api.characters.$get({}, inLanguage(language))).json();
    return characters[0]?.location?.solarSystemName;
  };
  const sheet = async (language: Language) => {
    const param = { id: String(pilot.id) };
    const answer = await api.characters[":id"].$get({ param }, inLanguage(language));
    return (await answer.json()).private?.location?.solarSystemName;
  };
  const calls = async () =>
    (await newEden.requests({ service: "esi" })).map(({ path }) => path.replace(/^.*\/esi/, ""));
  return { ...linked, muster, dashboard, sheet, calls };
}

test("a solar system is named in the viewer's language from the second look on, with one call for everyone", async () => {
  const { dashboard, sheet, calls, muster } = await pilotIn(JITA);
  expect(await dashboard("en")).toBe("Jita");
  expect(await calls()).toEqual([]);
  expect(await dashboard("ja")).toBe("Jita");
  expect(await dashboard("ja")).toBe("ジタ");
  expect(await sheet("ja")).toBe("ジタ");
  expect(await calls()).toEqual([`/universe/systems/${JITA}`]);
  expect(await sheet("zh")).toBe("Jita");
  expect(await sheet("zh")).toBe("吉他");
  expect(await dashboard("en")).toBe("Jita");
  expect(await calls()).toHaveLength(2);
  // As many rows as without a language: the name of the system takes one more.
  muster.costs.reset();
  await dashboard("en");
  const { rowsRead: english } = muster.costs;
  muster.costs.reset();
  await dashboard("ja");
  expect(muster.costs.rowsRead - english).toBe(1);
  expect(muster.costs.rowsWritten).toBe(0);
});

test("a name that is the same in the language is not read again", async () => {
  const { dashboard, calls } = await pilotIn(JITA);
  expect([await dashboard("fr"), await dashboard("fr")]).toEqual(["Jita", "Jita"]);
  expect(await calls()).toHaveLength(1);
});

test("while ESI does not answer, the English name stays, and is asked for once an hour", async () => {
  const { dashboard, calls, newEden, muster } = await pilotIn(PERIMETER);
  await newEden.addFault({ service: "esi", kind: "error_limited", path: "/universe/systems" });
  for (let look = 0; look < 3; look += 1) {
    // One after the other.
    // oxlint-disable-next-line no-await-in-loop
    expect(await dashboard("ru")).toBe("Perimeter");
  }
  expect(await calls()).toHaveLength(1);
  await newEden.clearFaults();
  await muster.later(2 * HOUR, async () => {
    await dashboard("ru");
    expect(await dashboard("ru")).toBe("Периметр");
  });
});

test("a name is read again after a quarter", async () => {
  const { dashboard, calls, newEden, muster } = await pilotIn(TAMA);
  const { db } = muster.context;
  await dashboard("ko");
  const [row] = await db.select().from(systemNames).where(eq(systemNames.systemId, TAMA));
  expect(row?.freshUntil.getTime()).toBeGreaterThan(Date.now() + 89 * DAY_MS);
  await newEden.clearRequests();
  await db.update(systemNames).set({ name: "Old", freshUntil: new Date() });
  expect(await dashboard("ko")).toBe("Old");
  expect(await dashboard("ko")).toBe("타마");
  expect(await calls()).toEqual([`/universe/systems/${TAMA}`]);
});
