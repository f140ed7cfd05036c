import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { Plural, Trans, ph, plural, t } from "#web/language/macros.ts";
import type {
  UndoHold,
  UndoPreview,
  UndoQuery,
  UndoRemainder,
  UndoStep,
} from "#shared/pilots/undo.ts";
import { userName } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { EmptyState } from "#web/ui/feedback/list-states.tsx";
import { Sentence } from "#web/ui/text.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import type { Activity } from "#shared/events/activity.ts";
import type { Piece } from "#web/lib/sentence.ts";
import { accountSentence } from "#web/events/account-sentence.ts";
import { applicationSentence } from "#web/events/application-sentence.ts";
import { corporationSentence } from "#web/events/corporation-sentence.ts";
import { discordSentence } from "#web/events/discord-sentence.ts";
import { sentenceOf } from "#web/events/group-sentence.ts";
import { staysText, stepText, wayOn } from "./words.ts";

const UndoDialog = lazy(() => import("./undo-dialog.tsx"));

type UndoResultProps = { asked: UndoQuery; preview: UndoPreview; onRefresh: () => void };

/** What undoing changes, by group, and what stays. */
export function UndoResult({ asked, preview, onRefresh }: UndoResultProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { steps, stays, holds, person, eventCount } = preview;
  const held = holds.reduce((sum, { count }) => sum + count, 0);
  const undone = steps.length - held;
  const label = labelOf(undone, held);
  const close = () => {
    setIsAsking(false);
    onRefresh();
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <output className="block text-text-2 wrap-anywhere">
        <Trans>
          <bdi className="font-medium text-text-1">{ph({ pilot: userName(person.name) })}</bdi>,{" "}
          <EveMoment at={asked.from} /> to <EveMoment at={asked.to} />:{" "}
          <Plural value={eventCount} one="# event" other="# events" /> in the log
        </Trans>
      </output>
      <Card
        isFlush
        title={
          steps.length === 0
            ? t`To undo`
            : plural({ count: steps.length }, { one: "# change", other: "# changes" })
        }
        actions={
          steps.length > 0 && (
            <Button variant="danger" onClick={() => setIsAsking(true)}>
              <Trans>{label}...</Trans>
            </Button>
          )
        }
      >
        {steps.length === 0 ? (
          <EmptyState variant="completed" title={t`Nothing is left to undo`}>
            {stays.length === 0
              ? t`No membership, role or setting differs from what it was before.`
              : t`Everything that was changed stays, for the reasons below.`}
          </EmptyState>
        ) : (
          <Steps steps={steps} holds={holds} />
        )}
      </Card>
      {stays.length > 0 && <Stays stays={stays} />}
      {isAsking && (
        <Suspense>
          <UndoDialog
            label={label}
            name={userName(person.name)}
            input={{ ...asked, digest: preview.digest, undone, held }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

/** "Undo 9 changes and hold 40 removals" */
function labelOf(undone: number, held: number): string {
  if (undone === 0) return t`Hold ${plural(held, { one: "# removal", other: "# removals" })}`;
  return held === 0
    ? t`Undo ${plural(undone, { one: "# change", other: "# changes" })}`
    : t`Undo ${plural(undone, { one: "# change", other: "# changes" })} and hold ${plural(held, { one: "# removal", other: "# removals" })}`;
}

function Steps({ steps, holds }: { steps: readonly UndoStep[]; holds: readonly UndoHold[] }) {
  const byGroup = [...Map.groupBy(steps, ({ groupId }) => groupId)];
  return (
    <div className="divide-y divide-line-faint">
      {byGroup.map(([groupId, ofGroup]) => {
        const hold = holds.find((group) => group.groupId === groupId);
        return (
          <section key={groupId} className="grid gap-2 px-4 py-3">
            <h3 className="text-md font-medium">
              <Link to={paths.adminGroup(groupId)} className="link wrap-anywhere">
                <bdi>{ofGroup[0]?.groupName}</bdi>
              </Link>
            </h3>
            {hold && (
              <Alert
                tone="warn"
                title={t`${plural({ count: hold.count }, { one: "# removal", other: "# removals" })} will be held`}
              >
                {hold.limit === "group" ? (
                  <Trans>
                    They are more than 20 % of the group within an hour. No membership ends until an
                    administrator{" "}
                    <Link to={paths.adminHeld} className="link">
                      releases them
                    </Link>
                    .
                  </Trans>
                ) : (
                  <Trans>
                    There are more than 50 removals in all within an hour. No membership ends until
                    an administrator{" "}
                    <Link to={paths.adminHeld} className="link">
                      releases them
                    </Link>
                    .
                  </Trans>
                )}
              </Alert>
            )}
            <ul className="grid gap-1">
              {ofGroup.map((step) => (
                <li
                  key={`${step.person?.userId ?? ""} ${JSON.stringify(step.change)}`}
                  className="wrap-anywhere"
                >
                  <Sentence pieces={stepText(step)} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function StaysText({ remainder }: { remainder: UndoRemainder }) {
  const to = wayOn(remainder);
  const text = <Sentence pieces={staysText(remainder)} />;
  return to === null ? (
    text
  ) : (
    <Link to={to} className="link">
      {text}
    </Link>
  );
}

function Stays({ stays }: Pick<UndoPreview, "stays">) {
  return (
    <Card isFlush title={t`Cannot be undone: ${ph({ count: stays.length })}`}>
      <ul className="divide-y divide-line-faint">
        {stays.map((remainder) => {
          const { event, count, because } = remainder;
          const sentence = activitySentence(event);
          const groupName = event.log === "groups" ? event.groupName : null;
          const isNamed = sentence.some(
            (piece) => typeof piece !== "string" && piece.name === groupName,
          );
          return (
            <li
              key={`${event.id} ${because}`}
              className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-3"
            >
              <div className="min-w-0 flex-1 basis-64">
                <p className="wrap-anywhere">
                  <Sentence pieces={sentence} />
                  {groupName !== null && !isNamed && (
                    <span className="text-text-2">
                      {" · "}
                      <bdi>{groupName}</bdi>
                    </span>
                  )}
                  {count > 1 && (
                    <span className="text-text-2">
                      {" · "}
                      {plural(
                        { count: count - 1 },
                        { one: "and # more like it", other: "and # more like it" },
                      )}
                    </span>
                  )}
                </p>
                <p className="text-sm text-text-2 wrap-anywhere">
                  {remainder.changed?.at == null ? (
                    <StaysText remainder={remainder} />
                  ) : (
                    <Trans>
                      <StaysText remainder={remainder} />, <EveMoment at={remainder.changed.at} />
                    </Trans>
                  )}
                </p>
              </div>
              <p className="text-xs whitespace-nowrap text-text-2">
                <EveMoment at={event.createdAt} />
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** An event of any log as one sentence, without a full stop. */
function activitySentence(entry: Activity): Piece[] {
  switch (entry.log) {
    case "groups":
      return sentenceOf(entry);
    case "accounts":
      return accountSentence(entry);
    case "corporations":
      return corporationSentence(entry);
    case "discord":
      return discordSentence(entry);
    case "applications":
      return applicationSentence(entry);
  }
}
