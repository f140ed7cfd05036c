import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nameSchema, optionalText, toLine } from "#shared/text.ts";
import { toCsvLine } from "#shared/csv.ts";

const every = (pattern: RegExp) =>
  Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((character) => pattern.test(character));

test("a name loses every bidi control, zero-width and other invisible character", () => {
  const kept = every(/[\p{Cf}\p{DI}]/u).filter((one) => toLine(`a${one}b`) !== "ab");
  // Visible format characters, and variation selectors, which change the character before them.
  expect(kept.filter((one) => !/\p{Variation_Selector}/u.test(one)).map(hex)).toEqual(
    "600 601 602 603 604 605 6dd 70f 890 891 8e2 110bd 110cd"
      .split(" ")
      .concat(every(/[\u{13430}-\u{1343F}]/u).map(hex)),
  );
});

function hex(character: string) {
  return (character.codePointAt(0) ?? 0).toString(16);
}

test.for([
  ["a right-to-left override", "Alpha\u202Egnirts", "Alphagnirts"],
  ["isolates and marks", "\u2067Alpha\u2069 \u200FFleet\u200E", "Alpha Fleet"],
  ["a zero-width space", "Al\u200Bpha", "Alpha"],
  ["a joiner between Latin letters", "Al\u200Dpha\u200C Fleet", "Alpha Fleet"],
  ["a Hangul filler", "Alpha\u3164", "Alpha"],
  ["hidden tags", "Alpha\u{E0041}\u{E0042}", "Alpha"],
  [
    "a variation selector of a letter that has no variants",
    "Alpha\uFE0F Fl\u180Beet\u{E0100}",
    "Alpha Fleet",
  ],
  ["a variation selector of a digit or a sign", "Wing 1\uFE0F+\uFE00", "Wing 1+"],
  ["several variation selectors", "❤\uFE0F\uFE00\u{E0100}", "❤\uFE0F"],
  ["the blank of Braille", "Alpha\u2800Fleet\u2800", "Alpha Fleet"],
  ["a mark in place of an object", "Al\uFFFCpha", "Alpha"],
  ["two joiners in a row", "می\u200C\u200Cخواهم", "میخواهم"],
  ["line and paragraph separators", "Alpha\u2028Fleet\u2029", "Alpha Fleet"],
  ["runs of spaces of any kind", "Alpha\u00A0 \u3000Fleet", "Alpha Fleet"],
])("a name loses %s", ([, typed, kept]) => {
  expect(nameSchema.parse(typed)).toBe(kept);
});

test.for([
  ["Persian with its non-joiner", "نمی\u200Cخواهم"],
  ["Hindi with a joiner after a virama", "क्\u200Dष"],
  ["Sinhala", "ශ්\u200Dරී"],
  ["a family", "👨\u200D👩\u200D👧 corp"],
  ["an emoji with skin tone and gender", "🕵🏽\u200D♂\uFE0F"],
  ["the flag of Wales", "🏴\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}"],
  ["a Han variant", "葛\u{E0100}城"],
  ["a keycap", "Wing 1\uFE0F\u20E3"],
  ["Hebrew and Arabic", "שלום مرحبا"],
])("a name keeps %s", ([, name]) => {
  expect(nameSchema.parse(name)).toBe(name);
});

test("a name with only invisible and blank characters is refused", () => {
  for (const name of ["\u200B", "\u3164", "\u2800", "\u00AD\u2060", "\uFE0F", "\u202E \u00A0"]) {
    expect(nameSchema.safeParse(name).error?.issues[0]?.message).toBe("Name is required");
  }
});

test("a description keeps its lines and loses invisible characters", () => {
  const reason = optionalText(1000, "too long");
  expect(reason.parse("One\r\n\u202ETwo\u2028Three\u0007 four")).toBe("One\nTwo\nThree  four");
  expect(reason.parse("\u200B\u2060")).toBe(null);
});

test("cleaning a text twice changes nothing more", () => {
  const odd = fc.constantFrom(
    "a",
    " ",
    "\n",
    "ی",
    "क्",
    "👩",
    "🏴",
    "\u{E0067}",
    "\u{E007F}",
    "\u{FE0F}",
    "\u200C",
    "\u200D",
    "\u061C",
    "\u202E",
  );
  fc.assert(
    fc.property(fc.string({ unit: odd }), (text) => {
      expect(toLine(toLine(text))).toBe(toLine(text));
    }),
    { numRuns: 1000 },
  );
});

test("in a table for spreadsheets, what begins like a formula becomes text, and an id stays as it is", () => {
  expect(toCsvLine(["=1+1", "-2+3", "@sum", "-cmd|x"])).toBe(
    `"'=1+1","'-2+3","'@sum","'-cmd|x"\r\n`,
  );
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
      const id = Buffer.from(bytes).toString("base64url");
      expect(toCsvLine([id])).toBe(`"${id}"\r\n`);
    }),
  );
  expect(toCsvLine(["-AAAAAAAAAAAAAAA"])).toBe('"-AAAAAAAAAAAAAAA"\r\n');
});
