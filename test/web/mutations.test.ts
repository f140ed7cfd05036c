import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = execFileSync("git", ["ls-files", "web"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file));

test("a mutation is a constant: what it is about is part of its input, and the client comes with its callbacks", () => {
  const functions = files.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(/(?:function (\w+Mutation)\(|(\w+Mutation) = \()/g),
    ].map(([, declared, arrow]) => `${file}: ${declared ?? arrow}`),
  );
  expect(functions).toEqual([]);
});
