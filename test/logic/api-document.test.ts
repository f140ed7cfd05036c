import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { buildApiDocument } from "#worker/ops/api-document/document.ts";
import { apiFiles } from "#worker/ops/api-document/files.ts";
import { INTERFACES } from "#test/worker/access-applications.ts";

test("the document and the page of the API are what the schemas say: npm run api:document", () => {
  for (const [path, text] of Object.entries(apiFiles())) {
    expect(readFileSync(path, "utf8") === text ? path : `${path} is old`).toBe(path);
  }
});

test("the document has every route of the API, and no other", () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(buildApiDocument());
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} /api/v1${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    ),
  );
  const routes = Object.keys(INTERFACES).filter((route) => route.includes(" /api/v1/"));
  expect(documented.toSorted()).toEqual(routes.toSorted());
});
