import * as z from "zod/mini";
import type { WatchSubject } from "#shared/watchlist.ts";
import type { MovedCommunity } from "#worker/ops/move-in/plan/community.ts";
import { intoList } from "#worker/ops/move-in/read/rows.ts";
import type { Handlers, Placed, Report } from "#worker/ops/move-in/read/rows.ts";
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
    notes: [] as Placed<typeof noteSchema>[],
    comments: [] as Placed<typeof commentSchema>[],
  };
}
type NoteTables = ReturnType<typeof emptyNoteTables>;

/** Filters are no data of the community. */
export function noteHandlers(tables: NoteTables): Handlers {
  return {
    "blacklist.blacklistfilter": () => {},
    "blacklist.blacklistsearchcharacter": () => {},
    "blacklist.evenote": intoList(noteSchema, tables.notes),
    "blacklist.evenotecomment": intoList(commentSchema, tables.comments),
  };
}

const SUBJECTS = new Map<string, WatchSubject>([
  ["character", "pilot"],
  ["corporation", "corporation"],
  ["alliance", "alliance"],
]);

/** Notes with the mark of the blacklist refuse; the others watch. */
export function readNotes(
  { notes, comments }: NoteTables,
  { watched }: MovedCommunity,
  report: Report,
) {
  const commentsOf = Map.groupBy(comments, ({ eve_note }) => eve_note);
  for (const { eve_id, eve_name: name, blacklisted, place, ...note } of notes) {
    const subject = SUBJECTS.get(note.eve_catagory.toLowerCase());
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
