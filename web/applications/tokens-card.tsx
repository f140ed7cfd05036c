import { Trans, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import type { ApiToken } from "#shared/applications/tokens.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { serverNow } from "#web/lib/clock.ts";
import { SecretNote } from "#web/ui/for-programs.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { DaysLeft, LastTime } from "#web/ui/time.tsx";
import { tokensQuery, RIGHT_TEXTS } from "./tokens.ts";

const RevokeDialog = lazy(async () => ({
  default: (await import("./token-dialogs.tsx")).RevokeDialog,
}));
const CreateTokenDialog = lazy(async () => ({
  default: (await import("./token-dialogs.tsx")).CreateTokenDialog,
}));

/** Tokens with which the application, or a script, reads the API. */
export default function TokensCard({ application: { id } }: { application: Application }) {
  const { data, isPending, refetch } = useQuery(tokensQuery(id));
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [revoked, setRevoked] = useState<ApiToken>();
  return (
    <Card
      isFlush
      anchor="application-tokens"
      title={t`API tokens`}
      actions={
        <>
          <a className="text-sm link" href="/docs/api">
            {t`The API`}
          </a>
          <Button size="sm" onClick={() => setIsCreating(true)}>
            {t`New token`}
          </Button>
        </>
      }
    >
      {secret !== undefined && (
        <div className="p-4">
          <SecretNote
            title={t`Copy the token now. It is shown once.`}
            secret={secret}
            what={t`the token`}
            onStored={() => setSecret(undefined)}
          />
        </div>
      )}
      {isPending ? (
        <RowsSkeleton label={t`Loading the tokens`} rows={2} />
      ) : !data ? (
        <LoadFailed title={t`The tokens could not be loaded`} onRetry={refetch} />
      ) : data.items.length === 0 ? (
        <p className="px-4 py-3 text-text-2">
          {t`No tokens yet. Scripts use one to read pilots, groups and rosters.`}
        </p>
      ) : (
        <ul aria-label={t`API tokens`} className="divide-y divide-line-faint">
          {data.items.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
          ))}
        </ul>
      )}
      <Suspense>
        {isCreating && (
          <CreateTokenDialog
            applicationId={id}
            onClose={() => setIsCreating(false)}
            onCreated={setSecret}
          />
        )}
        {revoked && (
          <RevokeDialog applicationId={id} token={revoked} onClose={() => setRevoked(undefined)} />
        )}
      </Suspense>
    </Card>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, rights, lastFour, lastUsedAt, expiresAt } = token;
  const labels = RIGHT_TEXTS.filter(({ value }) => rights.includes(value)).map(({ label }) =>
    say(label),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>{" "}
          <span className="text-sm text-text-2">
            <Trans>ends in “{lastFour}”</Trans>
          </span>
        </p>
        <p className="text-sm text-text-2">{enumerated(labels)}</p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <div className="text-end text-sm">
          <p>
            <LastTime at={lastUsedAt} never={t`Never used`} />
          </p>
          <p>
            <Expiry at={expiresAt} />
          </p>
        </div>
        <IconButton icon="trash" size="sm" label={t`Revoke ${name}`} onClick={onRevoke} />
      </div>
    </li>
  );
}

function Expiry({ at }: { at: string | null }) {
  if (at === null) return <span className="text-text-2">{t`No expiry`}</span>;
  if (Date.parse(at) <= serverNow()) return <Chip tone="danger">{t`Expired`}</Chip>;
  return (
    <span className="text-text-2">
      <Trans>
        Expires <DaysLeft until={at} />
      </Trans>
    </span>
  );
}
