import { Trans, ph, plural, t, msg } from "#web/language/macros.ts";
import { sentenceGap, inSuccession, textOf } from "#web/lib/sentence.ts";
import type { RuleNames } from "#shared/requirements/cause.ts";
import { lazy, Suspense } from "react";
import type { ReactNode } from "react";
import type { Group } from "#shared/groups/groups.ts";
import type { PreviewKind, PreviewedUser } from "#shared/requirements/rule.ts";
import { cx } from "#web/lib/cx.ts";
import { formatInteger } from "#web/lib/format.ts";
import { saveCsv } from "#web/lib/save-file.ts";
import { eveClock } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { countOf, previewHoldOf, shownCount } from "./sum.ts";
import type { Hold, KindCount, PreviewSum } from "./sum.ts";
import type { PreviewState } from "./use-preview.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { userName } from "#web/lib/labels.ts";
import { causeText } from "#web/requirements-text/cause-text.ts";

const PreviewDetails = lazy(() => import("./preview-details.tsx"));
const CheckPerson = lazy(() => import("./check-person.tsx"));

type PreviewCardProps = {
  id: string;
  group: Pick<Group, "id" | "name">;
  state: PreviewState;
  isAutomatic: boolean;
  graceDays: number;
  canUseAll: boolean;
  names: RuleNames;
};

/** What saving the rule does, by number and by name: the harm first. */
export function PreviewCard({
  id,
  group,
  state,
  isAutomatic,
  graceDays,
  canUseAll,
  names,
}: PreviewCardProps) {
  const { last, isOld, progress } = state;
  const hold = last && previewHoldOf(last.sum);
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-busy={isOld && !state.failed}
      className={cx(
        "card scroll-mt-20 overflow-hidden rounded-card border bg-surface-1 lg:sticky lg:top-4 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto",
        hold ? "border-danger" : "border-line-faint",
      )}
    >
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line-faint px-4 py-1">
        <h2 id={`${id}-title`} className="text-lg">
          <Trans>If you save this</Trans>
        </h2>
        <output className="ml-auto text-xs text-text-2">{statusOf(state)}</output>
      </header>
      {last ? (
        <div className={cx(isOld && "**:text-text-2!")}>
          <Counts id={id} sum={last.sum} isAutomatic={isAutomatic} />
        </div>
      ) : (
        !state.failed && <CountsSkeleton />
      )}
      {progress && (
        <div className="h-1 bg-surface-3">
          <div
            className="h-full bg-signal"
            style={{ width: `${(100 * progress.checked) / Math.max(1, progress.total)}%` }}
          />
        </div>
      )}
      {state.failed && <Failed state={state} />}
      {hold && (
        <Note icon="pause">
          <b className="font-medium text-text-1">
            <Trans>These removals would be held.</Trans>
          </b>
          {sentenceGap()}
          {holdText(hold, graceDays)}
          {sentenceGap()}
          <Trans>No membership ends until an administrator releases them.</Trans>
        </Note>
      )}
      {last && (
        <div className={cx(isOld && "**:text-text-2!")}>
          <Suspense>
            <PreviewDetails
              id={id}
              rule={last.rule}
              sum={last.sum}
              isAutomatic={isAutomatic}
              isHeld={hold !== undefined}
              names={names}
            />
          </Suspense>
        </div>
      )}
      {last && last.sum.users.length > 0 && (
        <p className="border-t border-line-faint px-4 py-2">
          <button
            type="button"
            className="link min-h-6 text-sm max-md:min-h-11"
            onClick={() => saveCsv(previewCsv(last.sum.users, last.at), "preview", group.name)}
          >
            <Trans>Download CSV</Trans>
          </button>
        </p>
      )}
      {!canUseAll && (
        <Note icon="info">
          <Trans>
            You see the names of your members and applicants. Everybody else is a count, rounded to
            5 people.
          </Trans>
        </Note>
      )}
      <Suspense>
        {last && <CheckPerson groupId={group.id} rule={last.rule} canUseAll={canUseAll} />}
      </Suspense>
    </section>
  );
}

function holdText({ limit, removals, memberCount }: Hold, graceDays: number): string {
  if (limit === "all") return t`Together with others of the last hour, they are more than 50.`;
  const percent = Math.round((100 * removals) / memberCount);
  return graceDays === 0
    ? t`Grace is set to 0 days, and they are ${percent} % of ${plural(memberCount, { one: "# member.", other: "# members." })}`
    : t`They are ${percent} % of ${plural(memberCount, { one: "# member.", other: "# members." })}`;
}

function statusOf({ last, isOld, progress, failed, isWaiting }: PreviewState): string {
  if (isWaiting) return t`Finish the condition first`;
  if (failed) return last ? t`From ${ph({ time: eveClock(last.at) })} EVE` : "";
  if (isOld) {
    return progress
      ? t`Checking ${ph({ checked: formatInteger(progress.checked) })} of ${ph({ total: formatInteger(progress.total) })}`
      : t`Checking...`;
  }
  return last
    ? t`${ph({ checked: formatInteger(last.sum.checked) })} checked at ${ph({ time: eveClock(last.at) })} EVE`
    : "";
}

type ShownKind = {
  kind: PreviewKind;
  /** Below the number. */
  label: (count: number) => string;
  /** With the number. */
  short: (count: KindCount) => string;
};

