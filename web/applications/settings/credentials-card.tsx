import { lazy, Suspense, useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyRow } from "#web/ui/feedback/copy-row.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EveMoment, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

const ReplaceSecretDialog = lazy(() => import("./replace-secret-dialog.tsx"));

const ENDPOINTS = [
  ["issuer", "Issuer"],
  ["authorize", "Authorization"],
  ["token", "Token"],
  ["userinfo", "User info"],
  ["jwks", "Keys (JWKS)"],
  ["revoke", "Revocation"],
  ["endSession", "End session"],
] as const;

/** What is entered at the application. */
export function CredentialsCard({ application }: { application: Application }) {
  const { id, endpoints, isPublic } = application;
  const [areAllShown, setAreAllShown] = useState(false);
  return (
    <Card
      title="Credentials"
      actions={
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={areAllShown}
          onClick={() => setAreAllShown(!areAllShown)}
        >
          {areAllShown ? "Hide endpoints" : "All endpoints"}
        </Button>
      }
    >
      <div className="grid gap-2">
        <CopyRow label="Client id" value={id} what="the client id" />
        <CopyRow label="Discovery" value={endpoints.discovery} what="the discovery address" />
        {areAllShown &&
          ENDPOINTS.map(([key, label]) => (
            <CopyRow key={key} label={label} value={endpoints[key]} what={`the ${label} address`} />
          ))}
        {isPublic ? (
          <p className="text-sm text-text-3">
            A public application has no secret: it runs where its users could read one. Sign-ins are
            protected by PKCE instead.
          </p>
        ) : (
          <SecretRow application={application} />
        )}
      </div>
    </Card>
  );
}

function SecretRow({ application: { id, secrets } }: { application: Application }) {
  const [isAsking, setIsAsking] = useState(false);
  const [latest, ...older] = secrets;
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 rounded-control border border-line-faint bg-surface-2 py-1 pr-2 pl-3">
      <span className="w-28 shrink-0 text-xs text-text-3 max-md:w-full">Secret</span>
      <div className="min-w-0 flex-1 basis-40 text-sm">
        {latest ? (
          <p>
            ends in “{latest.lastFour}”, made <RelativeTime at={latest.createdAt} />
          </p>
        ) : (
          <p>None</p>
        )}
        {older.map(({ lastFour, createdAt, endsAt }) => (
          <p key={createdAt} className="text-xs text-text-3">
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
