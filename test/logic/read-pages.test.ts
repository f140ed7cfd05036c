import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";
import { readConfig } from "#worker/ground/config.ts";
import { getAssets } from "#worker/esi/character-endpoints.ts";
import type { EsiAsset } from "#worker/esi/character-endpoints.ts";
import { openEsi } from "#worker/esi/client.ts";
import { getRecentKillmails } from "#worker/esi/corporation-endpoints.ts";
import { EsiError } from "#worker/esi/error.ts";
import { readPages, START } from "#worker/esi/read-pages.ts";

const config = await readConfig({ ...localVars(0), ...newEdenUrls("https://eve.test") });
const NEWER = "Sat, 28 Nov 2026 15:00:00 GMT";
const OLDER = "Sat, 28 Nov 2026 14:45:35 GMT";
const PAGE_SIZE = 3;

afterEach(() => void vi.unstubAllGlobals());

/** A list in one version, of which a server answers pages. */
type Version = { ids: number[]; lastModified: string };

type Served = { ids: number[]; headers: Record<string, string>; isUnchanged?: boolean };

/** ESI, which answers the calls by their number and page. Returns the pages that were asked for. */
function serve(answer: (call: number, page: number, etag: string | null) => Served | undefined) {
  const asked: number[] = [];
  vi.stubGlobal("fetch", (url: URL, { headers }: { headers: Headers }) => {
    const page = Number(url.searchParams.get("page"));
    asked.push(page);
    const served = answer(asked.length, page, headers.get("If-None-Match"));
    if (served === undefined) return Response.json({ error: "No such page" }, { status: 404 });
    const { ids, isUnchanged } = served;
    if (isUnchanged) return new Response(null, { status: 304, headers: served.headers });
    const items = ids.map((id) => ({
      type_id: id,
      quantity: 1,
      killmail_id: id,
      killmail_hash: "",
    }));
    return Response.json(items, { headers: served.headers });
  });
  return asked;
}

const pageOf = ({ ids }: Version, page: number) =>
  ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
const etagOf = (ids: number[]) => `"${ids.join(" ")}"`;

/** What a server with this version of the list answers. */
function served(version: Version, page: number, etag: string | null = null): Served | undefined {
  const pages = Math.max(1, Math.ceil(version.ids.length / PAGE_SIZE));
  if (page > pages) return undefined;
  const ids = pageOf(version, page);
  const headers = {
    ETag: etagOf(ids),
    "Last-Modified": version.lastModified,
    "X-Pages": String(pages),
  };
  return { ids, headers, isUnchanged: etag === etagOf(ids) };
}

/** Reads a list in slices, as a fetch does; the stored one has these pages. */
async function readAll(stored: number[][] = [], limit = 6) {
  const esi = openEsi(config, { priority: "background", maxCalls: 10_000, sleep: async () => {} });
  const grant = { characterId: 1, accessToken: "", scopes: [getAssets.scope ?? ""] };
  const read = new Map<number, number[]>();
  let cursor = START;
  do {
    const slice = await readPages(
      esi,
      getAssets,
      { params: { character_id: 1 }, grant },
      {
        cursor,
        limit,
        etagOf: (page) => {
          const ids = stored[page - 1];
          return ids === undefined ? null : etagOf(ids);
        },
        knownPages: stored.length,
      },
    );
    if (slice.state === "moved") read.clear();
    else {
      for (const { page, answer } of slice.answers) {
        const ids = (items: EsiAsset[]) => items.map(({ type_id }) => type_id);
        read.set(page, answer.state === "changed" ? ids(answer.data) : (stored[page - 1] ?? []));
      }
    }
    ({ cursor } = slice);
  } while (cursor.nextPage <= cursor.pages);
  return Array.from({ length: cursor.pages }, (_, index) => read.get(index + 1) ?? []).flat();
}

async function failureOf(reading: Promise<unknown>) {
  return reading.then(
    () => undefined,
    (error: unknown) => (error instanceof EsiError ? error.reason : error),
  );
}

const range = (length: number, first = 1) => Array.from({ length }, (_, index) => first + index);
const list = (ids: number[], lastModified = NEWER): Version => ({ ids, lastModified });

test.each([undefined, "", "abc", "0", "-1", "1.5", "2, 2", "1e1", " ", "99999999"])(
  "a page whose X-Pages is %j is an answer that cannot be read",
  async (pages) => {
    for (const broken of [1, 2]) {
      serve((_, page) => {
        const found = served(list(range(6)), page);
        if (found === undefined || page !== broken) return found;
        const { "X-Pages": __, ...headers } = found.headers;
        return {
          ...found,
          headers: { ...headers, ...(pages !== undefined && { "X-Pages": pages }) },
        };
      });
      expect(await failureOf(readAll())).toBe("bad_answer");
    }
  },
);

test("a 304 without any header keeps the number of pages that is known", async () => {
  const ids = range(12);
  const stored = range(4).map((page) => pageOf(list(ids), page));
  const asked = serve((_, page, etag) => ({
    ...(served(list(ids), page, etag) ?? { ids: [] }),
    headers: {},
  }));
  expect(await readAll(stored)).toEqual(ids);
  expect(asked).toEqual([1, 2, 3, 4]);
});

