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

test("a decision that is named by its number stands", () => {
  const all = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.md", "*.jsonc"], {
    encoding: "utf8",
  });
  const gone = all
    .split("\n")
    .filter((file) => existsSync(file))
    .flatMap((file) =>
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
