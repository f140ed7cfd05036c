import { lazy, Suspense, useState } from "react";
import type { Delivery } from "#shared/applications/webhooks.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { cx } from "#web/lib/cx.ts";
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
    return <p className="px-4 py-3 text-sm text-text-2">Nothing was sent yet.</p>;
  }
  return (
    <ol aria-label="Deliveries" className="divide-y divide-line-faint border-t border-line-faint">
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
  const { act, isPending, failure } = useAction(replayMutation, "Failed to send it");
  const tries = triesText(delivery, maxTries);
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
          <VisuallyHidden> {subject}, what was sent</VisuallyHidden>
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
        {(tries !== "" || nextAt !== null) && (
          <p className="text-xs text-text-2">
            {tries}
            {state === "waiting" &&
              nextAt !== null &&
              `${tries === "" ? "" : ", "}next ${nextText(nextAt)}`}
          </p>
        )}
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
          busyLabel="Sending..."
          onClick={() => void act({ id: applicationId, deliveryId: id })}
        >
          {state === "delivered" ? "Send again" : "Send now"}
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

function nextText(at: string): string {
  const left = Date.parse(at) - serverNow();
  return left <= 0 ? "in a moment" : `in ${timeLeft(left)}`;
}
