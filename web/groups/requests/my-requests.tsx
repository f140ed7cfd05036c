import { Trans, t } from "#web/language/macros.ts";
import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { Link } from "react-router";
import type { MyRequest } from "#shared/groups/requests.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { withdrawRequestMutation } from "./queries.ts";

/** The user's own requests that have no answer yet. */
export function MyRequests({ requests }: { requests: readonly MyRequest[] }) {
  const headingId = useId();
  const listRef = useRef<HTMLUListElement>(null);
  if (requests.length === 0) return null;
  /** The pressed button disappears, so focus moves to the next one, or to the page's heading. */
  const focusNext = (index: number) => {
    const buttons = listRef.current?.querySelectorAll("button");
    (buttons?.[index + 1] ?? buttons?.[index - 1] ?? document.getElementById("content"))?.focus();
  };
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-3 text-lg">
        <Trans>Waiting for an answer</Trans>
      </h2>
      <Card isFlush>
        <ul ref={listRef}>
          {requests.map((request, index) => (
            <Row key={request.id} request={request} onWithdrawn={() => focusNext(index)} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Row({ request, onWithdrawn }: { request: MyRequest; onWithdrawn: () => void }) {
  const { id, groupId, groupName, reason, createdAt } = request;
  const withdraw = useMutation(withdrawRequestMutation);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line-faint px-4 py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link to={paths.group(groupId)} className="font-medium wrap-anywhere hover:underline">
            <bdi>{groupName}</bdi>
          </Link>
          <span className="text-sm text-text-2">
            <Trans>
              requested <RelativeTime at={createdAt} />
            </Trans>
          </span>
        </p>
        <Link
          to={paths.ownRequest(id)}
          className="inline-flex min-h-6 items-center text-sm link max-md:min-h-11"
        >
          <Trans>
            Open
            <VisuallyHidden> the request to join {groupName}</VisuallyHidden>
          </Trans>
        </Link>
        {reason !== null && (
          <p dir="auto" className="line-clamp-2 wrap-anywhere text-text-2">
            {reason}
          </p>
        )}
      </div>
      <Button
        size="sm"
        isBusy={withdraw.isPending || withdraw.isSuccess}
        busyLabel={t`Withdrawing...`}
        onClick={() =>
          withdraw.mutate(
            { groupId, requestId: id },
            {
              onSuccess: () => {
                toast.success(t`Your request to join ${groupName} was withdrawn`);
                onWithdrawn();
              },
              onError: (error) => toast.error(messageOf(error, t`Failed to withdraw the request`)),
            },
          )
        }
      >
        <Trans>
          Withdraw
          <VisuallyHidden> the request to join {groupName}</VisuallyHidden>
        </Trans>
      </Button>
    </li>
  );
}
