import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import fc from "fast-check";
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fold } from "#shared/fold.ts";
import { openMigrated } from "#test/support/workerd/migrated-schema.ts";
import { foldTitles } from "#worker/db/folded-titles.ts";
import { FOLDED_COLUMNS, nameOfFolded } from "#worker/work/fold-again.ts";

test.each([
  ["ПИЛОТ Ёлки Й", "пилот елки и"],
  ["Größe MÜLLER ẞ", "grosse muller ss"],
  ["Légion ÇA cœur Æ", "legion ca coeur ae"],
  ["İSTANBUL Işık ısı", "istanbul isik isi"],
  ["Ｆｌｅｅｔ　９", "fleet 9"],
  ["ŁÓDŹ Đà Nẵng Ørsted", "lodz da nang orsted"],
  ["ΟΔΟΣ οδός", "οδοσ οδοσ"],
  ["ガンダム ﾊﾟ 한국 中文", "ガンダム パ 한국 中文"],
  ["ﬁ Ⅳ ①", "fi iv 1"],
])("%s is folded to %s", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test("ASCII is folded as SQLite's lower does it", () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCodePoint(code)).join("");
  expect(fold(ascii)).toBe(ascii.toLowerCase());
});

test("folding twice changes nothing, and only an empty text becomes empty", () => {
  const changed: string[] = [];
  const check = (text: string) => {
    const folded = fold(text);
    if (fold(folded) !== folded || folded === "") changed.push(text);
  };
  for (let code = 0; code < 0x30000; code += 1) check(String.fromCodePoint(code));
  fc.assert(fc.property(fc.string({ unit: "grapheme", minLength: 1 }), check));
  expect(changed).toEqual([]);
  expect(fold("")).toBe("");
});

test("no letter folds to another than its upper case", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      fc.pre(!/[\u0345\u1F80-\u1FFF]/.test(text.normalize("NFC")));
      expect(fold(text.toUpperCase())).toBe(fold(text));
    }),
  );
});

test("titles are folded by their ids; those without a name have none", () => {
  const titles = '[{"title_id":1,"name":"Пилот Флота"},{"title_id":3,"name":null},{"title_id":4}]';
  expect(JSON.parse(foldTitles(titles))).toEqual({ 1: "пилот флота" });
});

// ── Who forgets it ────────────────────────────────────────────────────────────────────────────

const sources = globSync("{shared,web,worker}/**/*.{ts,tsx}").map((file) => ({
  file,
  code: readFileSync(file, "utf8"),
}));
const filesWith = (pattern: RegExp) =>
  sources.flatMap(({ file, code }) => (pattern.test(code) ? [file] : [])).toSorted();

/** Where the case of letters changes for another reason than a search. */
const OTHER_CASES: Record<string, string> = {
  "shared/fold.ts": "the one function",
  "shared/groups/invitations.ts": "invite codes are of ASCII",
  "shared/language/languages.ts": "tags of languages",
  "shared/name-list.ts": "EVE compares names with every accent",
  "web/app/palette/keys.ts": "a key of the keyboard",
  "web/app/palette/early-palette.tsx": "a key of the keyboard",
  "web/requirements/conditions/skills-field.tsx": "Roman numbers",
  "web/language/build/catalogs.ts": "how much of a text has changed",
  "web/eve/pilot-name.tsx": "a key of the keyboard",
  "web/lib/form/typed-number.ts": "a number",
  "web/lib/sentence.ts": "the first letter of a sentence",
  "web/lib/keys.ts": "a key of the keyboard",
  "web/operations/read-line.ts": "the first letter of a title",
  "web/reviews/member-list.tsx": "a key of the keyboard",
  "worker/account/deletion-store.ts": "a code of ASCII",
  "worker/applications/oidc/user-facts.ts": "an id in an address",
  "worker/applications/service.ts": "an id of ASCII",
  "worker/discord/posts/alarm-message.ts": "the first letter of a sentence",
  "worker/discord/commands/definitions.ts": "names of commands, as Discord wants them",
  "worker/lookup.ts": "EVE compares names with every accent",
  "worker/ops/confirm-administrator.ts": "rights of one person: an accent makes another",
  "worker/ops/api-document.ts": "an id in the document",
  "worker/ops/api-page.ts": "a method of HTTP",
  "worker/ops/move-in/alliance-auth/notes.ts": "words of a program",
  "worker/ops/move-in/alliance-auth/operations.ts": "words of a program",
  "worker/ops/move-in/plan/forms.ts": "words of a program",
};

