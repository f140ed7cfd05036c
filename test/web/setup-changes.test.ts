import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changesOf } from "#web/setup/whats-new.tsx";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";

const TEXT = `# Changes

## 1.1.0

### What Muster does

- **Faster.** See _The page_, [the page](docs/x.md) and \`npm run x_y\`.

## 1.0.0

The first release.
`;

test("the part of a version ends where that of another one begins, without marks and addresses", () => {
  expect(changesOf("1.1.0", TEXT)).toEqual([
    { kind: "heading", text: "What Muster does" },
    { kind: "item", text: "Faster. See The page, the page and npm run x_y." },
  ]);
  expect(changesOf("1.0.0", TEXT)).toEqual([{ kind: "text", text: "The first release." }]);
  expect(changesOf("0.9.0", TEXT)).toEqual([]);
});

test("this version has its part, with each paragraph and item on one line", () => {
  const text = readFileSync("CHANGELOG.md", "utf8");
  expect(changesOf(PRODUCT_VERSION, text).length).toBeGreaterThan(5);
  for (const line of text.split("\n")) expect(line).toMatch(/^(?:$|#|- |[^\s])/);
});
