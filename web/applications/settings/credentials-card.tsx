import { lazy, Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { Application } from "#shared/applications/applications.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyRow } from "#web/ui/feedback/copy-row.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EveMoment, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

const ReplaceSecretDialog = lazy(() => import("./replace-secret-dialog.tsx"));

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
      title="Credentials"
      actions={
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isGuideShown}
          onClick={() => setIsGuideShown(!isGuideShown)}
        >
          {isGuideShown ? "Hide the values" : "All values to paste"}
        </Button>
      }
    >
      <div className="grid gap-2">
        <CopyRow label="Client id" value={id} what="the client id" />
        <CopyRow label="Discovery" value={endpoints.discovery} what="the discovery address" />
        {isPublic ? (
          <p className="text-sm text-text-2">
            A public application has no secret: it runs where its users could read one. Sign-ins are
            protected by PKCE instead.
          </p>
        ) : (
          <SecretRow application={application} />
        )}
        {isGuideShown && <Suspense fallback={<Loading>Loading...</Loading>}>{guide}</Suspense>}
      </div>
    </Card>
  );
}

function SecretRow({ application: { id, secrets } }: { application: Application }) {
  const [isAsking, setIsAsking] = useState(false);
  const [latest, ...older] = secrets;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line-faint bg-surface-2 py-1 pr-2 pl-3">
      <span className="w-28 shrink-0 text-xs text-text-2 max-md:w-full">Secret</span>
      <div className="min-w-0 flex-1 basis-40 text-sm">
        {latest ? (
          <p>
            ends in “{latest.lastFour}”, made <RelativeTime at={latest.createdAt} />
          </p>
        ) : (
          <p>None</p>
        )}
        {older.map(({ lastFour, createdAt, endsAt }) => (
          <p key={createdAt} className="text-xs text-text-2">
            The old one, “{lastFour}”, works until {endsAt !== null && <EveMoment at={endsAt} />}
          </p>
        ))}
      </div>
      <Button
        size="sm"
        variant="ghost"
        icon={<Icon name="refresh" />}
        onClick={() => setIsAsking(true)}
      >
        {latest ? "Replace" : "Make one"}
        <VisuallyHidden> the secret</VisuallyHidden>
      </Button>
      <Suspense>
        {isAsking && <ReplaceSecretDialog applicationId={id} onClose={() => setIsAsking(false)} />}
      </Suspense>
    </div>
  );
}
