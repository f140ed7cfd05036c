import { Plural, Trans, msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { HeldChange } from "#shared/requirements/held.ts";
import { MINUTE_MS } from "#shared/time.ts";
import { formatInteger } from "#web/lib/format.ts";
import { timeLeft, useNow } from "#web/lib/time.ts";
import { Chip } from "#web/ui/chip.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { sentenceGap, sentence } from "#web/lib/sentence.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import { Card } from "#web/ui/card.tsx";
import { Sentence } from "#web/ui/text.tsx";

/** Instead of the name of a user whose account is gone. */
export const formerUser = () => t({ context: "instead of its name", message: "a former user" });

type Props = { held: HeldChange };

/** "2,041 of 2,310 members would lose Null Concord pilots"; once it is decided, members who are gone are no longer among the members. */
export function Headline({ held: { removalCount, memberCount, groupName, state } }: Props) {
  if (state !== "held") {
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
  ended: msg`No longer held`,
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
      <Trans>
        <b className="font-medium text-text-1">Evidence changed.</b> Computed{" "}
        <EveMoment at={computedAt} />.
      </Trans>
    );
  }
  const actorName = trigger.actorName ?? formerUser();
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
    <Trans>
      <b className="font-medium text-text-1">
        Requirements changed by <bdi>{actorName}</bdi>
      </b>{" "}
      on <EveMoment at={trigger.at} />. Computed <EveMoment at={computedAt} />.
    </Trans>
  );
}

/** The latest decisions. */
export function DecidedCard({ decided }: { decided: readonly HeldChange[] }) {
  if (decided.length === 0) return null;
  return (
    <Card isFlush title={t`Decided before`}>
      <ul className="divide-y divide-line-faint">
        {decided.map((held) => (
          <li key={held.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-4 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium wrap-anywhere">
                <Trans>
                  <Plural
                    value={{ removalCount: held.removalCount }}
                    one="# removal from"
                    other="# removals from"
                  />{" "}
                  <bdi>{ph({ groupName: held.groupName })}</bdi>
                </Trans>
              </p>
              <p className="text-sm wrap-anywhere text-text-2">
                <DecisionText held={held} />
              </p>
            </div>
            {held.decidedAt !== null && (
              <p className="text-xs whitespace-nowrap text-text-2">
                <EveMoment at={held.decidedAt} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** "Released by Mira Tal: “Corporation closed”. Held for 22m." */
export function DecisionText({ held }: { held: HeldChange }) {
  const { state, decidedByName, decidedAt, createdAt, reason } = held;
  if (state === "ended" && reason === null) {
    // A hold that ends with its requirements has no decision.
    if (decidedAt === null)
      return t`The requirements no longer apply, so the removals are no longer held.`;
    return t`Computed again, the removals were under the limits, so they were no longer held.`;
  }
  const heldFor =
    decidedAt === null ? null : timeLeft(Date.parse(decidedAt) - Date.parse(createdAt));
  return (
    <>
      <Sentence
        isPlain
        pieces={sentence(
          decisionOf(held, {
            name: decidedByName ?? formerUser(),
          }),
        )}
      />{" "}
      {heldFor !== null && t`Held for ${heldFor}.`}
      {state === "ended" && sentenceGap() + t`By then no member had to be removed, and none was.`}
    </>
  );
}

function decisionOf({ state, reason }: HeldChange, by: Name): Message {
  const why = reason === null ? null : { name: reason };
  if (state === "discarded") {
    return why ? msg`Discarded by ${by}: “${ph({ reason: why })}”.` : msg`Discarded by ${by}.`;
  }
  return why ? msg`Released by ${by}: “${ph({ reason: why })}”.` : msg`Released by ${by}.`;
}
