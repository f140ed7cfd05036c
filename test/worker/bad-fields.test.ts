import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { ROUTES } from "#test/support/fuzz/requests.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { fieldProblems, validationOf } from "#worker/http/validate.ts";

// Thousands of requests, and the machine may be busy.
const BAD_TEXTS = ["", "? \u{1F680}", "9".repeat(5000)];
const BAD_VALUES = [undefined, null, ...BAD_TEXTS, -1, 1.5, 1e20, true, ["?"]];

vi.spyOn(console, "log").mockImplementation(() => {});

/** Words of zod's own messages. */
const OF_ZOD = /^Invalid|^Too |\bexpected\b|\bpattern\b|another (value|form)/;

const muster = await startMuster();
const administrator = await buildUser(muster, { characterId: AURELIA_VOSS_ID, name: "Aurelia" });

type BadRequest = { method: string; path: string; body?: string };

/** Requests of a route with one bad field each. */
function* badRequests({ method, path, handlers }: (typeof ROUTES)[number]): Generator<BadRequest> {
  const validations = handlers.flatMap((handler) => validationOf(handler) ?? []);
  const params = validations.find(({ target }) => target === "param");
  const goodId = params?.schema.safeParse({ id: "1", userId: "1", directorId: "1" }).success
    ? "1"
    : "1".repeat(16);
  const goodPath = path.replaceAll(/:\w+/g, goodId);
  for (const { target, schema } of validations) {
    const { properties = {} } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    for (const field of Object.keys(properties)) {
      if (target === "json") {
        for (const value of BAD_VALUES) {
          yield { method, path: goodPath, body: JSON.stringify({ [field]: value }) };
        }
        continue;
      }
      for (const text of BAD_TEXTS) {
        const encoded = encodeURIComponent(text);
        if (target === "query") yield { method, path: `${goodPath}?${field}=${encoded}` };
        else if (text.trim() !== "") {
          const badPath = path.replace(`:${field}`, encoded).replaceAll(/:\w+/g, goodId);
          yield { method, path: badPath };
        }
      }
    }
    if (target === "json") yield { method, path: goodPath, body: "[]" };
  }
}

/** "characterName" may be called "character name", "categoryId" also "category". */
function namesOf(path: string): string[] {
  const [field = ""] = path.split(".");
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return [path, words, words.replace(/ ids?$/, "")].map((name) => name.toLowerCase());
}

test("every 400 for a bad field names the field and says what it must be", async () => {
  const unclear = new Set<string>();
  let refused = 0;
  for (const route of ROUTES) {
    for (const { method, path, body } of badRequests(route)) {
      const response = await muster.send(path, {
        method,
        headers: {
          authorization: `Bearer ${administrator.sessionToken}`,
          "content-type": "application/json",
        },
        ...(body !== undefined && { body }),
      });
      if (response.status !== 400) continue;
      refused += 1;
      const { code, message, fields = {} } = await readError(response);
      if (code !== "invalid_request") continue;
      if (OF_ZOD.test(message)) unclear.add(`${route.name}: ${message}`);
      for (const [field, text] of Object.entries(fields)) {
        const isNamed = namesOf(field).some((name) => text.toLowerCase().includes(name));
        const isStated = /\bmust\b|\bis required\b|^Please enter\b/.test(text);
        if (!isNamed || !isStated || OF_ZOD.test(text)) {
          unclear.add(`${route.name}: ${field}: ${text}`);
        }
      }
    }
  }
  expect([...unclear]).toEqual([]);
  expect(refused).toBeGreaterThan(300);
});

