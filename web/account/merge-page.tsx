import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { MergePreview } from "#shared/account/merge.ts";
import { isGone, messageOf } from "#web/lib/api/api-error.ts";
import { formatCount } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { useProvenAct } from "#web/proof/use-proven-act.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { cancelMergeMutation, mergeQuery } from "./queries.ts";

/** What merging two accounts would do, for the user of either, before anything happens. */
export default function MergePage() {
  const { mergeId = "" } = useParams();
  const { data, error, refetch } = useQuery(mergeQuery(mergeId));
  return (
    <>
      <PageHeader title="Merge accounts" subtitle="Nothing changes until you confirm it" />
      <div className="grid max-w-224 grid-cols-1 gap-4">
        {data && !error ? (
          <Preview preview={data} />
        ) : error ? (
          <Failure error={error} onRetry={() => refetch()} />
        ) : (
          <Loading>Loading...</Loading>
        )}
      </div>
    </>
  );
}

/** A merge that is done does not exist any more. */
function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isGone(error)) {
    return (
      <Alert
        title="This merge has ended"
        action={<ButtonLink to={paths.account}>Back to your account</ButtonLink>}
      >
        The accounts were merged, or the merge was cancelled or has expired.
      </Alert>
    );
  }
  return (
    <Alert
      tone="danger"
      title="This merge could not be loaded"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {messageOf(error, "Nothing was changed.")}
    </Alert>
  );
}

function Preview({ preview }: { preview: MergePreview }) {
  const { isInto, state, intoMainName, fromMainName, characterNames, membershipCount } = preview;
  const isWaiting = isInto && state === "requested";
  return (
    <>
      {isWaiting && (
        <Alert title={`${fromMainName} has to agree`}>
          Log in as <bdi>{fromMainName}</bdi> and accept the request on its dashboard. That account
          has more characters than the one you signed in with.
        </Alert>
      )}
      <Card
        title={
          <>
            <bdi>{fromMainName}</bdi> into <bdi>{intoMainName}</bdi>
          </>
        }
      >
        <ul className="grid max-w-[65ch] list-disc gap-1.5 pl-5 marker:text-text-2">
          <li>
            The account of <bdi>{intoMainName}</bdi> stays, and <bdi>{intoMainName}</bdi> is its
            main.
          </li>
          <li>
            <bdi>{characterNames.join(", ")}</bdi> {characterNames.length === 1 ? "moves" : "move"}{" "}
            there, with sheets and permissions.
          </li>
          <li>
            {formatCount(membershipCount, "group membership")}, requests, invitations and the
            history move too.
          </li>
          <li>
            The account of <bdi>{fromMainName}</bdi> and all its sessions end. This cannot be
            undone.
          </li>
        </ul>
      </Card>
      {preview.conflicts.length > 0 && (
        <Card title="In both accounts">
          <ul className="grid max-w-[65ch] gap-2">
            {preview.conflicts.map((conflict) => (
              <li key={conflict} className="wrap-anywhere">
                {conflict}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Actions preview={preview} isWaiting={isWaiting} />
    </>
  );
}

function Actions({ preview, isWaiting }: { preview: MergePreview; isWaiting: boolean }) {
  const { id, isInto, needsConsent } = preview;
  const navigate = useNavigate();
  const cancel = useMutation(cancelMergeMutation);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      {!isWaiting && (
        <Button variant="primary" onClick={() => setIsAsking(true)}>
          {isInto && needsConsent ? "Ask the other account" : "Merge the accounts"}
        </Button>
      )}
      <Button
        isBusy={cancel.isPending}
        busyLabel="Cancelling..."
        onClick={() =>
          cancel.mutate(id, {
            onSuccess: () => navigate(paths.account),
            onError: (error) => toast.error(messageOf(error, "Failed to cancel the merge")),
          })
        }
      >
        {isInto ? "Cancel the merge" : "Decline"}
      </Button>
      {isAsking && <ConfirmMerge preview={preview} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

type ConfirmMergeProps = { preview: MergePreview; onClose: () => void };

function ConfirmMerge({ preview, onClose }: ConfirmMergeProps) {
  const { id, digest, isInto, needsConsent, fromMainName, intoMainName } = preview;
  const isRequest = isInto && needsConsent;
  const dialog = useProvenAct(
    isInto ? "confirmMerge" : "acceptMerge",
    { id, digest, fromMainName, needsConsent },
    {
      title: isRequest ? `Ask ${fromMainName}?` : `Merge into ${intoMainName}?`,
      description: isRequest
        ? `Nothing changes until you log in as ${fromMainName} and accept the request within 7 days.`
        : `The account of ${fromMainName} ends. This cannot be undone.`,
      confirmLabel: isRequest ? "Send request" : "Merge",
      busyLabel: isRequest ? "Sending..." : "Merging...",
      isDangerous: !isRequest,
      onClose,
    },
  );
  return <ConfirmDialog {...dialog} />;
}
