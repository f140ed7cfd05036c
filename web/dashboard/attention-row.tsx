import { useId } from "react";
import type { ReactNode } from "react";
import type { AttentionItem } from "#shared/characters.ts";
import type { Waiting } from "#shared/groups/groups.ts";

type AttentionRowProps = {
  chip: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** The action that settles the item; the title describes its button. */
  action: (titleId: string) => ReactNode;
};

/** One thing that needs the user. */
export function AttentionRow({ chip, title, text, action }: AttentionRowProps) {
  const titleId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-2.5 first:border-t-0">
      <div className="min-w-46 max-md:w-full">{chip}</div>
      <div className="min-w-40 flex-1 max-md:min-w-56">
        <p id={titleId} className="font-medium wrap-anywhere">
          {title}
        </p>
        {text !== undefined && <p className="text-sm wrap-anywhere text-text-2">{text}</p>}
      </div>
      {action(titleId)}
    </li>
  );
}

/** What the dashboard asks the user to look at, by what it is about. Corporations without a director are among an administrator's decisions. */
export type Attention = Pick<
  Waiting,
  "problems" | "emergencies" | "ends" | "reviews" | "requests"
> & { attention: readonly AttentionItem[] };

export type AttentionEntry = {
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

function urgencyOf(entry: AttentionEntry): number {
  return URGENCY[entry.part === "attention" ? entry.of.kind : entry.part];
}

/** All entries, worst first. Those of one kind stay in the order of the server. */
export function byUrgency(found: Attention): AttentionEntry[] {
  const entries: AttentionEntry[] = [
    ...found.problems.map((of) => ({ part: "problems", of }) as const),
    ...found.emergencies.map((of) => ({ part: "emergencies", of }) as const),
    ...found.ends.map((of) => ({ part: "ends", of }) as const),
    ...found.reviews.map((of) => ({ part: "reviews", of }) as const),
    ...found.requests.map((of) => ({ part: "requests", of }) as const),
    ...found.attention.map((of) => ({ part: "attention", of }) as const),
  ];
  return entries.toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
}
