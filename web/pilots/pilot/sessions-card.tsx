import { Trans, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { useSession } from "#web/lib/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { DateOnly, RelativeTime } from "#web/ui/time.tsx";
import { Counted } from "./counted.tsx";

const EndSessionsDialog = lazy(() => import("./end-sessions-dialog.tsx"));

type Props = { pilot: PilotDetail; name: string };

export function SessionsCard({ pilot, name }: Props) {
  const [isEnding, setIsEnding] = useState(false);
  const ownId = useSession().user?.id;
  const { sessions, userId } = pilot;
  return (
    <Card
      isFlush
      title={<Counted title={t`Sessions`} count={sessions.length} />}
      actions={
        sessions.length > 0 &&
        userId !== ownId && (
          <Button id="end-sessions" size="sm" onClick={() => setIsEnding(true)}>
            {t`End all`}
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="p-4 text-text-2">{t`Signed out everywhere`}</p>
      ) : (
        <ul>
          {sessions.map(({ id, device, lastSeenAt, createdAt }) => (
            <li
              key={id}
              className="flex items-center gap-3 border-t border-line-faint px-4 py-2.5 first:border-t-0"
            >
              <Icon name="device" />
              <div className="min-w-0">
                <p className="wrap-anywhere">{device}</p>
                <p className="text-sm text-text-2">
                  <Trans>
                    Seen <RelativeTime at={lastSeenAt} />, since <DateOnly at={createdAt} />
                  </Trans>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isEnding && (
        <Suspense>
          <EndSessionsDialog userId={userId} name={name} onClose={() => setIsEnding(false)} />
        </Suspense>
      )}
    </Card>
  );
}
