import { Plural, Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { HeldChange } from "#shared/requirements/held.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { formatInteger } from "#web/lib/format.ts";
import { timeLeft, useNow } from "#web/lib/time.ts";
import { Chip } from "#web/ui/chip.tsx";
import { EveMoment } from "#web/ui/time.tsx";

type Props = { held: HeldChange };

/** "2,041 of 2,310 members would lose Null Concord pilots" */
export function Headline({ held: { removalCount, memberCount, groupName, state } }: Props) {
  if (state === "ended" || state === "applied") {
    return (
      <span className="wrap-anywhere">
        <Trans>
          <Plural value={removalCount} one="# member" other="# members" /> of <bdi>{groupName}</bdi>
        </Trans>
      </span>
    );
  }
  return (
    <span className="wrap-anywhere">
      <Trans>
        <Plural
          value={removalCount}
          one={`# of ${ph({ memberCount: formatInteger(memberCount) })} members would lose`}
          other={`# of ${ph({ memberCount: formatInteger(memberCount) })} members would lose`}
        />{" "}
        <bdi>{groupName}</bdi>
      </Trans>
    </span>
  );
}

const DECIDED = {
  released: msg`Being released`,
  applied: msg`Released`,
  discarded: msg`Discarded`,
  ended: msg`No longer large`,
};

export function HeldChip({
  held: { state, createdAt },
}: {
  held: Pick<HeldChange, "state" | "createdAt">;
}) {
  const elapsed = useNow("minute") - Date.parse(createdAt);
  if (state !== "held") return <Chip>{say(DECIDED[state])}</Chip>;
  return (
    <Chip tone="warn" icon="pause">
      {elapsed < MINUTE_MS ? t`Held just now` : t`Held for ${ph({ elapsed: timeLeft(elapsed) })}`}
    </Chip>
  );
}

/** What made the removals due. */
export function TriggerText({ held: { trigger, computedAt } }: Props) {
  if (trigger.kind === "evidence") {
    return (
      <>
        <Trans>
          <b className="font-medium text-text-1">Evidence changed.</b> Computed{" "}
          <EveMoment at={computedAt} />.
        </Trans>
      </>
    );
  }
  const actorName =
    trigger.actorName ?? t({ context: "instead of its name", message: "a former user" });
  if (trigger.kind === "asked") {
    return (
      <>
        {trigger.isReview ? (
          <Trans>
            <b className="font-medium text-text-1">
              A review of the members, for <bdi>{actorName}</bdi>
            </b>{" "}
            on <EveMoment at={trigger.at} />.
          </Trans>
        ) : (
          <Trans>
            <b className="font-medium text-text-1">
              Asked for by <bdi>{actorName}</bdi>
            </b>{" "}
            on <EveMoment at={trigger.at} />.
          </Trans>
        )}
      </>
    );
  }
  return (
    <>
      <Trans>
        <b className="font-medium text-text-1">
          Requirements changed by <bdi>{actorName}</bdi>
        </b>{" "}
        on <EveMoment at={trigger.at} />. Computed <EveMoment at={computedAt} />.
      </Trans>
    </>
  );
}
