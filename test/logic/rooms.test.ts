import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { importable, rooms } from "#rooms";

const files = globSync("{shared,worker,web}/**/*.{ts,tsx}");

const roomOf = (file: string) => (file in rooms ? file : dirname(file));

/** What the modules of a room import from the product, as paths. */
function importsOf(room: string): string[] {
  return files
    .filter((file) => roomOf(file) === room)
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/(?:from |import\(|import )"([#.][^"]+)"/g)].map(
        ([, path = ""]) => (path.startsWith("#") ? path.slice(1) : join(dirname(file), path)),
      ),
    );
}

test("the table of rooms knows every folder", () => {
  const unknown = files.map(roomOf).filter((room) => !(room in rooms));
  expect([...new Set(unknown)]).toEqual([]);
});

/** The rooms that a room may import, also by paths of single files. */
function importedBy(name: string): Set<string> {
  const imports = rooms[name]?.imports ?? [];
  return new Set(
    imports.flatMap((imported) =>
      imported in rooms
        ? [imported]
        : files.filter((file) => matchesGlob(file, imported)).map(roomOf),
    ),
  );
}

test("no room imports itself by way of others", () => {
  const circles: string[] = [];
  const visited = new Set<string>();
  const visit = (name: string, path: string[]) => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(" → "));
    if (visited.has(name)) return;
    visited.add(name);
    for (const next of importedBy(name)) visit(next, [...path, name]);
  };
  for (const name of Object.keys(rooms)) visit(name, []);
  expect(circles).toEqual([]);
});

/** Lint checks imports across folders; these rooms share a folder with others. */
test.each(Object.keys(rooms).filter((name) => name.endsWith(".ts")))(
  "%s imports what the table allows",
  (room) => {
    const allowed = ["shared/**", ...importable(room)];
    const refused = importsOf(room).filter(
      (path) => !allowed.some((glob) => matchesGlob(path, glob)),
    );
    expect(refused).toEqual([]);
  },
);

test("every room of the table exists", () => {
  const existing = new Set(files.map(roomOf));
  expect(Object.keys(rooms).filter((room) => !existing.has(room))).toEqual([]);
});

test("no file is named for being shared", () => {
  const drawers = files.filter((file) => /\/(utils?|helpers?|constants|types)\.tsx?$/.test(file));
  expect(drawers).toEqual([]);
});
