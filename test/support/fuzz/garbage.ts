import fc from "fast-check";

const KIB = 1024;

/** Texts that users paste and attackers try. */
const NASTY = [
  "",
  " ",
  "\0",
  "a\0b",
  "\uD800",
  "\uDC00\uD800",
  "\uFEFF",
  "\u202Etxt.exe",
  "‍",
  "🛸".repeat(300),
  "Ярослава Звёздная",
  "İıſK",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e999",
  "9007199254740993",
  "18446744073709551616",
  "0x10",
  "1,",
  ",".repeat(5000),
  "1,".repeat(2000) + "1",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "' or 1=1 --",
  '"; drop table users; --',
  "%",
  "%00",
  "%E0%A4%A",
  "..%2f..%2fetc%2fpasswd",
  "../../../api/auth/session",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "${7*7}",
  "=HYPERLINK(1)",
  "javascript:alert(1)",
  "\r\nSet-Cookie: a=b",
  "W10",
  "eyJhIjoxfQ",
  "WzEsMl0",
  "WyIiLCIiXQ",
  "WzAsIiJd",
  "WzEuNSwtMSwiYSJd",
  "2026-02-30",
  "0000-01-01",
  "9999-12-31",
  "x".repeat(KIB),
  "x".repeat(64 * KIB),
];

const nastyText = fc.constantFrom(...NASTY);

/** Any text, mostly short, sometimes longer than a request may be. */
export const garbageText = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 300 }) },
  { weight: 1, arbitrary: fc.stringMatching(/^[\w-]{1,64}$/) },
);

export const garbageNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, 1e308, 5e-324, 0.5),
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function nested(depth: number, isArray: boolean): unknown {
  let value: unknown = null;
  for (let level = 0; level < depth; level += 1) value = isArray ? [value] : { a: value };
  return value;
}

/** Any JSON value, also unusual ones. */
export const garbageValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: garbageText },
  { weight: 3, arbitrary: garbageNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], [""]) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(10, 2000), fc.boolean())
      .map(([depth, isArray]) => nested(depth, isArray)),
  },
);

/** A request body that is not written by a JSON library. */
export const garbageBody = fc.oneof(
  fc.constantFrom(
    "",
    "{",
    "[]",
    "null",
    "0",
    '""',
    "{}",
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
    '{"name":"a","name":["b"]}',
    '{"characterId":1e400}',
    "\uFEFF{}",
    "name=a&visibility=public",
    `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`,
    `{"name":"${"n".repeat(63 * KIB)}"}`,
    `{"name":"${"n".repeat(64 * KIB)}"}`,
  ),
  fc.string({ unit: "binary", maxLength: 200 }),
);

/** A header value of the bytes that HTTP allows. */
const headerText = fc.oneof(garbageText, fc.string({ maxLength: 60 })).map((text) =>
  text
    .replaceAll(/[^\x20-\x7E]/g, "")
    .slice(0, 4 * KIB)
    .trim(),
);

/** Headers that may confuse a server, or that it may trust. */
export const garbageHeaders = fc.dictionary(
  fc.constantFrom(
    "accept",
    "accept-language",
    "cookie",
    "if-none-match",
    "if-modified-since",
    "range",
    "user-agent",
    "x-forwarded-for",
    "x-http-method-override",
    "x-requested-with",
    "x-request-id",
    "cf-connecting-ip",
    "forwarded",
    "origin",
    "referer",
    "content-encoding",
  ),
  headerText,
  { maxKeys: 3 },
);
