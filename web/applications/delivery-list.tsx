import { Trans, ph, t, select } from "#web/language/macros.ts";
import { useState } from "react";
import type { Delivery } from "#shared/applications/webhooks.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { cx } from "#web/lib/cx.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { serverNow } from "#web/lib/clock.ts";
import { timeLeft } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { replayMutation, deliveryQuery } from "./webhook-queries.ts";
import { perLanguage, sayShared } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { CodeBlock } from "#web/ui/for-programs.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";

type DeliveryListProps = {
  applicationId: string;
  deliveries: readonly Delivery[];
  /** After so many, a delivery is given up. */
  maxTries: number;
};

/** What was sent, what was answered, and when it is tried again. */
export function DeliveryList({ applicationId, deliveries, maxTries }: DeliveryListProps) {
  if (deliveries.length === 0) {
    return <p className="px-4 py-3 text-sm text-text-2">{t`Nothing was sent yet.`}</p>;
  }
  return (
    <ol
      aria-label={t`Deliveries`}
      className="divide-y divide-line-faint border-t border-line-faint"
    >
      {deliveries.map((delivery) => (
        <Row
          key={delivery.id}
          applicationId={applicationId}
          delivery={delivery}
          maxTries={maxTries}
        />
      ))}
    </ol>
  );
}

type RowProps = { applicationId: string; delivery: Delivery; maxTries: number };

function Row({ applicationId, delivery, maxTries }: RowProps) {
  const { id, topic, subject, state, nextAt, at } = delivery;
  const { act, isPending, failure } = useAction(replayMutation, t`Failed to send it`);
  const tries = timesText(delivery, maxTries);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-h-6 max-w-full items-center text-start link max-md:min-h-11"
          onClick={() => setIsOpen(!isOpen)}
        >
          <code className="truncate text-sm font-semibold">{topic}</code>
          <VisuallyHidden>
            {" "}
            <Trans>{subject}, what was sent</Trans>
          </VisuallyHidden>
        </button>
        {subject !== null && (
          <p className="truncate text-xs text-text-2" title={subject}>
            <bdi>{subject}</bdi>
          </p>
        )}
      </div>
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <p className={cx("wrap-anywhere", isBad(delivery) && "text-danger")}>
          {answerText(delivery)}
        </p>
        {(tries !== "" || nextAt !== null) && <p className="text-xs text-text-2">{tries}</p>}
        {failure !== undefined && <p className="text-xs text-danger">{failure}</p>}
      </div>
      <span className="w-28 text-end text-sm whitespace-nowrap text-text-2">
        <RelativeTime at={at} />
      </span>
      <span className="w-28 text-end">
        <Button
          size="sm"
          variant={state === "delivered" ? "ghost" : "default"}
          isBusy={isPending}
          busyLabel={t`Sending...`}
          onClick={() => void act({ id: applicationId, deliveryId: id })}
        >
          {state === "delivered" ? t`Send again` : t`Send now`}
          <VisuallyHidden>
            {" "}
            {topic} {subject}
          </VisuallyHidden>
        </Button>
      </span>
      {isOpen && (
        <div className="min-w-0 basis-full">
          <DeliveryBody applicationId={applicationId} deliveryId={id} />
        </div>
      )}
    </li>
  );
}

function isBad({ state, status, error }: Delivery): boolean {
  return state !== "delivered" && (status !== null || error !== null);
}

/** "try 3 of 12, next in 20m" */
function timesText(delivery: Delivery, maxTries: number): string {
  const { state, nextAt } = delivery;
  const tries = triesText(delivery, maxTries);
  if (state !== "waiting" || nextAt === null) return tries;
  const left = Date.parse(nextAt) - serverNow();
  const next = left <= 0 ? t`next in a moment` : t`next in ${ph({ time: timeLeft(left) })}`;
  return tries === "" ? next : enumerated([tries, next]);
}

type Answer = Pick<Delivery, "status" | "durationMs" | "error">;

/** "204 in 118 ms", "503 after 10 s", "No answer after 10 s", "Not sent yet" */
export function answerText({ status, durationMs, error }: Answer): string {
  if (status === null && error === null) return t`Not sent yet`;
  const said = status === null ? sayShared(error ?? "") : String(status);
  if (durationMs === null) return said;
  return durationMs < 1000
    ? t`${said} in ${durationMs} ms`
    : t`${said} after ${ph({ seconds: Math.round(durationMs / 1000) })} s`;
}

/** "2nd try", "try 3 of 12"; nothing for what arrived at once. */
export function triesText(
  { state, tries }: Pick<Delivery, "state" | "tries">,
  maxTries: number,
): string {
  if (state === "waiting") return tries === 0 ? "" : t`try ${tries} of ${maxTries}`;
  if (state === "failed") return t`given up after ${tries} tries`;
  if (tries < 2) return "";
  const ordinal = ordinals().select(tries);
  return select(ordinal, {
    one: `${tries}st try`,
    two: `${tries}nd try`,
    few: `${tries}rd try`,
    other: `${tries}th try`,
  });
}

const ordinals = perLanguage((tag) => new Intl.PluralRules(tag, { type: "ordinal" }));

type DeliveryBodyProps = { applicationId: string; deliveryId: string };

/** What was sent, as it was signed. */
function DeliveryBody({ applicationId, deliveryId }: DeliveryBodyProps) {
  const { data, isPending, refetch } = useQuery(deliveryQuery(applicationId, deliveryId));
  if (isPending) return <Loading>{t`Loading what was sent...`}</Loading>;
  if (!data) return <LoadFailed title={t`What was sent could not be loaded`} onRetry={refetch} />;
  return <CodeBlock label={t`What was sent`}>{data.body}</CodeBlock>;
}
