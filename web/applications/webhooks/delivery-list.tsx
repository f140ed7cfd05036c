import { Trans, ph, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { Delivery } from "#shared/applications/webhooks.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { cx } from "#web/lib/cx.ts";
import { enumerated } from "#web/lib/enumerated.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { timeLeft } from "#web/lib/time/time.ts";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { answerText, triesText } from "./delivery-text.ts";
import { replayMutation } from "./queries.ts";

const DeliveryBody = lazy(() => import("./delivery-body.tsx"));

type DeliveryListProps = {
  applicationId: string;
  deliveries: readonly Delivery[];
  /** After so many, a delivery is given up. */
  maxTries: number;
};

/** What was sent, what was answered, and when it is tried again. */
export function DeliveryList({ applicationId, deliveries, maxTries }: DeliveryListProps) {
  if (deliveries.length === 0) {
    return (
      <p className="px-4 py-3 text-sm text-text-2">
        <Trans>Nothing was sent yet.</Trans>
      </p>
    );
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
          <Suspense>
            <DeliveryBody applicationId={applicationId} deliveryId={id} />
          </Suspense>
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
