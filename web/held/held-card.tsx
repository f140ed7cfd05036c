import { Plural, Trans, ph, plural, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/sentence.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { CSSProperties, ReactNode } from "react";
import type { HeldDetail } from "#shared/requirements/held.ts";
import { DAY_MS } from "#shared/time.ts";
import { formatInteger } from "#web/lib/format.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { OutcomeMark } from "#web/ui/outcome-mark.tsx";
import { EveMoment, TimeLeft } from "#web/ui/time.tsx";
import { DecisionText, HeldChip, Headline } from "./held-summary.tsx";
import { HeldFacts } from "./held-facts.tsx";
import { NamesByCause } from "./names-by-cause.tsx";
import { computeMutation, heldChangeQuery } from "./queries.ts";
import type { HeldVerdict } from "./queries.ts";
import "#web/repairs/requirements.css";
import { Link } from "react-router";
import { ConsequenceItem } from "#web/consequences/consequences-of.tsx";
import { paths } from "#web/lib/paths.ts";

const DecideDialog = lazy(() => import("./decide-dialog.tsx"));

/** One held change with everything that a decision needs: numbers, trigger, evidence, consequences, names. */
export function HeldCard({ id }: { id: string }) {
  const { data, isPending, refetch } = useQuery(heldChangeQuery(id));
  if (isPending) {
    return (
      <Card isFlush>
        <RowsSkeleton label={t`Loading the held change`} rows={6} />
      </Card>
    );
  }
  if (!data) {
    return (
      <Card>
        <LoadFailed title={t`The held change could not be loaded`} onRetry={refetch} />
      </Card>
    );
  }
  return <Held held={data} />;
}

function Held({ held }: { held: HeldDetail }) {
  const { removalCount } = held;
  // Decisions are off until new numbers are read.
  const [readCount, setReadCount] = useState(removalCount);
  const [decision, setDecision] = useState<HeldVerdict>();
  const isOpen = held.state === "held";
  const isChanged = isOpen && readCount !== removalCount;
  return (
    <Card
      isFlush
      className={isOpen ? "overflow-hidden border-danger-dim" : "overflow-hidden"}
      title={
        <span className="block py-1 text-xl">
          <Headline held={held} />
        </span>
      }
      actions={<HeldChip held={held} />}
    >
      {!isOpen && <DecidedNote held={held} />}
      {isChanged && (
        <div className="p-4 pb-0">
          <Alert
            tone="warn"
            title={t`The numbers changed`}
            action={
              <Button size="sm" onClick={() => setReadCount(removalCount)}>
                {t`Use the new numbers`}
              </Button>
            }
          >
            <Trans>
              <Plural value={readCount} one="# removal became" other="# removals became" />{" "}
              {ph({ removalCount: formatInteger(removalCount) })}. What you read before no longer
              applies: look again before you decide.
            </Trans>
          </Alert>
        </div>
      )}
      {isOpen && (
        <>
          <Share held={held} />
          <HeldFacts held={held} />
          <Choice held={held} isOff={isChanged} onChoose={setDecision} />
          {held.trigger.kind !== "asked" && <Computed held={held} />}
          <NamesByCause held={held} />
        </>
      )}
      <Suspense>
        {decision !== undefined && (
          <DecideDialog held={held} decision={decision} onClose={() => setDecision(undefined)} />
        )}
      </Suspense>
    </Card>
  );
}

function DecidedNote({ held }: { held: HeldDetail }) {
  return (
    <div className="flex items-start gap-3 px-4 py-3">
      <OutcomeMark tone={held.state === "released" ? "info" : "met"} />
      <p className="min-w-0 flex-1 text-text-2">
        <DecisionText held={held} />
        {held.state === "released" &&
          sentenceGap() + t`Members who do not meet the requirements are being removed.`}
        {held.state === "released" &&
          held.release.days > 1 &&
          sentenceGap() +
            t`This takes about ${plural({ days: held.release.days }, { one: "# day", other: "# days" })}, so that D1’s free plan has rows left for everything else.`}
      </p>
    </div>
  );
}

/** How many of how many. */
function Share({ held: { removalCount, memberCount, unknownCount } }: { held: HeldDetail }) {
  const share = removalCount / Math.max(1, memberCount);
  const style: CSSProperties & Record<`--${string}`, number | string> = {
    "--share": Math.min(1, share),
    "--part-color": "var(--color-danger)",
  };
  const staying = Math.max(0, memberCount - removalCount - unknownCount);
  return (
    <div className="grid gap-2 p-4">
      <span aria-hidden="true" className="part-bar h-2.5" style={style} />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-text-2 tabular-nums">
        <span className="font-medium text-danger">
          <Trans>
            <Plural value={removalCount} one="# member to remove" other="# members to remove" />,{" "}
            {ph({ percent: Math.round(share * 100) })} %
          </Trans>
        </span>
        <span>{plural(staying, { one: "# member stays", other: "# members stay" })}</span>
        {unknownCount > 0 && (
          <span>
            {plural(unknownCount, {
              one: "# member is not known, and stays",
              other: "# members are not known, and stay",
            })}
          </span>
        )}
      </p>
    </div>
  );
}

/** When the numbers are from, and when they are computed again. */
function Computed({ held: { id, computedAt } }: { held: HeldDetail }) {
  const { act, isPending, failure } = useAction(computeMutation, t`Failed to compute again`);
  const nextAt = new Date(Date.parse(computedAt) + DAY_MS).toISOString();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-3">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <OutcomeMark tone="info" />
        <p className="min-w-0 flex-1 text-text-2">
          <Trans>
            <b className="font-medium text-text-1">
              Computed <EveMoment at={computedAt} />.
            </b>{" "}
            Without a decision it is computed again <EveMoment at={nextAt} />, in{" "}
            <TimeLeft until={nextAt} />. An old result is never applied.
          </Trans>
        </p>
      </div>
      {failure !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <Button
        size="sm"
        className="max-md:min-h-11"
        isBusy={isPending}
        busyLabel={t`Computing...`}
        onClick={() => act(id)}
      >
        {t`Compute now`}
      </Button>
    </div>
  );
}

type ChoiceProps = {
  held: HeldDetail;
  /** The numbers have changed and are not read yet. */
  isOff: boolean;
  onChoose: (decision: HeldVerdict) => void;
};

/** Both decisions with their consequences. Neither is the primary one. */
function Choice({ held, isOff, onChoose }: ChoiceProps) {
  const { removalCount, memberCount, groupName, groupId } = held;
  const isAsked = held.trigger.kind === "asked";
  return (
    <div className="grid gap-4 p-4 md:grid-cols-2">
      <Option
        title={t`Release`}
        button={
          <Button
            variant="danger"
            isDisabled={isOff}
            className="mt-1 max-md:w-full"
            onClick={() => onChoose("release")}
          >
            <Trans>
              <Plural
                value={removalCount}
                one="Release # removal..."
                other="Release # removals..."
              />
            </Trans>
          </Button>
        }
      >
        <ConsequenceItem>
          <Trans>
            <Plural value={removalCount} one="# person loses" other="# people lose" />{" "}
            <bdi>{groupName}</bdi>, and groups that require it may follow
          </Trans>
        </ConsequenceItem>
        {!isAsked && (
          <ConsequenceItem>
            <Trans>
              Everybody is checked again: members who meet the requirements by then stay
            </Trans>
          </ConsequenceItem>
        )}
        <ConsequenceItem>{t`Each of them reads why on the dashboard`}</ConsequenceItem>
        <ConsequenceItem>
          <Writes held={held} />
        </ConsequenceItem>
      </Option>
      <Option
        title={t`Discard`}
        button={
          <Button
            isDisabled={isOff}
            className="mt-1 max-md:w-full"
            onClick={() => onChoose("discard")}
          >
            {t`Discard, keep everybody...`}
          </Button>
        }
      >
        <ConsequenceItem>
          <Trans>All {ph({ memberCount: formatInteger(memberCount) })} members stay</Trans>
        </ConsequenceItem>
        {isAsked ? (
          <ConsequenceItem>{t`Nothing else follows`}</ConsequenceItem>
        ) : (
          <>
            <ConsequenceItem>
              <Trans>
                The requirements are unchanged: a day later they apply again, and hold the same
                people again
              </Trans>
            </ConsequenceItem>
            <ConsequenceItem>
              <Trans>
                To keep them permanently,{" "}
                <Link className="link" to={`${paths.adminGroup(groupId)}?tab=settings`}>
                  change the requirements
                </Link>
              </Trans>
            </ConsequenceItem>
          </>
        )}
      </Option>
    </div>
  );
}

/** What a release writes, and what to do where a day of D1's free plan cannot carry it. */
function Writes({ held: { release, trigger } }: { held: HeldDetail }) {
  const rows = formatInteger(toHundreds(release.rows));
  if (release.days === 1) return t`Up to ${rows} database rows are written`;
  return trigger.kind === "asked"
    ? t`Up to ${rows} database rows are written, all at once: more than D1’s free plan has left on an ordinary day. If D1 refuses them, no member is removed: release after 00:00 UTC, remove fewer members at a time, or use the paid plan`
    : t`Up to ${rows} database rows are written: more than D1’s free plan has left on an ordinary day. The removals are spread over about ${plural({ days: release.days }, { one: "# day", other: "# days" })}. On the paid plan they take minutes`;
}

const toHundreds = (rows: number) => (rows < 1000 ? rows : Math.round(rows / 100) * 100);

type OptionProps = { title: string; button: ReactNode; children: ReactNode };

function Option({ title, button, children }: OptionProps) {
  return (
    <section className="grid content-start justify-items-start gap-2.5 rounded-control border border-line p-4">
      <h3 className="text-lg">{title}</h3>
      <ul className="grid gap-1 text-sm text-text-2">{children}</ul>
      {button}
    </section>
  );
}
