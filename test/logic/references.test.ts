import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = execFileSync("git", ["ls-files", "shared", "worker", "web", "*.md"], {
  encoding: "utf8",
})
  .split("\n")
  .filter(
    (file) => /\.(?:tsx?|md)$/.test(file) && !/^docs\/(?:decisions\/0|performance)/.test(file),
  );

/** Paths from the root, as comments and documents write them. */
const PATH =
  /`((?:shared|worker|web|test|docs|migrations)\/[\w./*-]+\.(?:tsx?|md|sql|json|html|css))`/g;

test("a path in a comment or a document names what exists", () => {
  const gone = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(PATH)]
      .map(([, path = ""]) => path)
      .filter((path) => !(path.includes("*") ? globSync(path).length > 0 : existsSync(path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(gone).toEqual([]);
});

test("comments do not refer to sections of a specification that is not here", () => {
  const referring = files.filter(
    (file) => /\.tsx?$/.test(file) && /spec\.md|facts\/\w+\.md/.test(readFileSync(file, "utf8")),
  );
  expect(referring).toEqual([]);
});

test("the index of decisions lists every decision", () => {
  const index = readFileSync("docs/decisions/README.md", "utf8");
  const missing = globSync("docs/decisions/0*.md").filter(
    (file) => !index.includes(`(${file.replace("docs/decisions/", "")})`),
  );
  expect(missing).toEqual([]);
});
