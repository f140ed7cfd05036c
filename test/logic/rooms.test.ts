import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import { areas, doorsOf, importable, isFile } from "#rooms";
import type { Area } from "#rooms";

const files = globSync("{shared,worker,web}/**/*.{ts,tsx}").filter(
  (file) => !file.endsWith(".d.ts"),
);
const AREAS = ["shared", "worker", "web"] as const;

/** The domain of a file: the folder below its area, or the file itself. */
function domainOf(file: string): string {
  return file.split("/")[1] ?? "";
}

const filesOf = (area: Area) => files.filter((file) => file.startsWith(`${area}/`));

/** What a file imports from the product, as paths. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(/(?:from |import\(|import )"([#.][^"]+)"/g)].map(
    ([, path = ""]) => (path.startsWith("#") ? path.slice(1) : join(dirname(file), path)),
  );
}

test.each(AREAS)("the domains of %s are listed, and exist", (area) => {
  const existing = new Set(filesOf(area).map(domainOf));
  expect(areas[area].map(([name]) => name).toSorted()).toEqual([...existing].toSorted());
});

/** Lint checks imports across folders; single files share a folder with others. */
test.each(AREAS)("the single files of %s import what is before them", (area) => {
  const refused = filesOf(area)
    .filter((file) => isFile(domainOf(file)))
    .flatMap((file) => {
      const allowed = importable(area, domainOf(file));
      if (area !== "shared") allowed.push("shared/**");
      return importsOf(file)
        .filter((path) => /\.tsx?$/.test(path) && !allowed.some((glob) => matchesGlob(path, glob)))
        .map((path) => `${file} → ${path}`);
    });
  expect(refused).toEqual([]);
});

test.each(AREAS)("every door of %s is used by another domain", (area) => {
  const crossing = new Set(
    filesOf(area).flatMap((file) =>
      importsOf(file).filter((path) => domainOf(path) !== domainOf(file)),
    ),
  );
  const unused = areas[area].flatMap(([name, doors]) =>
    doorsOf(doors)
      .filter((door) => door !== "**")
      .map((door) => `${area}/${name}/${door}`)
      .filter((door) => ![...crossing].some((path) => matchesGlob(path, door))),
  );
  expect(unused).toEqual([]);
});

/** The circles that a walk along the edges meets, each with the names on its way. */
function circlesIn(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const circles: string[] = [];
  const visited = new Set<string>();
  const visit = (name: string, path: string[]) => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(" → "));
    if (visited.has(name)) return;
    visited.add(name);
    for (const next of edges.get(name) ?? []) visit(next, [...path, name]);
  };
  for (const name of edges.keys()) visit(name, []);
  return circles;
}

test.each(["shared", "worker"] as const)(
  "no folder of %s imports itself by way of others",
  (area) => {
    const folderOf = (file: string) => (dirname(file) === area ? file : dirname(file));
    const edges = new Map<string, Set<string>>();
    for (const file of filesOf(area)) {
      const imported = edges.get(folderOf(file)) ?? new Set();
      for (const path of importsOf(file)) {
        if (path.startsWith(`${area}/`) && folderOf(path) !== folderOf(file)) {
          imported.add(folderOf(path));
        }
      }
      edges.set(folderOf(file), imported);
    }
    expect(circlesIn(edges)).toEqual([]);
  },
);

/** Lint (`import/no-cycle`) leaves imports of types out. */
test.each(["shared", "worker"])("no file of %s imports itself by way of others", (area) => {
  const ofArea = files.filter((file) => file.startsWith(`${area}/`));
  expect(circlesIn(new Map(ofArea.map((file) => [file, new Set(importsOf(file))])))).toEqual([]);
});

test("no file is named for being shared", () => {
  const drawers = files.filter((file) => /\/(utils?|helpers?|constants|types)\.tsx?$/.test(file));
  expect(drawers).toEqual([]);
});

test("oxlint without its configuration fails, and does not check by its own defaults", () => {
  const { status, stdout } = spawnSync("node_modules/.bin/oxlint", { encoding: "utf8" });
  expect([status, stdout]).toEqual([1, expect.stringContaining(".oxlint/oxlint.config.ts")]);
});
