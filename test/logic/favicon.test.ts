import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Browsers and feed readers request this path even if the page links to another icon.
test("/favicon.ico is an icon with the picture of the home screen", () => {
  const icon = readFileSync("web/public/favicon.ico");
  const [reserved, type, count] = [0, 2, 4].map((at) => icon.readUInt16LE(at));
  expect({ reserved, type, count }).toEqual({ reserved: 0, type: 1, count: 1 });
  const picture = icon.subarray(icon.readUInt32LE(18));
  expect(picture.length).toBe(icon.readUInt32LE(14));
  expect(picture.equals(readFileSync("web/public/apple-touch-icon.png"))).toBe(true);
});