test("texts are compared and searched by fold alone: in code, no other function changes their case", () => {
  expect(filesWith(/\.to(?:Locale)?(?:Lower|Upper)Case\(/)).toEqual(
    Object.keys(OTHER_CASES).toSorted(),
  );
});

test("SQL does not fold: lower, upper, nocase and like know only ASCII", () => {
  const sql = /\b(?:lower|upper)\((?!hex\(|\))|\bcollate nocase\b|\blike (?:\$|')|\blike\(/i;
  expect(filesWith(sql)).toEqual([]);
});

test("every search in SQL is typed in all scripts by a test", () => {
  /** Parts of lists and templates, no names. */
  const others = new Set([
    "worker/characters/evidence-job.ts",
    "worker/consequences/corporation.ts",
    // Scopes of a token.
    "worker/operations/participation-store.ts",
    // The bound of the search in `walks.ts`.
    "worker/pilots/list-store.ts",
  ]);
  const tested = readFileSync("test/worker/searches.test.ts", "utf8");
  const files = filesWith(/\binstr\(|\bLAST_CHARACTER\b/).filter(
    (file) => !/^worker\/(?:db|ops)\//.test(file) && !others.has(file),
  );
  expect(files.length).toBeGreaterThan(9);
  expect(files.filter((file) => !tested.includes(`"${file}": {`))).toEqual([]);
});

test("every folded column is folded again when fold changes", async () => {
  /** Triggers copy these. */
  const copies = ["group_members.name_folded", "non_public_listings.name_folded"];
  const modules = await Promise.all(
    globSync("worker/db/schema/**/*.ts").map(
      (file): Promise<Record<string, unknown>> => import(/* @vite-ignore */ `../../${file}`),
    ),
  );
  const folded = modules
    .flatMap((module) => Object.values(module))
    .filter((one) => is(one, Table))
    .flatMap((table) =>
      Object.values(getTableColumns(table))
        .filter(({ name }) => name.endsWith("_folded"))
        .map(({ name }) => `${getTableName(table)}.${name}`),
    );
  expect([...FOLDED_COLUMNS.map(nameOfFolded), ...copies].toSorted()).toEqual(folded.toSorted());
});

test("an update finds what it found before, and lists every column for the Worker to fold", () => {
  const database = openMigrated("migrations");
  database.exec("pragma foreign_keys = off");
  database.exec(`
    insert into applications (id, name, is_public, redirect_uris, post_logout_uris, claims, created_at)
      values ('a', 'WÏKI', 0, '[]', '[]', '[]', 0);
    insert into categories (id, name, name_folded, visibility, allow_group_creation, created_at)
      values ('c', 'Wings', 'wings', 'public', 'anyone', 0);
    insert into groups (id, name, name_folded, category_id, visibility, effective_visibility, join_mode, created_at)
      values ('g', 'Größe', 'größe', 'c', 'public', 'public', 'open', 0);
    insert into characters (id, name, name_folded) values (1, 'Aurelia', 'aurelia');
    insert into corporations (id, name, name_folded, ticker, ticker_folded, created_at) values (2, 'Corp', 'corp', 'CRP', 'crp', 0);
    insert into corporation_members (corporation_id, character_id, name, name_folded, listed_at) values (2, 1, 'Aurelia', 'aurelia', 0);
    insert into corporation_pages (corporation_id, source, is_staged, page, item_count, data)
      values (2, 'titles', 0, 1, 2, '[{"title_id":3,"name":"FLEET"},{"title_id":4}]'), (2, 'members', 0, 1, 1, '[1]');
    insert into discord_servers (id, name, facts, added_at) values ('d', 'Lounge', '{}', 0);
    insert into names (id, name) values (5, 'Null Concord'), (6, null);
    insert into watch_entries (id, subject, eve_id, name, reason, created_at, until) values ('w', 'pilot', 1, 'Aurelia', 'TOOK it', 0, 9);
  `);
  const [migration = ""] = globSync("migrations/*_fold_stored_texts.sql");
  database.exec(readFileSync(migration, "utf8"));
  const listed = database.prepare("select name, after from columns_to_fold order by name").all();
  expect(listed.map((row) => ({ ...row }))).toEqual(
    FOLDED_COLUMNS.map((one) => ({
      name: nameOfFolded(one),
      after: one.key.dataType === "number" ? "0" : '""',
    })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
  const read = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row));
  expect(
    read(
      "select name_folded from applications union all select * from (select name_folded from names order by id)",
    ),
  ).toEqual([["wÏki"], ["unknown corporation"], ["null concord"], [null]]);
  expect(read("select name_folded, reason_folded from watch_entries")).toEqual([
    ["aurelia", "took it"],
  ]);
  expect(read("select titles_folded from corporation_pages order by source")).toEqual([
    [null],
    ['{"3":"fleet"}'],
  ]);
  database.close();
});
