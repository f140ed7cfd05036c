import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { exceptions, importable, leaving, rooms } from "#rooms";

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
  const unknown = files.map(roomOf).filter((room) => !(room in rooms) && !leaving.includes(room));
  expect([...new Set(unknown)]).toEqual([]);
});

test("no room imports itself by way of others", () => {
  const circles: string[] = [];
  const visit = (name: string, path: string[]) => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(" → "));
    else for (const next of rooms[name]?.imports ?? []) visit(next, [...path, name]);
  };
  for (const name of Object.keys(rooms)) visit(name, []);
  expect(circles).toEqual([]);
});

/** Lint checks imports across folders; these rooms share a folder with others. */
test.each(Object.keys(rooms).filter((name) => name.endsWith(".ts")))(
  "%s imports what the table allows",
  (room) => {
    const allowed = ["shared/*", ...importable(room)];
    const excepted = new Set(exceptions.filter(([from]) => from === room).map(([, to]) => to));
    const refused = importsOf(room).filter(
      (path) => !excepted.has(roomOf(path)) && !allowed.some((glob) => matchesGlob(path, glob)),
    );
    expect(refused).toEqual([]);
  },
);

test("every exception is still needed", () => {
  const stale = exceptions.filter(
    ([room, imported]) =>
      !importsOf(room).some(
        (path) =>
          roomOf(path) === imported && !importable(room).some((glob) => matchesGlob(path, glob)),
      ),
  );
  expect(stale).toEqual([]);
  expect(leaving.filter((folder) => !files.some((file) => roomOf(file) === folder))).toEqual([]);
});