const JOIN: ShownKind = {
  kind: "join",
  label: (count) => plural(count, { one: "people would join", other: "people would join" }),
  short: (count) =>
    t`${ph({ number: shownCount(count) })} ${plural({ count: count.count }, { one: "join", other: "join" })}`,
};
const COULD_JOIN: ShownKind = {
  kind: "could_join",
  label: (count) => plural(count, { one: "others could join", other: "others could join" }),
  short: (count) =>
    t`${ph({ number: shownCount(count) })} ${plural({ count: count.count }, { one: "could join", other: "could join" })}`,
};
const AFTER_JOINING: ShownKind[] = [
  {
    kind: "grace",
    label: (count) => plural(count, { one: "members enter grace", other: "members enter grace" }),
    short: (count) =>
      t`${ph({ number: shownCount(count) })} ${plural({ count: count.count }, { one: "enter grace", other: "enter grace" })}`,
  },
  {
    kind: "remove",
    label: (count) => plural(count, { one: "members removed now", other: "members removed now" }),
    short: (count) =>
      t`${ph({ number: shownCount(count) })} ${plural({ count: count.count }, { one: "removed", other: "removed" })}`,
  },
  {
    kind: "unknown",
    label: (count) => plural(count, { one: "members not known", other: "members not known" }),
    short: (count) =>
      t`${ph({ number: shownCount(count) })} ${plural({ count: count.count }, { one: "not known", other: "not known" })}`,
  },
];

/** The four counts, in the order of their reading. */
export function shownKinds(isAutomatic: boolean): ShownKind[] {
  return [isAutomatic ? JOIN : COULD_JOIN, ...AFTER_JOINING];
}

type CountsProps = { id: string; sum: PreviewSum; isAutomatic: boolean };

function Counts({ id, sum, isAutomatic }: CountsProps) {
  return (
    <ul className="grid grid-cols-4 divide-line-faint max-md:grid-cols-2 max-md:[&>li:nth-child(n+3)]:border-t md:divide-x">
      {shownKinds(isAutomatic).map(({ kind, label }) => (
        <li key={kind} className="border-line-faint max-md:odd:border-r">
          <a
            href={`#${id}-${kind}`}
            className="grid h-full content-start gap-0.5 px-3 pt-3 pb-2.5 no-underline -outline-offset-2 hover:bg-surface-2"
          >
            <CountFigure kind={kind} count={countOf(sum, kind)} />
            <span className="text-xs leading-tight text-text-2">
              {label(countOf(sum, kind).count)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function CountFigure({ kind, count }: { kind: PreviewKind; count: KindCount }) {
  const tone =
    count.count === 0
      ? "text-text-2"
      : kind === "grace"
        ? "text-warn"
        : kind === "remove"
          ? "text-danger"
          : "text-text-1";
  return (
    <span className={cx("font-display text-2xl leading-none font-semibold tabular-nums", tone)}>
      {count.isAbout && (
        <span className="sr-only">
          <Trans>about</Trans>{" "}
        </span>
      )}
      {shownCount(count)}
    </span>
  );
}

function CountsSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3 p-4">
      {["w-2/3", "w-full", "w-1/2"].map((width) => (
        <span
          key={width}
          className={cx("block h-3 animate-appear rounded-bar bg-surface-3", width)}
        />
      ))}
    </div>
  );
}

function Failed({ state: { last, failed, retry } }: { state: PreviewState }) {
  return (
    <Note icon="question" isDashed>
      <b className="font-medium text-text-1">
        <Trans>The preview failed.</Trans>
      </b>
      {sentenceGap()}
      {failed}
      {sentenceGap()}
      {last &&
        t`The numbers above are from ${ph({ time: eveClock(last.at) })} EVE.` + sentenceGap()}
      <Trans>The rule is kept here and not saved.</Trans>
      <span className="mt-2 block">
        <Button size="sm" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      </span>
    </Note>
  );
}

type NoteProps = { icon: IconName; isDashed?: boolean; children: ReactNode };

function Note({ icon, isDashed = false, children }: NoteProps) {
  return (
    <output className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-2.5 border-t border-line-faint px-4 py-3 text-sm text-text-2">
      <span
        className={cx(
          "grid size-6 place-items-center rounded-control",
          isDashed ? "border border-dashed border-line-control" : "bg-surface-3",
        )}
      >
        <Icon name={icon} size={14} />
      </span>
      <span className="pt-0.5">{children}</span>
    </output>
  );
}

const EFFECTS: Record<PreviewKind, Message> = {
  remove: msg({ context: "what will happen", message: "Removed" }),
  grace: msg`Enters grace`,
  unknown: msg`Not known`,
  recover: msg`Leaves grace`,
  join: msg`Joins`,
  could_join: msg`Could join`,
};

/** One line for each user whose name the reader may know: what happens, when a grace period ends, and why. */
function previewCsv(users: readonly PreviewedUser[], now: number): string {
  const lines = users.map((user) => [
    userName(user.mainCharacterName),
    String(user.mainCharacterId ?? ""),
    say(EFFECTS[user.kind]),
    user.graceEndsAt ?? "",
    inSuccession(user.causes.map((cause) => textOf(causeText(cause, "other", now)))),
  ]);
  const header = [t`Main`, t`Main ID`, t`What happens`, t`Grace ends (EVE)`, t`Causes`];
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
