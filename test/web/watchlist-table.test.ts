import { expect, test } from "vitest";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { readTable } from "#web/watchlist/import-dialog.tsx";

const NOW = Date.parse("2026-11-26T12:00:00Z");
const HEADER = ["subject", "eveId", "name", "level", "reason", "link", "months", "until"];
const table = (...lines: string[][]) => CSV_MARK + [HEADER, ...lines].map(toCsvLine).join("");

test("what the export writes is read again, with its quotes, lines and ends", () => {
  const reason = 'Took, and "kept".\nTwice.';
  const read = readTable(
    table(
      [
        "corporation",
        "98000001",
        "=Formula",
        "refuse",
        reason,
        "https://example.org/a",
        "24",
        "2026-12-06T12:00:00.000Z",
      ],
      ["pilot", "2119000001", "Kesh Vantar", "watch", "Why.", "", "", "2027-01-01T00:00:00.000Z"],
    ),
    NOW,
  );
  expect(read).toEqual({
    entries: [
      {
        subject: "corporation",
        eveId: 98_000_001,
        name: "=Formula",
        level: "refuse",
        reason,
        link: "https://example.org/a",
        months: 24,
        days: 10,
      },
      {
        subject: "pilot",
        eveId: 2_119_000_001,
        name: "Kesh Vantar",
        level: "watch",
        reason: "Why.",
        link: null,
        months: null,
        days: 36,
      },
    ],
    refused: [],
  });
});

test("a line that is no entry is named with its columns, and the others are read", () => {
  const text = [
    "name;reason;subject;eveId;until",
    "Kesh;Why.;pilot;2119000001;",
    "",
    "Mira;;pilot;none;2020-01-01",
    "Pact;Why.;fleet;99000001;soon",
  ].join("\r\n");
  const read = readTable(text, NOW);
  expect(read?.entries).toMatchObject([{ name: "Kesh", level: "watch", days: 180 }]);
  expect(read?.refused.map(({ line, columns }) => [line, columns.toSorted()])).toEqual([
    [4, ["eveId", "reason", "until"]],
    [5, ["subject", "until"]],
  ]);
});

test("a table with other columns is none", () => {
  expect(readTable("character,note\nKesh,Why.", NOW)).toBeUndefined();
  expect(readTable("", NOW)).toBeUndefined();
});
