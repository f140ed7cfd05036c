import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { allianceAuthExport } from "#test/support/move-in/alliance-auth-export.ts";
import { CLIENT_ID, generateCommunity } from "#test/support/move-in/old-community.ts";
import { asDump, asJsonLines, neucoreRows, seatRows } from "#test/support/move-in/table-export.ts";
import { textOf } from "#test/support/move-in/text-of.ts";
import { requireOwner } from "#worker/ops/move-in/existing-store.ts";
import { checkFiles, openExport, readers, reportBeside } from "#worker/ops/move-in/open-export.ts";
import type { MovedCommunity, System } from "#worker/ops/move-in/plan/community.ts";
import { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";
import { findBegun } from "#worker/ops/move-in/move-store.ts";

const SYSTEM = "alliance-auth";
const home = mkdtempSync(join(tmpdir(), "muster-exports-"));
afterAll(() => rmSync(home, { recursive: true }));

const old = generateCommunity({ users: 12, seed: 4 });

/** In pieces that end anywhere. */
async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(system: System, text: string, { size = 700, clientId = CLIENT_ID } = {}) {
  const report: Report = [];
  const grants = grantReader(clientId, async (token) => `encrypted ${token}`, report);
  const community = await readers[system](inPieces(text, size), grants, report);
  return { community, report };
}

const record = (model: string, pk: number, fields: object) => ({ model, pk, fields });
const user = (pk: number, fields: object = {}) =>
  record("auth.user", pk, { username: `u${pk}`, ...fields });

test.for([1, 7, 10_000])("a dump is read the same in pieces of %i letters", async (size) => {
  const text = await textOf(allianceAuthExport(old));
  const { community } = await read("alliance-auth", text, { size });
  expect(community.users.size).toBe(12);
  expect(community.discord.map(({ discordId }) => discordId)).toEqual(
    old.users.flatMap(({ discordId }) => discordId ?? []),
  );
  expect(community.grants.every(({ refreshToken }) => refreshToken.startsWith("encrypted "))).toBe(
    true,
  );
});

test.for([
  ["a list that does not end", (text: string) => text.slice(0, -3), "Line 1: The file is cut off"],
  ["a list that is cut in a record", (text: string) => text.slice(0, 900), "The file is cut off"],
  ["two lists in one file", (text: string) => text + text, "Line 2: The list of records has ended"],
  ["the lines of another system", () => '{"t":"users","id":2}\n', "Line 1: This is no JSON list"],
  ["an empty file", () => "", "The file is cut off"],
  ["a list without records", () => "[]", "The export has no rows of auth.user, authentication"],
  ["a comma too many", () => `[${JSON.stringify(user(1))},]`, "Line 1: A record was expected"],
  ["no comma", () => `[${JSON.stringify(user(1))}\n{}]`, "Line 2: A comma or the end of the list"],
  ["records of something else", () => '[\n{"a":1}]', "Line 2, record 1: This is no record of"],
  ["records that are not JSON", () => "[{'model': 1}]", "Line 1, record 1: This is not valid JSON"],
  ["a record without an end", () => `[{"a":"${"x".repeat(1_100_000)}`, "longer than a million"],
  [
    "rows of another version",
    () =>
      JSON.stringify(Array.from({ length: 30 }, (_, pk) => record("auth.user", pk, { name: 1 }))),
    "Line 1, record 21 (auth.user 20): The row has not the expected form: username. Too many rows",
  ],
] as const)("%s is refused with its place", async ([, change, message]) => {
  const text = change(await textOf(allianceAuthExport(old)));
  await expect(read("alliance-auth", text)).rejects.toThrow(message);
});

const LONG = `{"t":"${"x".repeat(1_100_000)}`;
const seat = () => textOf(asJsonLines(seatRows(old)));
const neucore = () => textOf(asDump(neucoreRows(old)));

const auth = () => textOf(allianceAuthExport(old));
const without = (from: number) => (text: string) => text.slice(0, from);
const replaced = (from: string, to: string) => (text: string) => text.replace(from, to);

test.for([
  ["seat", "lines without the last", seat, without(-13), "Line ", "cut off"],
  ["seat", "lines that are cut in a row", seat, without(900), "Line ", "not valid JSON"],
  ["seat", "rows after the end", seat, (text: string) => `${text}{"t":1}`, "Line ", "has ended"],
  ["seat", "a dump of Alliance Auth", auth, String, "Line 1", "neither a line of JSON nor"],
  ["seat", "an export of Neucore", neucore, String, "", "users, refresh_tokens, character_infos"],
  ["neucore", "an export of SeAT", seat, String, "", "no rows of players, characters, esi_tokens"],
  ["neucore", "a dump without its end", neucore, without(-42), "Line ", "cut off"],
  [
    "neucore",
    "inserts",
    neucore,
    replaced("');", "'),(2,'x');"),
    "Line 4",
    "insert cannot be read",
  ],
  ["neucore", "statements", neucore, replaced("LOCK", "DROP"), "Line 3", "neither a line of JSON"],
  ["neucore", "rows of no table", seat, replaced('"t"', '"x"'), "Line 1", "it has no table"],
  ["neucore", "no line end", () => LONG, String, "Line 1", "longer than a million"],
] as const)("%s: %s, refused with the place", async ([system, , source, change, place, reason]) => {
  const refused = read(system, change(await source()), { size: 50_000 });
  await expect(refused).rejects.toThrow(place);
  await expect(refused).rejects.toThrow(reason);
});

/** Maps as lists, without the places, which differ. */
function asText(community: MovedCommunity): string {
  return JSON.stringify(community, (key, value: unknown) =>
    key === "place" ? undefined : value instanceof Map ? [...value] : value,
  );
}

test.for([
  ["SeAT", "seat", seatRows],
  ["Neucore", "neucore", neucoreRows],
] as const)("an export of %s is read the same as JSON and as a dump", async ([, system, rows]) => {
  const found = await Promise.all(
    [asJsonLines, asDump].map(async (write) => read(system, await textOf(write(rows(old))))),
  );
  const [lines, dump] = found.map(({ community }) => asText(community));
  expect(dump).toBe(lines);
  expect(lines).toContain("90071992547409930");
});

test("tokens of another application stop the move of every system", async () => {
  const refusal =
    /EVE issued the tokens to the application muster-local, and this Muster is another/;
  await expect(read("seat", await seat(), { clientId: "another" })).rejects.toThrow(refusal);
  await expect(read("neucore", await neucore(), { clientId: "another" })).rejects.toThrow(refusal);
});

test("a single damaged row is refused and the others are read", async () => {
  const text = (await textOf(allianceAuthExport(old))).replace(
    "[{",
    '[{"model": "auth.user", "pk": 900, "fields": {"username": null, "__proto__": {"x": 1}}}, {',
  );
  const { community, report } = await read("alliance-auth", text);
  expect(community.users.size).toBe(12);
  expect(report).toContainEqual({
    outcome: "refused",
    what: "row",
    name: "auth.user",
    place: "Line 1, record 1 (auth.user 900)",
    reason: "The row has not the expected form: username.",
  });
});

test("tokens of another application stop the move, and say which", async () => {
  const text = await textOf(allianceAuthExport(old));
  await expect(read("alliance-auth", text, { clientId: "another" })).rejects.toThrow(
    /^Line 1, record \d+ \(esi.token \d+\): EVE issued the tokens to the application muster-local, and this Muster is another\. Set EVE_CLIENT_ID/,
  );
});

test("the owner must have signed in, with the key that encrypts the tokens", () => {
  const owner = { userId: "u1", name: "Mira Tal", keyIds: ["AAAAAAAA"] };
  expect(requireOwner(owner, "Mira Tal", "AAAAAAAA")).toBe(owner);
  expect(() => requireOwner(undefined, "Mira Tal", "AAAAAAAA")).toThrow("Log in to Muster with");
  expect(() => requireOwner(owner, "Mira Tal", "BBBBBBBB")).toThrow("its id is BBBBBBBB, and");
});

test("one export of a system moves in, and an interrupted move is finished or undone first", () => {
  const row = { id: "a", system: SYSTEM, startedAt: new Date(0), finishedAt: null };
  const applied = { ...row, state: "applied" as const };
  const applying = { ...row, state: "applying" as const };
  expect(findBegun([], "a", SYSTEM)).toBeUndefined();
  expect(findBegun([applied], "a", SYSTEM)).toBe(applied);
  expect(findBegun([{ ...applied, system: "another" }], "b", SYSTEM)).toBeUndefined();
  expect(findBegun([{ ...row, state: "undone" }], "a", SYSTEM)).toBeUndefined();
  expect(() => findBegun([applied], "b", SYSTEM)).toThrow("Alliance Auth has moved in already");
  expect(() => findBegun([applying], "b", SYSTEM)).toThrow("was interrupted");
});

test("a packed file is unpacked; a damaged one and one of PowerShell are refused", async () => {
  const text = await textOf(allianceAuthExport(old));
  const file = join(home, "aa.json.gz");
  const packed = gzipSync(text);
  writeFileSync(file, packed);
  const opened = openExport(file);
  expect(await textOf(opened.chunks)).toBe(text);
  expect(opened.digest()).toMatch(/^[0-9a-f]{64}$/);
  writeFileSync(file, packed.subarray(0, packed.length - 100));
  await expect(textOf(openExport(file).chunks)).rejects.toThrow("damaged or cut off");
  const wide = join(home, "wide.json");
  writeFileSync(wide, Buffer.from(`\uFEFF${text}`, "utf16le"));
  await expect(textOf(openExport(wide).chunks)).rejects.toThrow("PowerShell");
});

const written = (name: string, bytes: string | Uint8Array) => {
  const file = join(home, name);
  writeFileSync(file, bytes);
  return file;
};

const dumps = join(import.meta.dirname, "../support/move-in/dumps");

// Written by the dump programs of these versions, of a database with invented people.
test.for(["mariadb-11.8", "mysql-9.7", "postgresql-18"])(
  "a dump of Neucore by %s is read whole",
  async (name) => {
    const { chunks } = openExport(join(dumps, `${name}.sql`));
    const { community, report } = await read("neucore", await textOf(chunks));
    // The database has no access tokens, which name the owner.
    expect(report).toMatchObject([
      { what: "token", name: "2112000001", reason: "Its owner is not known." },
      { what: "token", name: "2112000003", reason: "Its owner is not known." },
    ]);
    expect([...community.users.values()]).toMatchObject([
      { name: "Мира Тал", mainCharacterId: 2_112_000_001 },
      { name: "Jean-Météo O'Neil", mainCharacterId: 2_112_000_003 },
    ]);
    expect(community.characters).toMatchObject([
      { id: 2_112_000_001, ownerHash: "owner=" },
      { id: 2_112_000_002, name: "Alt \\ Two", ownerHash: null },
      { id: 2_112_000_003, ownerHash: "owner2=" },
    ]);
    expect([...community.groups.values()]).toMatchObject([
      {
        name: "Logi 🚀",
        description: 'First line; \\N is "no" null\nsecond\tline\r\n-- third',
        visibility: "public",
        joinMode: "open",
      },
      { name: "FC", description: null, visibility: "hidden", joinMode: "invitation_only" },
    ]);
    expect(community.members).toMatchObject([
      { user: "1", group: "3" },
      { user: "2", group: "4" },
    ]);
    expect(community.requests).toMatchObject([{ user: "2", group: "3" }]);
  },
);

test("names that look twice encoded are moved, and the report says so", async () => {
  const text = (await neucore()).replace(
    /('standard'\);)/,
    "$1\nINSERT INTO `players` (`id`, `name`, `status`) VALUES (900,'MÃ©tÃ©o','standard');",
  );
  const { community, report } = await read("neucore", text);
  expect(community.users.get("900")?.name).toBe("MÃ©tÃ©o");
  expect(report).toContainEqual({
    outcome: "note",
    what: "letters",
    name: "players",
    place: "Line 5 (players)",
    reason:
      "1 rows have letters such as Ã©, as if UTF-8 had been stored as latin1. If the old system shows é there, its database holds them so: repair it and export again.",
  });
});

