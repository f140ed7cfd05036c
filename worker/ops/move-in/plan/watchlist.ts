import { toParagraphs } from "#shared/text.ts";
import { DAY_MS } from "#shared/time.ts";
import { MAX_WATCH_ENTRIES, WATCH_DAYS, WATCH_REASON_MAX } from "#shared/watch-limits.ts";
import { addWatchEntrySchema } from "#shared/watchlist.ts";
import type { AddWatchEntry, WatchSubject } from "#shared/watchlist.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";
import { cut, idOf, SYSTEMS } from "./community.ts";
import type { MovedCommunity, Given, MovedWatch } from "./community.ts";
import type { PlannedPerson } from "./people.ts";

export type PlannedWatch = Omit<AddWatchEntry, "days"> & { id: string; until: Date; place: string };

export function watchKey({ subject, eveId }: { subject: WatchSubject; eveId: number }): string {
  return `${subject} ${eveId}`;
}

/** The entries of the watchlist, one for each pilot, corporation and alliance. What is on the list already stays as it is. */
export function planWatchlist(
  { watched }: MovedCommunity,
  users: Map<string, PlannedPerson>,
  { existing, move }: Given,
  report: Report,
): PlannedWatch[] {
  // An earlier attempt of this very move has added its own.
  const taken = new Set(
    [...existing.watched].flatMap(([key, id]) => (id === idOf(move, "watched", key) ? [] : key)),
  );
  const room = MAX_WATCH_ENTRIES - taken.size;
  const planned: PlannedWatch[] = [];
  const until = new Date(move.startedAt.getTime() + WATCH_DAYS * DAY_MS);
  for (const [key, rows] of Map.groupBy(watched, watchKey)) {
    const tell = (outcome: "merged" | "changed" | "refused", reason: string) => {
      const { name = "", place = "" } = rows[0] ?? {};
      report.push({ outcome, what: "watchlist", name, place, reason });
    };
    if (taken.has(key)) tell("merged", "The watchlist has it already, and keeps its own reason.");
    else if (planned.length >= room) {
      tell("refused", `The watchlist has room for ${MAX_WATCH_ENTRIES} entries.`);
    } else {
      const entry = addWatchEntrySchema.safeParse(entryOf(rows, SYSTEMS[move.system], tell));
      if (entry.success) {
        const { days: _, ...rest } = entry.data;
        planned.push({
          ...rest,
          id: idOf(move, "watched", key),
          until,
          place: rows[0]?.place ?? "",
        });
      } else tell("refused", entry.error.issues.map(({ message }) => message).join(" "));
    }
  }
  tellHits(planned, users, report);
  return planned;
}

/** The rows about one of them as one entry: it refuses if one of them does. */
function entryOf(
  rows: MovedWatch[],
  systemName: string,
  tell: (outcome: "changed", reason: string) => void,
) {
  const [first] = rows;
  const reason = toParagraphs(rows.map((row) => row.reason.trim()).join("\n"));
  if (Array.from(reason).length > WATCH_REASON_MAX) {
    tell("changed", `Its reason is cut after ${WATCH_REASON_MAX} letters.`);
  }
  return {
    subject: first?.subject,
    eveId: first?.eveId,
    name: first?.name,
    level: rows.some(({ level }) => level === "refuse") ? "refuse" : "watch",
    reason: cut(reason, WATCH_REASON_MAX) || `Moved in from ${systemName}.`,
    link: null,
    months: null,
  };
}

/** Which pilots of the move are on the list themselves, by name. Corporations are compared once EVE has answered. */
function tellHits(planned: PlannedWatch[], users: Map<string, PlannedPerson>, report: Report) {
  const levels = new Map(
    planned.filter(({ subject }) => subject === "pilot").map(({ eveId, level }) => [eveId, level]),
  );
  for (const { name: main, characters, place } of users.values()) {
    for (const { id, name } of characters) {
      const level = levels.get(id);
      if (level === undefined) continue;
      const reason = `Is on the watchlist${name === main ? "" : ` as ${name}`}, which ${level === "refuse" ? "refuses" : "watches"} this pilot.`;
      report.push({ outcome: "note", what: "hit of the watchlist", name: main, place, reason });
    }
  }
}
