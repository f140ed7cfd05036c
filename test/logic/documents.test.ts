import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";

/** Code in a document that looks like a path of the project: it begins with a folder, or is a TypeScript file. */
const LOOKS_LIKE_A_PATH =
  /^(?:worker|web|shared|test|migrations|docs|\.ci|\.github|\.oxlint)\/|^[\w.-]+\.tsx?$/;
const sources = globSync("{worker,web,shared,test}/**/*.{ts,tsx}");
const documents = globSync(["*.md", "docs/**/*.md"]);

describe.each(documents)("%s", (document) => {
  const text = readFileSync(document, "utf8");

  test("names only files that exist", () => {
    const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
    const missing = named.filter(
      (name) =>
        LOOKS_LIKE_A_PATH.test(name) &&
        !/[<…\s]/.test(name) &&
        globSync([name, `.oxlint/${name}`]).length === 0 &&
        !sources.some((file) => file.endsWith(`/${name}`)),
    );
    expect(missing).toEqual([]);
  });

  test("links only to what exists", () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = ""]) => link);
    const missing = links.filter(
      (link) => !/^[a-z]+:/.test(link) && !existsSync(join(dirname(document), link)),
    );
    expect(missing).toEqual([]);
  });

  test("names only scripts that npm knows", () => {
    const { scripts } = z.parse(
      z.object({ scripts: z.record(z.string(), z.string()) }),
      JSON.parse(readFileSync("package.json", "utf8")),
    );
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});

test("decisions have a number each", () => {
  const decisions = globSync("docs/decisions/*.md").filter((file) => !file.endsWith("/README.md"));
  const numbers = decisions.map((file) => /\/(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(numbers.length);
});

const tracked = (...paths: string[]) =>
  execFileSync("git", ["ls-files", ...paths], { encoding: "utf8" })
    .split("\n")
    .filter((file) => existsSync(file));
const files = tracked("shared/*.ts", "worker/*.ts", "web/*.ts", "web/*.tsx");

/** Paths from the root, as comments write them. */
const PATH =
  /`((?:shared|worker|web|test|docs|migrations)\/[\w./*-]+\.(?:tsx?|md|sql|json|html|css))`/g;

test("a path in a comment names what exists", () => {
  const gone = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(PATH)]
      .map(([, path = ""]) => path)
      .filter((path) => !(path.includes("*") ? globSync(path).length > 0 : existsSync(path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(gone).toEqual([]);
});

test("comments do not refer to sections of a specification that is not here", () => {
  const referring = files.filter((file) =>
    /spec\.md|facts\/\w+\.md/.test(readFileSync(file, "utf8")),
  );
  expect(referring).toEqual([]);
});

test("a decision that is named by its number stands", () => {
  const gone = tracked("*.ts", "*.tsx", "*.md", "*.jsonc").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/decisions?[/ ](0\d{3})\b/gi)]
      .map(([, number = ""]) => number)
      .filter((number) => globSync(`docs/decisions/${number}-*.md`).length === 0)
      .map((number) => `${file}: ${number}`),
  );
  expect(gone).toEqual([]);
});

test("the index of decisions lists every decision", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const missing = globSync("docs/decisions/0*.md").filter(
    (file) => !index.includes(`(${file.replace("docs/decisions/", "")})`),
  );
  expect(missing).toEqual([]);
});