test.for([
  [
    "a dump that a client with latin1 made",
    "/*!50503 SET NAMES latin1 */;\n",
    "Line 1: The dump was made with the character set latin1",
  ],
  ["tables", "--\nCREATE TABLE public.players (\n", "Line 2: .*--no-create-info.*--data-only"],
  [
    "inserts of PostgreSQL, whose rows have several lines",
    "INSERT INTO public.players (id) VALUES (1);\n",
    "Line 1: .*--column-inserts",
  ],
  [
    "a row that is cut off",
    "COPY public.players (id, name) FROM stdin;\n1\n",
    "Line 2: This row cannot be read",
  ],
  [
    "a table that is cut off",
    "COPY public.players (id, name) FROM stdin;\n1\tx\n",
    "Line 2: The file is cut off",
  ],
] as const)("%s: refused with the line and what to do", async ([, text, message]) => {
  await expect(read("neucore", text)).rejects.toThrow(new RegExp(message));
});

test.for([
  ["a letter of latin1", Buffer.from('{"t":"end"}\r\n{"name":"M\xe9t\xe9o"}\n', "latin1")],
  ["a letter of latin1 at the end of a piece", latin1After(65_535)],
  ["a letter that two bytes begin", Buffer.from("a\n\xf0\x9fb", "latin1")],
  ["a letter that the file ends in", Buffer.from("a\n\xe2\x82", "latin1")],
] as const)("%s is refused with its line and what to do", async ([, bytes]) => {
  const files = [written("latin1.jsonl", bytes), written("latin1.json.gz", gzipSync(bytes))];
  const refused = await Promise.allSettled(files.map((file) => textOf(openExport(file).chunks)));
  for (const one of refused) {
    expect(one).toMatchObject({
      reason: {
        message: expect.stringMatching(/^Line 2: .*UTF-8.*--default-character-set=utf8mb4/),
      },
    });
  }
});