test("a body that may have several forms is refused by the field that is wrong", async () => {
  const refusals: [path: string, body: object, fields: Record<string, string>][] = [
    [
      "/api/v1/pilots/lookup",
      { names: Array.from({ length: 101 }, () => "a") },
      { names: "names must have at most 100 entries." },
    ],
    ["/api/v1/pilots/lookup", {}, { characterIds: "characterIds must be a list." }],
    [
      "/api/v1/pilots/lookup",
      { names: ["a"], characterIds: [1] },
      { "": "The body must not have names." },
    ],
    [
      "/api/v1/pilots/lookup",
      { characterIds: [1.5] },
      { "characterIds.0": "characterIds.0 must be a whole number." },
    ],
    [
      "/api/v1/groups/:id/members",
      { action: "promote", pilots: ["a"] },
      { action: "action must be one of add, remove, set_end." },
    ],
  ];
  for (const [path, body, fields] of refusals) {
    const handlers = ROUTES.find(({ name }) => name === `POST ${path}`)?.handlers ?? [];
    const schema = handlers.map(validationOf).find((one) => one?.target === "json")?.schema;
    expect(fieldProblems(schema?.safeParse(body).error?.issues ?? [])).toEqual(fields);
  }
});

const NO_DATES = [
  "yesterday",
  "2026-02-31",
  "2026-02-31T00:00:00Z",
  "2026-13-01",
  "",
  1_700_000_000,
];
const GOOD_DATES = { date: "2028-02-29", "date-time": "2028-02-29T12:00:00Z" };
/** A field with such a name is a date. */
const NAMED_AS_DATE = /(^|\.)(on|from|to|until|since|day|week|date|asOf|\w+At|\w+Until|\w+Date)$/;

const jsonSchema = z.object({
  type: z.optional(z.unknown()),
  format: z.optional(z.string()),
  get properties() {
    return z.optional(z.record(z.string(), jsonSchema));
  },
  get items() {
    return z.optional(jsonSchema);
  },
  get anyOf() {
    return z.optional(z.array(jsonSchema));
  },
  get oneOf() {
    return z.optional(z.array(jsonSchema));
  },
});
type JsonSchema = z.infer<typeof jsonSchema>;

/** The fields that are text, with their formats. The first entry of a list stands for all. */
function textsIn(
  { type, format, properties = {}, items, anyOf = [], oneOf = [] }: JsonSchema,
  path: string[] = [],
): { path: string[]; format: string | undefined }[] {
  return [
    ...(type === "string" ? [{ path, format }] : []),
    ...Object.entries(properties).flatMap(([name, one]) => textsIn(one, [...path, name])),
    ...(items === undefined ? [] : textsIn(items, [...path, "0"])),
    ...[...anyOf, ...oneOf].flatMap((one) => textsIn(one, path)),
  ];
}

const bodyWith = (path: string[], value: unknown): unknown =>
  path.reduceRight((inner, name) => (name === "0" ? [inner] : { [name]: inner }), value);

test("every date of a request is a real date, or the field is refused by its name", () => {
  const seen: string[] = [];
  for (const { name, handlers } of ROUTES) {
    for (const { target, schema } of handlers.flatMap((handler) => validationOf(handler) ?? [])) {
      const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
      for (const { path, format = "" } of textsIn(z.parse(jsonSchema, json))) {
        const field = path.join(".");
        const isDate = format === "date" || format === "date-time";
        expect([name, field, isDate]).toEqual([name, field, NAMED_AS_DATE.test(field)]);
        if (!isDate) continue;
        seen.push(`${name} ${target}.${field}`);
        const problemWith = (value: unknown) => {
          const { error } = schema.safeParse(bodyWith(path, value));
          return fieldProblems(error?.issues ?? [])[field];
        };
        expect([field, problemWith(GOOD_DATES[format])]).toEqual([field, undefined]);
        for (const value of NO_DATES) {
          expect([name, field, value, problemWith(value)]).toEqual([
            name,
            field,
            value,
            expect.stringMatching(/\bmust be\b/),
          ]);
        }
      }
    }
  }
  expect(seen).toContain("PUT /api/v1/facts/:key json.values.0.endsAt");
  expect(seen.length).toBeGreaterThan(15);
});

test("a group and a category are deleted without a name, as the specification's API has no payload", async () => {
  const category = await buildCategory(muster, { name: "Nameless" });
  const group = await buildGroup(muster, { owner: administrator, category });
  for (const path of [`/api/groups/${group.id}`, `/api/groups/categories/${category.id}`]) {
    const response = await muster.send(path, {
      method: "DELETE",
      headers: { authorization: `Bearer ${administrator.sessionToken}` },
    });
    expect(response.status).toBe(204);
  }
});
