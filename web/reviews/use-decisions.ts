import { t } from "#web/language/macros.ts";
import { useEffect, useRef, useState } from "react";
import type { ReviewedMember, Verdict } from "#shared/groups/reviews.ts";
import { REVIEWED_PER_PAGE } from "#shared/groups/review-limits.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { saveDecisions } from "./queries.ts";

/** Decisions of this time are saved together. */
const SAVE_AFTER_MS = 400;

/** The verdicts chosen here. They are saved behind the user, who goes on to the next member at once. */
export function useDecisions(groupId: string, reviewId: string, onRefused: () => void) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Verdict | null>>(new Map());
  const unsaved = useRef(new Map<string, Verdict | null>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef(Promise.resolve(true));

  const save = async (): Promise<boolean> => {
    const all = [...unsaved.current];
    unsaved.current.clear();
    for (let at = 0; at < all.length; at += REVIEWED_PER_PAGE) {
      const decisions = all
        .slice(at, at + REVIEWED_PER_PAGE)
        .map(([userId, verdict]) => ({ userId, verdict }));
      try {
        // oxlint-disable-next-line no-await-in-loop -- in the order in which the user decided
        await saveDecisions(groupId, { reviewId, decisions });
      } catch (error) {
        toast.error(messageOf(error, t`The decisions could not be saved.`));
        setChosen(
          (before) => new Map([...before].filter(([id]) => !all.some(([one]) => one === id))),
        );
        onRefused();
        return false;
      }
    }
    return true;
  };

  /** Saves what is not saved yet, after what is being saved. */
  const flush = (): Promise<boolean> => {
    clearTimeout(timer.current);
    saving.current = saving.current.then(save);
    return saving.current;
  };

  const last = useRef(flush);
  useEffect(() => {
    last.current = flush;
  });
  useEffect(() => () => void last.current(), []);

  function decide(userIds: readonly string[], verdict: Verdict | null) {
    setChosen((before) => new Map([...before, ...userIds.map((id) => [id, verdict] as const)]));
    for (const id of userIds) unsaved.current.set(id, verdict);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), SAVE_AFTER_MS);
  }

  const verdictOf = ({ userId, verdict }: ReviewedMember) =>
    chosen.has(userId) ? (chosen.get(userId) ?? null) : verdict;

  return { decide, flush, verdictOf };
}
