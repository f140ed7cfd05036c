import { Trans, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { SigningKey } from "#shared/applications/applications.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { RelativeTime } from "#web/ui/time.tsx";

const RotateDialog = lazy(() => import("./rotate-dialog.tsx"));

/** The keys that sign what applications are told. */
export function KeysCard({ keys }: { keys: readonly SigningKey[] }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card
      isFlush
      anchor="signing-keys"
      title={t`Signing keys`}
      actions={
        keys.length > 0 && (
          <Button size="sm" icon={<Icon name="refresh" />} onClick={() => setIsAsking(true)}>
            <Trans>Rotate</Trans>
          </Button>
        )
      }
    >
      {keys.length === 0 ? (
        <p className="px-4 py-3 text-text-2">
          <Trans>Muster makes them within a minute.</Trans>
        </p>
      ) : (
        <ul aria-label={t`Signing keys`} className="divide-y divide-line-faint">
          {keys.map(({ kid, createdAt, state }) => (
            <li key={kid} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
              <code className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">{kid}</code>
              <span className="text-sm text-text-2">
                <Trans>
                  made <RelativeTime at={createdAt} />
                </Trans>
              </span>
              <StateChip state={state} />
            </li>
          ))}
        </ul>
      )}
      <Suspense>{isAsking && <RotateDialog onClose={() => setIsAsking(false)} />}</Suspense>
    </Card>
  );
}

function StateChip({ state }: Pick<SigningKey, "state">) {
  switch (state) {
    case "current":
      return (
        <Chip tone="ok">
          <Trans>Signs now</Trans>
        </Chip>
      );
    case "next":
      return (
        <Chip icon="clock">
          <Trans>Signs next</Trans>
        </Chip>
      );
    case "former":
      return (
        <Chip icon="clock">
          <Trans>Still valid</Trans>
        </Chip>
      );
  }
}
