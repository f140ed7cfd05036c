import { expect, test } from "vitest";
import { pastedNames } from "#shared/name-list.ts";

test.for([
  [
    "one name a line",
    "Mira Tal\n\n  Tovi Renn \r\nmira tal\n星野ハナ",
    ["Mira Tal", "Tovi Renn", "星野ハナ"],
  ],
  [
    "lines of a chat",
    "[ 2026.11.28 19:04:11 ] Mira Tal > o7\n[19:05] Tovi Renn > anyone > here?\nTeo O'Malley > x",
    ["Mira Tal", "Tovi Renn", "Teo O'Malley"],
  ],
  [
    "rows of a fleet or of a spreadsheet",
    "Mira Tal\tJita\tFerox\tBattlecruiser\nTovi Renn\tAmarr\tFalcon",
    ["Mira Tal", "Tovi Renn"],
  ],
  [
    "recipients of a mail",
    "Mira Tal, Tovi Renn; Bram Oyelaran",
    ["Mira Tal", "Tovi Renn", "Bram Oyelaran"],
  ],
  [
    "lines of a killmail",
    "Name: Mira Tal / Sable Meridian\nName: Tovi Renn (laid the final blow)\nVictim: Bram Oyelaran",
    ["Mira Tal", "Tovi Renn", "Bram Oyelaran"],
  ],
  [
    "quotes, bullets and links",
    '"Mira Tal"\n- Tovi Renn\n<Bram Oyelaran>\n• Jay-Jay\'s Alt',
    ["Mira Tal", "Tovi Renn", "Bram Oyelaran", "Jay-Jay's Alt"],
  ],
  ["nothing", " \n,;\n", []],
] as const)("names are found in what is pasted: %s", ([, text, names]) => {
  expect(pastedNames(text)).toEqual(names);
});
