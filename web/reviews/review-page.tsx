import { Plural, Trans, ph, plural, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { sayShared } from "#web/language/messages.ts";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useParams } from "react-router";
import type { FinishedReview, GroupReview, ReviewResult } from "#shared/groups/reviews.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { saveCsv } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { DateOnly } from "#web/ui/time.tsx";
import { OpenReviewView } from "./open-review.tsx";
import { resultsQuery, reviewQuery } from "./queries.ts";
import "./reviews.css";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { userName } from "#web/lib/labels.ts";

const SettingsDialog = lazy(async () => ({
  default: (await import("./start-dialog.tsx")).SettingsDialog,
}));
const StartDialog = lazy(() => import("./start-dialog.tsx"));

/** The review of the members of a group: the open one, or what the last one came to and when the next opens. */
export default function ReviewPage() {
  const { groupId = "" } = useParams();
  const list = useInfiniteQuery(reviewQuery(groupId));
  const [dialog, setDialog] = useState<"settings" | "start">();
  const found = list.data?.pages[0];
  const close = () => setDialog(undefined);
  return (
    <>
      <PageHeader
        title={t`Review members`}
        trail={[
          { to: paths.groups, label: t`Groups` },
          { to: paths.group(groupId), label: found?.groupName ?? t`Group` },
        ]}
        {...(found && {
          tabTitle: t`Review members of ${ph({ groupName: found.groupName })}`,
          subtitle: <Subtitle review={found} />,
        })}
      />
      {list.isPending ? (
        <Loading>{t`Loading the review...`}</Loading>
      ) : !found ? (
        <LoadFailed
          title={messageOf(list.error, t`The review could not be loaded`)}
          onRetry={list.refetch}
        />
      ) : found.open ? (
        <OpenReviewView
          key={found.open.id}
          groupId={groupId}
          review={found.open}
          list={list}
          onChangeSettings={() => setDialog("settings")}
        />
      ) : (
        <ClosedReview
          groupId={groupId}
          review={found}
          onStart={() => setDialog("start")}
          onChangeSettings={() => setDialog("settings")}
        />
      )}
      <Suspense>
        {dialog === "settings" && found && (
          <SettingsDialog groupId={groupId} settings={found.settings} onClose={close} />
        )}
        {dialog === "start" && found && (
          <StartDialog groupId={groupId} silence={found.settings.silence} onClose={close} />
        )}
      </Suspense>
    </>
  );
}

/** "Capitals Wing, every 6 months. Last done May 20, 2026 by Mira Tal." */
function Subtitle({ review: { groupName, settings, last } }: { review: GroupReview }) {
  const { everyMonths } = settings;
  return (
    <>
      {everyMonths === null ? (
        <Trans>
          <bdi>{groupName}</bdi>.
        </Trans>
      ) : everyMonths === 1 ? (
        <Trans>
          <bdi>{groupName}</bdi>, every month.
        </Trans>
      ) : (
        <Trans>
          <bdi>{groupName}</bdi>,{" "}
          <Plural value={everyMonths} one="every month" other="every # months" />.
        </Trans>
      )}
      {last && (
        <>
          {sentenceGap()}
          {last.byName === null ? (
            <Trans>
              Last done <DateOnly at={last.finishedAt} /> when it was due.
            </Trans>
          ) : (
            <Trans>
              Last done <DateOnly at={last.finishedAt} /> by <bdi>{ph({ name: last.byName })}</bdi>.
            </Trans>
          )}
        </>
      )}
    </>
  );
}

type ClosedReviewProps = {
  groupId: string;
  review: GroupReview;
  onStart: () => void;
  onChangeSettings: () => void;
};

function ClosedReview({ groupId, review, onStart, onChangeSettings }: ClosedReviewProps) {
  const { last, nextAt, refusal } = review;
  return (
    <div className="grid grid-cols-1 gap-4">
      {last?.isHeld && <HeldNote last={last} />}
      <Card isFlush>
        <EmptyState
          variant={last ? "completed" : "call-to-action"}
          title={
            last
              ? plural(
                  { count: last.kept + last.removed },
                  { one: "# member decided", other: "All # members decided" },
                )
              : t`No review is open`
          }
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {last && <ExportButton groupId={groupId} groupName={review.groupName} />}
              <Button onClick={onChangeSettings} isDisabled={refusal !== null}>
                <Trans>Change how often</Trans>
              </Button>
              <Button
                variant={last ? "default" : "primary"}
                onClick={onStart}
                isDisabled={refusal !== null}
              >
                <Trans>Start a review</Trans>
              </Button>
            </div>
          }
        >
          {refusal !== null && sayShared(refusal) + sentenceGap()}
          {last &&
            t`${ph({ keptCount: last.kept })} kept, ${ph({ removedCount: last.removed })} removed.` +
              sentenceGap()}
          {nextAt !== null ? (
            <Trans>
              The next review opens on <DateOnly at={nextAt} />.
            </Trans>
          ) : (
            refusal === null &&
            t`In a review you confirm the members one by one, with what Muster knows of them beside each name.`
          )}
        </EmptyState>
      </Card>
    </div>
  );
}

function HeldNote({ last: { kept, removed } }: { last: FinishedReview }) {
  return (
    <Card
      isFlush
      title={plural(removed, { one: "# removal held", other: "# removals held" })}
      className="border-warn-dim"
    >
      <div className="flex items-start gap-3 p-4">
        <OutcomeMark tone="attention" />
        <p className="text-text-2">
          <Trans>
            <b className="font-medium text-text-1">The review is finished.</b> It removes so many
            members ({removed} of {ph({ count: kept + removed })}) that an administrator has to
            release the removals first. They stay until then.
          </Trans>
        </p>
      </div>
    </Card>
  );
}

function ExportButton({ groupId, groupName }: { groupId: string; groupName: string }) {
  const client = useQueryClient();
  const download = async () => {
    try {
      const { items } = await client.fetchQuery({ ...resultsQuery(groupId), staleTime: 0 });
      saveCsv(resultsCsv(items), "review", groupName);
    } catch (error) {
      toast.error(messageOf(error, t`The results could not be loaded.`));
    }
  };
  return (
    <Button icon={<Icon name="download" />} onClick={() => void download()}>
      <Trans>Export CSV</Trans>
    </Button>
  );
}

/** One line for each member whom the review concerned. */
function resultsCsv(results: readonly ReviewResult[]): string {
  const lines = results.map(
    ({ mainCharacterName, mainCharacterId, verdict, isSilent, decidedAt }) => [
      userName(mainCharacterName),
      String(mainCharacterId ?? ""),
      verdict === "keep" ? t`Keep` : t({ context: "member", message: "Remove" }),
      isSilent ? t`No decision` : t`Decided`,
      decidedAt,
    ],
  );
  const header = [t`Main`, t`Main ID`, t`Result`, t`How`, t`At (EVE)`];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
