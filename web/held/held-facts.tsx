import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { sentenceGap, sentence } from "#web/lib/sentence.ts";
import type { ReactNode } from "react";
import type { HeldDetail } from "#shared/requirements/held.ts";
import { formatInteger } from "#web/lib/format.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Sentence } from "#web/ui/text.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { formerUser } from "./held-summary.tsx";
import { groupByCause, readingSpan } from "./names-by-cause.tsx";

/** More unknown members than this share put the evidence in doubt. */
const DOUBTFUL_SHARE = 0.05;

/** What triggered the removals, why they are held, and what the evidence is worth. */
export function HeldFacts({ held }: { held: HeldDetail }) {
  return (
    <dl className="grid border-y border-line-faint md:grid-cols-3 md:divide-x md:divide-line-faint max-md:divide-y max-md:divide-line-faint">
      <Trigger held={held} />
      <Fact
        label={t`Why it is held`}
        value={
          held.limit === "group" ? t`More than 20 % of a group` : t`More than 50 people in all`
        }
      >
        {t`Counted over one hour, whatever the cause.`}
      </Fact>
      <Evidence held={held} />
    </dl>
  );
}

function Trigger({ held: { trigger, users } }: { held: HeldDetail }) {
  if (trigger.kind === "asked") {
    const actor = { name: trigger.actorName ?? t`A former user` };
    return (
      <Fact
        label={t`What triggered it`}
        value={
          <Sentence
            isPlain
            pieces={sentence(
              trigger.isReview
                ? msg`${actor} asked for a review of the members`
                : msg`${actor} removes members under Pilots`,
            )}
          />
        }
      >
        <EveMoment at={trigger.at} />
      </Fact>
    );
  }
  if (trigger.kind === "rule") {
    const actorName = trigger.actorName ?? formerUser();
    return (
      <Fact
        label={t`What triggered it`}
        value={
          <Trans>
            Requirements changed by <bdi>{actorName}</bdi>
          </Trans>
        }
      >
        <EveMoment at={trigger.at} />
      </Fact>
    );
  }
  const groups = groupByCause(users);
  const [largest] = groups;
  return (
    <Fact
      label={t`What triggered it`}
      value={
        <>
          {largest ? (
            <Trans>
              Evidence: <Sentence pieces={largest.title} />
            </Trans>
          ) : (
            t`Evidence`
          )}
        </>
      }
    >
      {largest &&
        plural({ count: largest.users.length }, { one: "# member.", other: "# members." }) +
          sentenceGap()}
      {groups.length > 1 && (
        <>
          {plural(
            { count: groups.length - 1 },
            { one: "# other cause.", other: "# other causes." },
          )}
          {sentenceGap()}
        </>
      )}
      {t`Their grace periods have ended.`}
    </Fact>
  );
}

function Evidence({ held: { trigger, users, unknownCount, memberCount } }: { held: HeldDetail }) {
  if (trigger.kind === "asked") {
    return (
      <Fact label={t`Does the evidence hold up?`} value={t`None is needed`}>
        {t`A person decided. Members who have left since are no longer listed.`}
      </Fact>
    );
  }
  const span = readingSpan(users);
  const isDoubtful = unknownCount > DOUBTFUL_SHARE * memberCount;
  return (
    <Fact
      label={t`Does the evidence hold up?`}
      value={
        <span
          className={cx("inline-flex items-center gap-1.5", isDoubtful ? "text-warn" : "text-ok")}
        >
          <Icon name={isDoubtful ? "alert" : "check"} size={12} />
          {isDoubtful ? t`In doubt` : t`It is complete`}
        </span>
      }
    >
      {unknownCount === 0
        ? t`Every member could be checked.`
        : plural(
            { known: memberCount - unknownCount },
            {
              one: `# of ${ph({ memberCount: formatInteger(memberCount) })} members could be checked.`,
              other: `# of ${ph({ memberCount: formatInteger(memberCount) })} members could be checked.`,
            },
          )}
      {sentenceGap()}
      {span && (
        <>
          {isSameMinute(span) ? (
            <Trans>
              The facts were read <EveMoment at={span.from} />.
            </Trans>
          ) : (
            <Trans>
              The facts were read from <EveMoment at={span.from} /> to <EveMoment at={span.to} />.
            </Trans>
          )}
        </>
      )}
      {sentenceGap()}
      {isDoubtful && t`Wait, or compute again.`}
    </Fact>
  );
}

/** How much of an ISO 8601 time names the minute. */
const MINUTE_LENGTH = 16;
const isSameMinute = ({ from, to }: { from: string; to: string }) =>
  from.slice(0, MINUTE_LENGTH) === to.slice(0, MINUTE_LENGTH);

type FactProps = { label: string; value: ReactNode; children: ReactNode };

function Fact({ label, value, children }: FactProps) {
  return (
    <div className="min-w-0 px-4 py-3.5">
      <dt className="mb-1 text-xs text-text-2">{label}</dt>
      <dd className="text-sm wrap-anywhere text-text-2">
        <b className="block text-md font-medium text-text-1">{value}</b>
        {children}
      </dd>
    </div>
  );
}