/** A first line, and in the second one after so many bytes a letter of latin1. */
function latin1After(count: number): Buffer {
  return Buffer.concat([
    Buffer.from(`a\n${"b".repeat(count - 2)}`),
    Buffer.from("\xe9 and more", "latin1"),
  ]);
}

test.for(["", "a", "ab", "abc"])(
  "letters of several bytes are read whole where a piece of the file ends in them (after %j)",
  async (before) => {
    const text = before + "Ж€🚀\uFFFD".repeat(30_000);
    expect(await textOf(openExport(written("long.jsonl", text)).chunks)).toBe(text);
  },
);

test.for(["alliance-auth", "seat", "neucore"] as const)(
  "an export of %s with a byte order mark and Windows' line ends is read as without",
  async (system) => {
    const text = {
      "alliance-auth": () => textOf(allianceAuthExport(old)),
      seat,
      neucore,
    };
    const plain = await text[system]();
    const file = written("windows.txt", `\uFEFF${plain.replaceAll("\n", "\r\n")}`);
    const { community } = await read(system, await textOf(openExport(file).chunks));
    expect(asText(community)).toBe(asText((await read(system, plain)).community));
  },
);

test("tokens that SeAT has given up are refused with the reason", async () => {
  const row = { user_id: 2, scopes: "[]", character_owner_hash: "owner=", token: null };
  const lines = [
    { t: "users", id: 2, name: "Main", active: 1, main_character_id: 2_112_000_001 },
    { t: "character_infos", character_id: 2_112_000_001, name: "Main" },
    { t: "character_infos", character_id: 2_112_000_002, name: "Alt" },
    {
      t: "refresh_tokens",
      ...row,
      character_id: 2_112_000_001,
      version: 1,
      refresh_token: "old",
      deleted_at: null,
    },
    {
      t: "refresh_tokens",
      ...row,
      character_id: 2_112_000_002,
      version: 2,
      refresh_token: "gone",
      deleted_at: "2026-10-01 10:00:00",
    },
  ];
  const text = [...lines, { t: "end" }].map((line) => `${JSON.stringify(line)}\n`).join("");
  const { community, report } = await read("seat", text);
  expect(community.grants).toEqual([]);
  expect(community.characters).toHaveLength(2);
  expect(report.map(({ reason }) => reason)).toEqual([
    "It is of version 1 of EVE's sign-in, which has ended.",
    "SeAT deleted it on 2026-10-01 10:00:00.",
  ]);
});

test("an export or a report inside the checkout, or a report that is there, is refused with words", () => {
  const checkout = join(home, "checkout");
  mkdirSync(checkout);
  const [inside, outside] = [join(checkout, "aa.json"), join(home, "aa.json")];
  for (const file of [inside, outside]) writeFileSync(file, "[]");
  const check = (file: string, report: string, mayBeInCheckout = false) =>
    checkFiles(file, report, { mayBeInCheckout, checkout });
  expect(() => check(inside, join(home, "r.csv"))).toThrow("aa.json lies in Muster's checkout");
  expect(() => check(outside, join(checkout, "r.csv"))).toThrow("r.csv lies in Muster's checkout");
  check(inside, join(checkout, "r.csv"), true);
  check(outside, reportBeside(outside, "seat"));
  expect(() => check(outside, outside)).toThrow(`${outside} is there already.`);
  expect(() => check(join(home, "no.json"), join(home, "r.csv"))).toThrow("is not there.");
});
