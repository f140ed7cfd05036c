import type { AttentionItem } from "#shared/characters.ts";
import type { Waiting } from "#shared/groups/groups.ts";

/** What the dashboard asks the user to look at, by what it is about. Corporations without a director are among an administrator's decisions. */
export type Attention = Pick<
  Waiting,
  "problems" | "emergencies" | "ends" | "reviews" | "requests"
> & { attention: readonly AttentionItem[] };

export type Entry = {
  [Part in keyof Attention]: { part: Part; of: Attention[Part][number] };
}[keyof Attention];

/** What is lost first, then memberships that are at risk, then what stands still, what waits for the user, and hints. */
const URGENCY: Record<Exclude<keyof Attention, "attention"> | AttentionItem["kind"], number> = {
  unconfirmed: 0,
  token_revoked: 1,
  problems: 2,
  emergencies: 3,
  ends: 4,
  director_access_lost: 5,
  queue_empty: 6,
  queue_paused: 7,
  reviews: 8,
  requests: 9,
  queue_ending: 10,
  missing_scopes: 11,
};

function urgencyOf(entry: Entry): number {
  return URGENCY[entry.part === "attention" ? entry.of.kind : entry.part];
}

/** All entries, worst first. Those of one kind stay in the order of the server. */
export function byUrgency(found: Attention): Entry[] {
  const entries: Entry[] = [
    ...found.problems.map((of) => ({ part: "problems", of }) as const),
    ...found.emergencies.map((of) => ({ part: "emergencies", of }) as const),
    ...found.ends.map((of) => ({ part: "ends", of }) as const),
    ...found.reviews.map((of) => ({ part: "reviews", of }) as const),
    ...found.requests.map((of) => ({ part: "requests", of }) as const),
    ...found.attention.map((of) => ({ part: "attention", of }) as const),
  ];
  return entries.toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
}
