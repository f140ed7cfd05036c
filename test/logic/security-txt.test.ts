import { expect, test } from "vitest";
import { securityTxt } from "#worker/health/routes.ts";

const NOON = Date.parse("2026-11-22T12:00:00Z");

test("security.txt names the operator's contact and expires within a year", () => {
  expect(securityTxt("ops@example.com", NOON)).toBe(
    "Contact: mailto:ops@example.com\nExpires: 2027-05-21T00:00:00.000Z\nPreferred-Languages: en\n",
  );
  expect(securityTxt("https://example.com/contact", NOON)).toContain(
    "Contact: https://example.com/contact\n",
  );
});

test.each(["", "local development", "Discord: someone", "a@b c"])(
  "a contact of %j is no address to write to",
  (contact) => {
    expect(securityTxt(contact, NOON)).toBeUndefined();
  },
);
