import { Trans, ph, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { GroupReview, OpenReview, ReviewedMember, Verdict } from "#shared/groups/reviews.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { KEYS, useSingleKeys } from "#web/lib/keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadMore } from "#web/ui/feedback/list-states.tsx";
import { Kbd } from "#web/ui/text.tsx";
import { EveMoment, TimeLeft } from "#web/ui/time.tsx";
import { MemberList } from "./member-list.tsx";
import { reviewQuery, saveDecisionsMutation } from "./queries.ts";
import { REVIEWED_PER_PAGE } from "#shared/groups/limits.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

const FinishDialog = lazy(() => import("./finish-dialog.tsx"));

/** Further pages are loaded without asking up to here. */
const LOADED_AT_ONCE = 1000;

type OpenReviewProps = {
  groupId: string;
  review: OpenReview;
  list: UseInfiniteQueryResult<InfiniteData<GroupReview>>;
  onChangeSettings: () => void;
};

/** Who stays and who leaves, one member after the other, until the review is finished. */
export function OpenReviewView({ groupId, review, list, onChangeSettings }: OpenReviewProps) {
  const client = useQueryClient();
  const members = itemsOf(list.data);
  const refetch = () => void client.invalidateQueries({ queryKey: reviewQuery(groupId).queryKey });
  const { decide, flush, verdictOf } = useDecisions(groupId, review.id, refetch);
  const [isFinishing, setIsFinishing] = useState(false);
  const finishRef = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const loadsMore =
    hasNextPage && !isFetchingNextPage && !isFetchNextPageError && members.length < LOADED_AT_ONCE;
  useEffect(() => {
    if (loadsMore) void fetchNextPage();
  }, [loadsMore, fetchNextPage]);

  // The numbers of the server, and what has been chosen here since.
  const delta = (verdict: "keep" | "remove") =>
    members.filter((member) => verdictOf(member) === verdict).length -
    members.filter((member) => member.verdict === verdict).length;
  const kept = review.kept + delta("keep");
  const removed = review.removed + delta("remove");
  const undecided = review.total - kept - removed;
  const toRemove = removed + (review.silence === "remove" ? undecided : 0);
  const toKeep = review.total - toRemove;
  const finish = (
    <Button onClick={() => void flush().then((isSaved) => isSaved && setIsFinishing(true))}>
      <Trans>
        Finish: remove {toRemove}, keep {toKeep}
      </Trans>
    </Button>
  );

  return (
    <div className="grid grid-cols-1 gap-4">
      <Card isFlush>
        <div className="grid gap-3 p-4">
          <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <h2 className="text-xl">
              <Trans>
                {ph({ decided: kept + removed })} of {ph({ total: review.total })} members decided
              </Trans>
            </h2>
            <p className="text-sm text-text-2 md:ml-auto">
              <Trans>
                Ends{" "}
                <b className="font-medium text-text-1">
                  <EveMoment at={review.dueAt} />
                </b>
                , in <TimeLeft until={review.dueAt} />
              </Trans>
            </p>
          </div>
          <div
            aria-hidden="true"
            className="flex h-1.5 gap-0.5 overflow-hidden rounded-bar bg-surface-3"
          >
            <span className="review-kept" style={{ width: `${(kept / review.total) * 100}%` }} />
            <span className="bg-danger" style={{ width: `${(removed / review.total) * 100}%` }} />
          </div>
          <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm text-text-2">
            <output className="flex flex-wrap gap-x-5">
              <span>
                <Trans>{kept} keep</Trans>
              </span>
              <span className="text-danger">
                <Trans>{removed} remove</Trans>
              </span>
              <span>
                <Trans>{undecided} to decide</Trans>
              </span>
            </output>
            <p className="md:ml-auto">
              {review.silence === "keep" ? (
                <Trans>
                  Members without a decision then <b className="font-medium text-text-1">stay</b>.
                </Trans>
              ) : (
                <Trans>
                  Members without a decision are then{" "}
                  <b className="font-medium text-text-1">removed</b>.
                </Trans>
              )}
              {sentenceGap()}
              <button
                type="button"
                className="link min-h-6 max-md:min-h-11"
                onClick={onChangeSettings}
              >
                <Trans>Change</Trans>
              </button>
            </p>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-3 max-md:hidden">
          <Keys />
          <div ref={finishRef} className="ml-auto">
            {finish}
          </div>
        </div>
      </Card>
      <Card isFlush title={t`Members`}>
        <MemberList
          members={members}
          verdictOf={verdictOf}
          decide={decide}
          onDone={() => finishRef.current?.querySelector("button")?.focus()}
          footer={<div className="review-wide md:hidden">{finish}</div>}
        />
        <LoadMore list={list} shown={members.length} total={review.total} />
      </Card>
      <Suspense>
        {isFinishing && (
          <FinishDialog
            groupId={groupId}
            review={review}
            numbers={{ kept, removed, undecided, toKeep, toRemove }}
            names={members
              .filter((member) => verdictOf(member) === "remove")
              .map(({ mainCharacterName }) => mainCharacterName ?? "")}
            onClose={() => setIsFinishing(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function Keys() {
  const isOn = useSingleKeys();
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-text-2">
      {isOn && (
        <>
          <span className="flex items-center gap-1.5">
            <Kbd>{KEYS.approve}</Kbd> <Trans>keep</Trans>
          </span>
          <span className="flex items-center gap-1.5">
            <Kbd>{KEYS.reject}</Kbd> <Trans>remove</Trans>
          </span>
          <span className="flex items-center gap-1.5">
            <Kbd>{KEYS.undo}</Kbd> <Trans>undo</Trans>
          </span>
        </>
      )}
      <span className="flex items-center gap-1.5">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd> <Trans>move</Trans>
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>Enter</Kbd> <Trans>open the pilot</Trans>
      </span>
      <span className="text-text-2">
        <Trans>Keys work while the list has focus.</Trans>
      </span>
    </p>
  );
}

/** Decisions of this time are saved together. */
const SAVE_AFTER_MS = 400;

/** The verdicts chosen here. They are saved behind the user, who goes on to the next member at once. */
function useDecisions(groupId: string, reviewId: string, onRefused: () => void) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Verdict | null>>(new Map());
  const unsaved = useRef(new Map<string, Verdict | null>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const saving = useRef(Promise.resolve(true));
  const { mutateAsync: saveDecisions } = useMutation(saveDecisionsMutation);

  const save = async (): Promise<boolean> => {
    const all = [...unsaved.current];
    unsaved.current.clear();
    for (let at = 0; at < all.length; at += REVIEWED_PER_PAGE) {
      const decisions = all
        .slice(at, at + REVIEWED_PER_PAGE)
        .map(([userId, verdict]) => ({ userId, verdict }));
      try {
        // oxlint-disable-next-line no-await-in-loop -- in the order in which the user decided
        await saveDecisions({ groupId, reviewId, decisions });
      } catch (error) {
        toast.error(messageOf(error, t`The decisions could not be saved.`));
        setChosen(
          (before) => new Map([...before].filter(([id]) => !all.some(([userId]) => userId === id))),
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
