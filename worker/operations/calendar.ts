import { and, eq, sql } from "drizzle-orm";
import { OPERATIONS_LISTED_DAYS } from "#shared/operations/limits.ts";
import type { CalendarFeed } from "#shared/operations/operations.ts";
import { DAY_MS } from "#shared/time.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { calendarFeeds } from "#worker/db/schema/operations.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { createHashedToken, sha256 } from "#worker/ground/crypto.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { selectCalendar } from "./store.ts";
import type { CalendarRow } from "./store.ts";

/** Calendars keep what has been for so long. */
const PAST_DAYS = 30;

const selectOwn = prepare({ createdAt: calendarFeeds.createdAt }, (fields) =>
  orm
    .select(fields)
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, sql.placeholder("userId"))),
);

/** The account of a link, unless it may not log in. */
const selectReader = prepare({ userId: calendarFeeds.userId }, (fields) =>
  orm
    .select(fields)
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(
      and(
        eq(calendarFeeds.secretHash, sql.placeholder("secretHash")),
        sql`${users.mainCharacterId} is not null and not ${isSuspended(sql.placeholder("now"))}`,
      ),
    ),
);

export async function readCalendarFeed(
  { db }: Context,
  { userId }: UserActor,
): Promise<CalendarFeed> {
  const [feed] = await run(db, selectOwn({ userId }));
  return { createdAt: feed?.createdAt.toISOString() ?? null };
}

/** A new link; the former one ends. Its secret is in no table, log or path: the query alone has it. */
export async function makeCalendarLink({ db }: Context, { userId }: UserActor, origin: string) {
  const { token: secret, hash: secretHash } = await createHashedToken();
  const createdAt = new Date();
  await runBatch(db, [
    orm
      .insert(calendarFeeds)
      .values({ userId, secretHash, createdAt })
      .onConflictDoUpdate({ target: calendarFeeds.userId, set: { secretHash, createdAt } }),
  ]);
  return { createdAt: createdAt.toISOString(), secret: `${origin}/api/calendar.ics?key=${secret}` };
}

export async function endCalendarLink({ db }: Context, { userId }: UserActor) {
  await runBatch(db, [orm.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))]);
}

/** The operations that the account of a link sees now. One 404 for every other link. One round trip. */
export async function readCalendar({ db }: Context, key: string, origin: string): Promise<string> {
  const now = Date.now();
  const secretHash = await sha256(key);
  const [[reader], rows] = await runBatch(db, [
    selectReader({ secretHash, now }),
    selectCalendar({
      secretHash,
      from: now - PAST_DAYS * DAY_MS,
      until: now + OPERATIONS_LISTED_DAYS * DAY_MS,
    }),
  ]);
  if (reader === undefined) throw new ApiError("no_such_route");
  return calendarOf(rows, origin);
}

/** https://www.rfc-editor.org/rfc/rfc5545. EVE time is UTC. `X-WR-CALNAME` and `REFRESH-INTERVAL` (RFC 7986) are what programs show and keep to. */
export function calendarOf(rows: readonly CalendarRow[], origin: string): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Muster//Operations//EN",
    "CALSCALE:GREGORIAN",
    "NAME:Muster",
    "X-WR-CALNAME:Muster",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...rows.flatMap((row) => eventOf(row, origin)),
    "END:VCALENDAR",
  ];
  return `${lines.flatMap(folded).join("\r\n")}\r\n`;
}

function eventOf(row: CalendarRow, origin: string): string[] {
  const url = `${origin}/operations/${row.id}`;
  const isCancelled = row.cancelledAt !== null;
  const description = [row.text, row.comms, url].filter((part) => part !== "");
  return [
    "BEGIN:VEVENT",
    // Without the address of this Muster, which may change.
    `UID:${row.id}@muster`,
    `DTSTAMP:${momentOf(row.cancelledAt ?? row.createdAt)}`,
    `SEQUENCE:${row.version}`,
    `DTSTART:${momentOf(row.startsAt)}`,
    `DTEND:${momentOf(row.endsAt)}`,
    `SUMMARY:${escaped(row.title)}`,
    ...(row.place === "" ? [] : [`LOCATION:${escaped(row.place)}`]),
    `DESCRIPTION:${escaped(description.join("\n\n"))}`,
    `URL:${url}`,
    `STATUS:${isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
  ];
}

/** "20261128T190000Z" */
const momentOf = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** A TEXT (§3.3.11). Other control characters are not allowed in one. */
const escaped = (text: string) =>
  text
    .replaceAll(/\r\n?/g, "\n")
    // oxlint-disable-next-line no-control-regex -- what must not stand in a TEXT
    .replaceAll(/[\u0000-\u0009\u000B-\u001F\u007F]/g, " ")
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`);

const LONGEST_LINE_BYTES = 75;

/** A line in parts of at most 75 bytes, each but the first after a space, and no character cut (§3.1). */
function folded(line: string): string[] {
  const parts: string[] = [];
  let [part, length] = ["", 0];
  for (const character of line) {
    const size = bytesOf(character.codePointAt(0) ?? 0);
    if (length + size > LONGEST_LINE_BYTES) {
      parts.push(part);
      [part, length] = [" ", 1];
    }
    part += character;
    length += size;
  }
  return [...parts, part];
}

/** In UTF-8. */
const bytesOf = (point: number) =>
  point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
