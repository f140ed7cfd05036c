import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ESI_DOCUMENT } from "#test/new-eden/esi/document.ts";
import { answerSchema, resolve } from "#test/new-eden/esi/odd-answers.ts";
import type { JsonSchema } from "#test/new-eden/esi/odd-answers.ts";
import { share } from "#test/support/workerd/share.ts";
import * as ofCharacters from "#worker/esi/character-endpoints.ts";
import * as ofCorporations from "#worker/esi/corporation-endpoints.ts";
import type { Endpoint } from "#worker/esi/endpoint.ts";
import { withoutMarkup } from "#worker/esi/markup.ts";
import * as ofTheUniverse from "#worker/esi/universe-endpoints.ts";

/** What SQLite reads, which takes null for absent. */
const UNREAD = new Set<unknown>([ofTheUniverse.getMarketPrices]);

const ENDPOINTS = [ofCharacters, ofCorporations, ofTheUniverse]
  .flatMap((module) => Object.values<unknown>(module))
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint<string, unknown> {
  return typeof value === "object" && value !== null && "read" in value && "path" in value;
}

/** Answers of the schema, in which optional fields are absent or null. */
function answersOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, items = {}, properties = {}, required = [], ...rest } = resolve(schema);
  if (rest.enum !== undefined) return fc.constantFrom(...rest.enum);
  switch (type) {
    case "array":
      return fc.array(answersOf(items), { maxLength: 2 });
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([name, field]) => [
            name,
            required.includes(name) ? answersOf(field) : fc.option(answersOf(field)),
          ]),
        ),
      );
    case "integer":
      return fc.nat();
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "string":
      return fc.constantFrom("2026-11-28T11:00:00Z", "Пилот: null");
    default:
      throw new Error(`There are no values for ${JSON.stringify(schema)}.`);
  }
}

const withoutNulls = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (_key, value: unknown) =>
    value === null ? undefined : value,
  );

describe("a field of ESI that is null where its document says optional counts as absent", () => {
  for (const endpoint of ENDPOINTS.filter((one) => !UNREAD.has(one))) {
    test(`${endpoint.method} ${endpoint.path}`, () => {
      fc.assert(
        fc.property(
          answersOf(answerSchema(endpoint.method, endpoint.path.replaceAll(/\{\w+\}/g, "1"))),
          (answer) => {
            expect(endpoint.read(JSON.stringify(answer))).toEqual(
              endpoint.read(JSON.stringify(withoutNulls(answer))),
            );
          },
        ),
        { numRuns: share(200, 40) },
      );
    });
  }
});

test("ESI's document says of no field of these routes that it may be null", () => {
  expect(JSON.stringify(ESI_DOCUMENT)).not.toMatch(/"nullable"|"null"/);
});

test("a null field is found with spaces around it, and in no text", () => {
  const entry = { record_id: 1, corporation_id: 2, start_date: 'the ":null" of 2026' };
  const answer = JSON.stringify([{ ...entry, is_deleted: null }], null, 2);
  expect(ofCharacters.getCorporationHistory.read(answer)).toEqual([entry]);
});

test("a field that is required may not be null", () => {
  expect(() => ofCharacters.getCharacter.read('{"name":null,"corporation_id":98000001}')).toThrow(
    "Invalid input",
  );
  expect(() => ofCorporations.getContacts.read('[{"contact_id":null}]')).toThrow("Not a list");
  expect(() => ofCorporations.getMembers.read("[null]")).toThrow("Not a list");
});

/** Titles as ESI had them; its document has neither id nor name as required. */
const TITLES = `[{"title_id":1,"name":"Пилот Флота","roles":[]},
  {"title_id":2,"name":"<color=0xFFff0000>Fleet Commander</color>","roles":[]},{"title_id":4},{"name":"Nobody"}]`;

test("titles have no markup, and may have no name", () => {
  const titles = [
    { title_id: 1, name: "Пилот Флота" },
    { title_id: 2, name: "Fleet Commander" },
    { title_id: 4 },
  ];
  expect(ofCharacters.getCharacterTitles.read(TITLES)).toEqual([...titles, { name: "Nobody" }]);
  const { values, json } = ofCorporations.getTitles.read(TITLES);
  expect(values).toMatchObject(titles);
  expect(JSON.parse(json)).toEqual(values);
});

test("EVE's markup leaves what a reader sees", () => {
  for (const [text, seen] of [
    ["<color=0xFFff0000><b>Fleet</b> Commander</color>", "Fleet Commander"],
    ['<font size="12" color="#bfffffff">R&amp;D</font>', "R&D"],
    ["&lt;FC&gt; &quot;Tovi&#39;s&#039;&quot;", "<FC> \"Tovi's'\""],
    ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
    ["rank < 5 > 3, <3", "rank < 5 > 3, <3"],
    ["<color=red></color>", ""],
  ]) {
    expect(withoutMarkup(text ?? "")).toBe(seen);
  }
});
