import { Trans, ph, t } from "#web/language/macros.ts";
import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { Application } from "#shared/applications/applications.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyRow } from "#web/ui/for-programs.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EveMoment, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { replaceSecretMutation } from "#web/applications/queries.ts";

type CredentialsCardProps = {
  application: Application;
  /** All that a program asks for, and recipes. */
  guide: ReactNode;
};

/** What is entered at the application. */
export function CredentialsCard({ application, guide }: CredentialsCardProps) {
  const { id, endpoints, isPublic } = application;
  const [isGuideShown, setIsGuideShown] = useState(false);
  return (
    <Card
      anchor="application-credentials"
      title={t`Credentials`}
      actions={
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isGuideShown}
          onClick={() => setIsGuideShown(!isGuideShown)}
        >
          {isGuideShown ? t`Hide the values` : t`All values to paste`}
        </Button>
      }
    >
      <div className="grid gap-2">
        <CopyRow label={t`Client id`} value={id} what={t`the client id`} />
        <CopyRow label={t`Discovery`} value={endpoints.discovery} what={t`the discovery address`} />
        {isPublic ? (
          <p className="text-sm text-text-2">
            <Trans>
              A public application has no secret: it runs where its users could read one. Sign-ins
              are protected by PKCE instead.
            </Trans>
          </p>
        ) : (
          <SecretRow application={application} />
        )}
        {isGuideShown && <Suspense fallback={<Loading>{t`Loading...`}</Loading>}>{guide}</Suspense>}
      </div>
    </Card>
  );
}

function SecretRow({ application: { id, secrets } }: { application: Application }) {
  const [isAsking, setIsAsking] = useState(false);
  const [latest, ...older] = secrets;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line-faint bg-surface-2 py-1 pr-2 pl-3">
      <span className="w-28 shrink-0 text-xs text-text-2 max-md:w-full">{t`Secret`}</span>
      <div className="min-w-0 flex-1 basis-40 text-sm">
        {latest ? (
          <p>
            <Trans>
              ends in “{ph({ lastFour: latest.lastFour })}”, made{" "}
              <RelativeTime at={latest.createdAt} />
            </Trans>
          </p>
        ) : (
          <p>
            <Trans context="secret">None</Trans>
          </p>
        )}
        {older.map(({ lastFour, createdAt, endsAt }) => (
          <p key={createdAt} className="text-xs text-text-2">
            <Trans>
              The old one, “{lastFour}”, works until{" "}
              {ph({ end: endsAt !== null && <EveMoment at={endsAt} /> })}
            </Trans>
          </p>
        ))}
      </div>
      <Button
        size="sm"
        variant="ghost"
        icon={<Icon name="refresh" />}
        onClick={() => setIsAsking(true)}
      >
        {latest ? (
          <Trans>
            Replace<VisuallyHidden> the secret</VisuallyHidden>
          </Trans>
        ) : (
          <Trans>
            Make one<VisuallyHidden> the secret</VisuallyHidden>
          </Trans>
        )}
      </Button>
      {isAsking && <ReplaceSecretDialog applicationId={id} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

type ReplaceSecretDialogProps = { applicationId: string; onClose: () => void };

function ReplaceSecretDialog({ applicationId, onClose }: ReplaceSecretDialogProps) {
  const dialog = useConfirmedChange(replaceSecretMutation, applicationId, {
    // The page shows the secret at its top.
    onDone: () => scrollTo({ top: 0 }),
    failed: t`Failed to replace the secret`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Make a new secret?`}
      description={t`The old one works for another day, so that you can enter the new one without an interruption.`}
      confirmLabel={t`Make a new secret`}
      busyLabel={t`Making...`}
    />
  );
}
