import type { HeldChange } from "#shared/requirements/held.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { formatCount, formatInteger } from "#web/lib/format.ts";
import { timeLeft } from "#web/lib/time/time.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { Chip } from "#web/ui/chip.tsx";
import { EveMoment } from "#web/ui/time.tsx";

type Props = { held: HeldChange };

/** "2,041 of 2,310 members would lose Null Concord pilots" */
export function Headline({ held: { removalCount, memberCount, groupName, state } }: Props) {
  if (state === "ended" || state === "applied") {
    return (
      <span className="wrap-anywhere">
        {formatCount(removalCount, "member")} of <bdi>{groupName}</bdi>
      </span>
    );
  }
  return (
    <span className="wrap-anywhere">
      {formatInteger(removalCount)} of {formatCount(memberCount, "member")} would lose{" "}
      <bdi>{groupName}</bdi>
    </span>
  );
}

const DECIDED = {
  released: "Being released",
  applied: "Released",
  discarded: "Discarded",
  ended: "No longer large",
};

export function HeldChip({
  held: { state, createdAt },
}: {
  held: Pick<HeldChange, "state" | "createdAt">;
}) {
  const elapsed = useNow("minute") - Date.parse(createdAt);
  if (state !== "held") return <Chip>{DECIDED[state]}</Chip>;
  return (
    <Chip tone="warn" icon="pause">
      {elapsed < MINUTE_MS ? "Held just now" : `Held for ${timeLeft(elapsed)}`}
    </Chip>
  );
}

/** What made the removals due. */
export function TriggerText({ held: { trigger, computedAt } }: Props) {
  if (trigger.kind === "evidence") {
    return (
      <>
        <b className="font-medium text-text-1">Evidence changed.</b> Computed{" "}
        <EveMoment at={computedAt} />.
      </>
    );
  }
  if (trigger.kind === "asked") {
    return (
      <>
        <b className="font-medium text-text-1">
          {trigger.isReview ? "A review of the members, for" : "Asked for by"}{" "}
          <bdi>{trigger.actorName ?? "a former user"}</bdi>
        </b>{" "}
        on <EveMoment at={trigger.at} />.
      </>
    );
  }
  return (
    <>
      <b className="font-medium text-text-1">
        Requirements changed by <bdi>{trigger.actorName ?? "a former user"}</bdi>
      </b>{" "}
      on <EveMoment at={trigger.at} />. Computed <EveMoment at={computedAt} />.
    </>
  );
}
