// Other programs: vobject and libical, which the machine must have or fetch. ical.js reads the feed in operations-model.test.ts.
import { execFileSync } from "node:child_process";
import { writeSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { attempt } from "#test/support/people/browser.ts";
import { calendarOf } from "#worker/operations/calendar.ts";

/** Debian's own, which finds Debian's packages. */
const PYTHON = "/usr/bin/python3";
const PACKAGES = ["python3-vobject", "libical3"];
const HOUR_MS = 60 * 60 * 1000;

const isThere = () => attempt(PYTHON, "-c", "import vobject, ctypes; ctypes.CDLL('libical.so.3')");

function whyNot(): string | undefined {
  if (isThere()) return undefined;
  const isInstalled =
    attempt("apt-get", "update", "-qq") &&
    attempt("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...PACKAGES);
  return isInstalled && isThere() ? undefined : `${PACKAGES.join(" and ")} are not installed`;
}

const why = whyNot();
// Not with the console, which says nothing of tests that pass.
if (why !== undefined) writeSync(2, `Not tested: calendar programs, because ${why}.\n`);

const eventSchema = z.strictObject({
  uid: z.string(),
  summary: z.string(),
  location: z.string(),
  description: z.string(),
  sequence: z.int(),
});
const readSchema = z.strictObject({
  libical: z.array(z.array(eventSchema)),
  vobject: z.array(z.array(eventSchema)),
});

const startsAt = new Date(Date.UTC(2026, 10, 28, 19));
const ROW = {
  id: "Y3v-YhxegJOqqu69",
  title: `Überfall, роум; 艦隊 🚀 \\ "${"x".repeat(60)}"`,
  text: "Undock, now; bring\na nullifier.",
  place: "P-ZMZV, Keepstar",
  comms: "Mumble; Fleet 1",
  startsAt,
  endsAt: new Date(startsAt.getTime() + HOUR_MS),
  createdAt: startsAt,
  cancelledAt: null,
  version: 0,
};

test.skipIf(why !== undefined)(
  "vobject and libical read the calendar without an error, and an event that was changed keeps its identity",
  () => {
    const changed = { ...ROW, title: "Moved", place: "", cancelledAt: startsAt, version: 2 };
    const feeds = [ROW, changed].map((row) => calendarOf([row], "https://muster.test"));
    const script = fileURLToPath(new URL("read_calendars.py", import.meta.url));
    const output = execFileSync(PYTHON, [script, JSON.stringify(feeds)], { encoding: "utf8" });
    const read = readSchema.parse(JSON.parse(output));
    const uid = `${ROW.id}@muster`;
    const link = `https://muster.test/operations/${ROW.id}`;
    const description = `${ROW.text}\n\n${ROW.comms}\n\n${link}`;
    const expected = [
      [{ uid, summary: ROW.title, location: ROW.place, description, sequence: 0 }],
      [{ uid, summary: "Moved", location: "", description, sequence: 2 }],
    ];
    expect(read).toEqual({ libical: expected, vobject: expected });
  },
);
