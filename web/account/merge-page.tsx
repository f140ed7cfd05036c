import { Plural, Trans, ph, t } from "#web/language/macros.ts";
import { sayShared } from "#web/language/messages.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import type { MergePreview } from "#shared/account/merge.ts";
import { isGone, messageOf } from "#web/lib/api/api-error.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { paths } from "#web/lib/paths.ts";
import { useProvenAct } from "#web/proof/use-proof.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { cancelMergeMutation, mergeQuery } from "./queries.ts";

/** What merging two accounts would do, for the user of either, before anything happens. */
export default function MergePage() {
  const { mergeId = "" } = useParams();
  const { data, error, refetch } = useQuery(mergeQuery(mergeId));
  return (
    <>
      <PageHeader
        title={t`Merge accounts`}
        trail={[{ to: paths.account, label: t`Account` }]}
        subtitle={t`Nothing changes until you confirm it`}
      />
      <div className="grid max-w-224 grid-cols-1 gap-4">
        {data && !error ? (
          <Preview preview={data} />
        ) : error ? (
          <Failure error={error} onRetry={() => refetch()} />
        ) : (
          <Loading>{t`Loading...`}</Loading>
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
        title={t`This merge has ended`}
        action={<ButtonLink to={paths.account}>{t`Back to your account`}</ButtonLink>}
      >
        {t`The accounts were merged, or the merge was cancelled or has expired.`}
      </Alert>
    );
  }
  return (
    <Alert
      tone="danger"
      title={t`This merge could not be loaded`}
      action={<Button onClick={onRetry}>{t`Try again`}</Button>}
    >
      {messageOf(error, t`Nothing was changed.`)}
    </Alert>
  );
}

function Preview({ preview }: { preview: MergePreview }) {
  const { isInto, state, intoMainName, fromMainName, characterNames, membershipCount } = preview;
  const isWaiting = isInto && state === "requested";
  return (
    <>
      {isWaiting && (
        <Alert title={t`${fromMainName} has to agree`}>
          <Trans>
            Log in as <bdi>{fromMainName}</bdi> and accept the request on its dashboard. That
            account has other characters too.
          </Trans>
        </Alert>
      )}
      <Card
        title={
          <Trans>
            <bdi>{fromMainName}</bdi> into <bdi>{intoMainName}</bdi>
          </Trans>
        }
      >
        <ul className="grid max-w-[65ch] list-disc gap-1.5 pl-5 marker:text-text-2">
          <li>
            <Trans>
              The account of <bdi>{intoMainName}</bdi> stays, and <bdi>{intoMainName}</bdi> is its
              main.
            </Trans>
          </li>
          <li>
            <Trans>
              <bdi>{ph({ characterNames: enumerated(characterNames) })}</bdi>{" "}
              <Plural
                value={{ count: characterNames.length }}
                one="moves there, with sheets and permissions."
                other="move there, with sheets and permissions."
              />
            </Trans>
          </li>
          <li>
            <Trans>
              <Plural
                value={membershipCount}
                one="# group membership"
                other="# group memberships"
              />
              , requests, invitations and the history move too.
            </Trans>
          </li>
          <li>
            <Trans>
              The account of <bdi>{fromMainName}</bdi> and all its sessions end. This cannot be
              undone.
            </Trans>
          </li>
        </ul>
      </Card>
      {preview.conflicts.length > 0 && (
        <Card title={t`In both accounts`}>
          <ul className="grid max-w-[65ch] gap-2">
            {preview.conflicts.map((conflict) => (
              <li key={conflict} className="wrap-anywhere">
                {sayShared(conflict)}
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
          {isInto && needsConsent ? t`Ask the other account` : t`Merge the accounts`}
        </Button>
      )}
      <Button
        isBusy={cancel.isPending}
        busyLabel={t`Cancelling...`}
        onClick={() =>
          cancel.mutate(id, {
            onSuccess: () => navigate(paths.account),
            onError: (error) => toast.error(messageOf(error, t`Failed to cancel the merge`)),
          })
        }
      >
        {isInto ? t`Cancel the merge` : t`Decline`}
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
      title: isRequest ? t`Ask ${fromMainName}?` : t`Merge into ${intoMainName}?`,
      description: isRequest
        ? t`Nothing changes until you log in as ${fromMainName} and accept the request within 7 days.`
        : t`The account of ${fromMainName} ends. This cannot be undone.`,
      confirmLabel: isRequest
        ? t({ context: "to merge accounts", message: "Send request" })
        : t`Merge`,
      busyLabel: isRequest ? t`Sending...` : t`Merging...`,
      isDangerous: !isRequest,
      onClose,
    },
  );
  return <ConfirmDialog {...dialog} />;
}
