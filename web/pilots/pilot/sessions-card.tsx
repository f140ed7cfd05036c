import { useState } from "react";
import type { PilotDetail } from "#shared/pilots/pilots.ts";
import { useSession } from "#web/lib/api/session.ts";
import { endSessionsMutation } from "#web/pilots/queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { Icon } from "#web/ui/icon.tsx";
import { DateOnly, RelativeTime } from "#web/ui/time.tsx";
import { Counted } from "./counted.tsx";

type Props = { pilot: PilotDetail; name: string };

export function SessionsCard({ pilot, name }: Props) {
  const [isEnding, setIsEnding] = useState(false);
  const ownId = useSession().user?.id;
  const { sessions, userId } = pilot;
  return (
    <Card
      isFlush
      title={<Counted title="Sessions" count={sessions.length} />}
      actions={
        sessions.length > 0 &&
        userId !== ownId && (
          <Button id="end-sessions" size="sm" onClick={() => setIsEnding(true)}>
            End all
          </Button>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="p-4 text-text-2">Signed out everywhere</p>
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
                  Seen <RelativeTime at={lastSeenAt} />, since <DateOnly at={createdAt} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isEnding && <EndDialog userId={userId} name={name} onClose={() => setIsEnding(false)} />}
    </Card>
  );
}

type EndProps = { userId: string; name: string; onClose: () => void };

function EndDialog({ userId, name, onClose }: EndProps) {
  const dialog = useConfirmedChange(endSessionsMutation, userId, {
    done: `All sessions of ${name} ended`,
    failed: "Failed to end the sessions",
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={`End all sessions of ${name}?`}
      description="Every browser is signed out now. The pilot can sign in again at EVE."
      confirmLabel="End sessions"
      busyLabel="Ending..."
    />
  );
}