test("a 304 that nobody asked for tells no number of pages", async () => {
  serve(() => ({ ids: [], headers: {}, isUnchanged: true }));
  expect(await failureOf(readAll())).toBe("bad_answer");
});

test.each([
  { now: "longer", count: 15 },
  { now: "shorter", count: 7 },
])("a list that is $now behind an unchanged first page is read as it is", async ({ count }) => {
  const ids = [1, 2, 3, ...range(count - 3, 21)];
  const stored = range(4).map((page) => pageOf(list(range(12)), page));
  const asked = serve((_, page, etag) => {
    const found = served(list(ids), page, etag);
    return found?.isUnchanged ? { ...found, headers: {} } : found;
  });
  expect(await readAll(stored)).toEqual(ids);
  // Once with what is known, and once without ETags.
  expect(asked.length).toBeLessThanOrEqual(4 + Math.ceil(count / PAGE_SIZE));
});

/** Two servers, of which the second one is behind. */
const twoServers = (
  which: (call: number, page: number) => boolean,
  newer: Version,
  older: Version,
) => serve((call, page, etag) => served(which(call, page) ? newer : older, page, etag));

test("two servers in turns: after one restart, the pages of the newer date are kept", async () => {
  const asked = twoServers((call) => call % 2 === 1, list(range(9)), list(range(9, 2), OLDER));
  expect(await readAll()).toEqual(range(9));
  // Three pages, again the first, which now is the older one, and then each until the newer server answers.
  expect(asked).toEqual([1, 2, 3, 1, 1, 2, 3, 2, 2]);
});

test("whatever two servers answer in whatever order, the list has all items of one version, or none", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(200), { maxLength: 60 }),
      fc.uniqueArray(fc.nat(200), { maxLength: 60 }),
      fc.infiniteStream(fc.boolean()),
      fc.boolean(),
      fc.integer({ min: 1, max: 6 }),
      async (newer, older, order, isStored, limit) => {
        const versions = [list(newer), list(older, OLDER)] as const;
        const asked = twoServers(() => order.next().value === true, ...versions);
        const pages = Math.ceil(Math.max(newer.length, older.length, 1) / PAGE_SIZE);
        const stored = isStored ? range(pages).map((page) => pageOf(list(older), page)) : [];
        const read = await readAll(stored, limit).catch((error: unknown) => {
          if (error instanceof EsiError && error.reason === "bad_answer") return undefined;
          throw error;
        });
        expect([newer, older, undefined]).toContainEqual(read);
        // Six readings at most, of which only one is of two dates.
        expect(asked.length).toBeLessThanOrEqual(6 * 3 * pages + 8);
      },
    ),
  );
});

test("two servers at random: nearly every list is read, with two calls a page and one restart", async () => {
  const seeds = range(200);
  let calls = 0;
  let failures = 0;
  for (const seed of seeds) {
    let state = seed;
    const asked = twoServers(
      () => {
        state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
        return state > 2 ** 30;
      },
      list(range(60)),
      list(range(60), OLDER),
    );
    failures += (await failureOf(readAll())) === undefined ? 0 : 1;
    calls += asked.length;
  }
  expect(failures).toBeLessThanOrEqual(10);
  expect(calls / seeds.length).toBeLessThan(3 * 20);
});

test("a page that only the older server has makes no list, and costs few calls", async () => {
  const asked = twoServers((_, page) => page !== 2, list(range(60)), list(range(60), OLDER));
  expect(await failureOf(readAll())).toBe("bad_answer");
  expect(asked.length).toBeLessThanOrEqual(6 + 20 + 12);
});

test("a list that EVE renews while it is read is read again, all of it of the new date", async () => {
  const asked = twoServers((call) => call > 8, list(range(30, 5)), list(range(30), OLDER));
  expect(await readAll()).toEqual(range(30, 5));
  expect(asked).toHaveLength(10 + 10);
});

test("a 304 without a date is no proof that a page belongs to the others", async () => {
  const old = list(range(9), OLDER);
  const stored = range(3).map((page) => pageOf(old, page));
  const now = list([1, 2, 3, 4, 5, 7, 8, 9]);
  const asked = serve((_, page, etag) => {
    const found = served(now, page, etag);
    return found?.isUnchanged ? { ...found, headers: {} } : found;
  });
  expect(await readAll(stored)).toEqual(now.ids);
  expect(asked).toHaveLength(6);
});

test("a list that accumulates is read in one pass, whatever the dates of its pages", async () => {
  const asked = twoServers((call) => call % 2 === 1, list(range(9)), list(range(9), OLDER));
  const esi = openEsi(config, { priority: "background" });
  const grant = { characterId: 1, accessToken: "", scopes: [getRecentKillmails.scope ?? ""] };
  const request = { params: { corporation_id: 1 }, grant };
  const slice = await readPages(esi, getRecentKillmails, request, { limit: 6, accumulates: true });
  expect(slice).toMatchObject({ state: "read", cursor: { nextPage: 4, pages: 3 } });
  expect(asked).toEqual([1, 2, 3]);
});
