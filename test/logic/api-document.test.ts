import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { apiOperationBody } from "#shared/applications/api.ts";
import { DECLARATIONS } from "#worker/app/app.ts";
import { buildApiDocument } from "#worker/ops/api-document.ts";
import { apiFiles } from "#worker/ops/api-page.ts";

test("the document and the page of the API are what the schemas say: npm run generate", () => {
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
  const routes = [...DECLARATIONS.keys()].filter((route) => route.includes(" /api/v1/"));
  expect(documented.toSorted()).toEqual(routes.toSorted());
});

const answer = z.looseObject({ $ref: z.optional(z.string()) });
const described = z.object({
  info: z.object({ license: z.object({ name: z.string(), identifier: z.string() }) }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ operationId: z.string(), responses: z.record(z.string(), answer) }),
    ),
  ),
  components: z.object({
    responses: z.record(
      z.string(),
      z.object({
        description: z.string().check(z.minLength(1)),
        content: z.object({
          "application/problem+json": z.object({
            schema: z.object({ $ref: z.literal("#/components/schemas/Problem") }),
          }),
        }),
      }),
    ),
  }),
});

test("every operation has a name, and a named answer with a schema for each refusal", () => {
  const { paths, components } = described.parse(buildApiDocument());
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const names = new Set(operations.map(({ operationId }) => operationId));
  expect(names.size).toBe(operations.length);
  for (const { operationId, responses } of operations) {
    const statuses = Object.keys(responses);
    expect([operationId, ...statuses]).toEqual(
      expect.arrayContaining([operationId, "200", "401", "403", "429", "default"]),
    );
    for (const status of statuses.filter((one) => /^(4..|default)$/.test(one))) {
      const name = responses[status]?.$ref?.replace("#/components/responses/", "") ?? "";
      expect([operationId, status, Object.keys(components.responses)]).toEqual([
        operationId,
        status,
        expect.arrayContaining([name]),
      ]);
    }
  }
});

test("the page shows every form of a body, and the values of a parameter", () => {
  const page = apiFiles()["web/public/docs/api.html"] ?? "";
  expect(page).not.toContain("anything");
  for (const action of ["add", "remove", "set_end"])
    expect(page).toContain(`<code>${action}</code>`);
  expect(page).toContain("<code>preview</code> in the query, optional: <code>1</code>");
  expect(page).toContain("<code>endsAt</code> (optional): time in ISO 8601");
});

test("an operation may begin at a time with an offset, as a fact may be told", () => {
  const { error } = apiOperationBody.safeParse({ startsAt: "2026-11-20T12:00:00+00:00" });
  expect(error?.issues.map(({ path }) => path[0])).not.toContain("startsAt");
});
