import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** What a document writes as code and what looks like a file or folder of the project: by its slash, or TypeScript. */
const LOOKS_LIKE_A_PATH = /^(?:worker|web|shared|test|migrations|\.ci|\.github)\/|^[\w.-]+\.tsx?$/;
const documents = globSync("*.md");

describe.each(documents)("%s", (document) => {
  const text = readFileSync(document, "utf8");

  test("names only files that exist", () => {
    const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
    const missing = named.filter(
      (name) =>
        LOOKS_LIKE_A_PATH.test(name) &&
        !/[<…\s]/.test(name) &&
        globSync([name, `*/${name}`, `*/*/${name}`]).length === 0,
    );
    expect(missing).toEqual([]);
  });

  test("links only to what exists", () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = ""]) => link);
    const missing = links.filter((link) => !/^[a-z]+:/.test(link) && globSync(link).length === 0);
    expect(missing).toEqual([]);
  });

  test("names only scripts that npm knows", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});
