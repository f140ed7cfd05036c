import * as z from "zod/mini";
import type { Community } from "#worker/ops/move-in/plan/community.ts";
import { handler } from "#worker/ops/move-in/read/rows.ts";
import type { Handlers, Report } from "#worker/ops/move-in/read/rows.ts";
import { flag, refKeySchema, timeSchema } from "./schemas.ts";

// What Muster reads of allianceauth-blacklist 1.

const noteSchema = z.object({
  pk: refKeySchema,
  eve_id: z.int().check(z.positive()),
  eve_name: z.string(),
  /** Its spelling of "category". */
  eve_catagory: z.string(),
  blacklisted: flag,
  restricted: flag,
  ultra_restricted: flag,
  added_by: z._default(z.string(), ""),
  added_at: timeSchema,
  reason: z._default(z.string(), ""),
});
const commentSchema = z.object({
  eve_note: refKeySchema,
  added_by: z._default(z.string(), ""),
  comment: z.string(),
  comment_date: timeSchema,
  restricted: flag,
  ultra_restricted: flag,
});

export function emptyNoteTables() {
  return {
    notes: [] as (z.output<typeof noteSchema> & { place: string })[],
    comments: [] as z.output<typeof commentSchema>[],
  };
}
type NoteTables = ReturnType<typeof emptyNoteTables>;

/** Its filter is no data. */
export function noteHandlers(tables: NoteTables): Handlers {
  return {
    "blacklist.blacklistfilter": () => {},
    "blacklist.blacklistsearchcharacter": () => {},
    "blacklist.evenote": handler(noteSchema, (row, place) => {
      tables.notes.push({ ...row, place });
    }),
    "blacklist.evenotecomment": handler(commentSchema, (row) => {
      tables.comments.push(row);
    }),
  };
}

const SUBJECTS = new Map([
  ["character", "pilot"],
  ["corporation", "corporation"],
  ["alliance", "alliance"],
] as const);

function subjectOf(category: string) {
  return [...SUBJECTS].find(([name]) => name === category.toLowerCase())?.[1];
}

/** Who is on the blacklist is refused; other notes watch. */
export function readNotes({ notes, comments }: NoteTables, { watched }: Community, report: Report) {
  const commentsOf = Map.groupBy(comments, ({ eve_note }) => eve_note);
  for (const { eve_id, eve_name: name, blacklisted, place, ...note } of notes) {
    const subject = subjectOf(note.eve_catagory);
    if (subject === undefined) {
      const reason = `It is about a ${note.eve_catagory}, which Muster does not watch.`;
      report.push({ outcome: "refused", what: "watchlist", name, place, reason });
      continue;
    }
    const own = commentsOf.get(note.pk) ?? [];
    if ([note, ...own].some((entry) => entry.restricted || entry.ultra_restricted)) {
      const reason = "Restricted: in Muster, everybody who keeps the watchlist reads all of it.";
      report.push({ outcome: "note", what: "watchlist", name, place, reason });
    }
    const lines = [
      note.reason,
      signed(note.added_by, note.added_at),
      ...own.map(
        ({ comment, added_by, comment_date }) => `${comment} ${signed(added_by, comment_date)}`,
      ),
    ];
    watched.push({
      subject,
      eveId: eve_id,
      name,
      level: blacklisted ? "refuse" : "watch",
      reason: lines.join("\n"),
      place,
    });
  }
}

function signed(by: string, at: Date | undefined): string {
  const parts = [by.trim(), at?.toISOString().slice(0, 10) ?? ""].filter((part) => part !== "");
  return parts.length === 0 ? "" : `(${parts.join(", ")})`;
}
