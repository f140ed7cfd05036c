import { Trans, t } from "#web/language/macros.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Roster } from "#shared/corporations/roster.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { readNowMutation, refreshRoster } from "./queries.ts";

/** How old EVE's list is, and when it is read again; system administrators can read it now. */
export function ReadingNote({ roster }: { roster: Roster }) {
  const { isReading, hasTracking, settings, corporation } = roster;
  const { corporationId } = corporation;
  const client = useQueryClient();
  const read = useAction(readNowMutation, t`The list could not be read. Please try again.`);
  useEffect(() => {
    if (!isReading) return;
    return () => void refreshRoster(client, corporationId);
  }, [client, corporationId, isReading]);
  return (
    <div className="grid gap-3 px-4 pt-3 text-sm text-text-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {hasTracking ? (
            <Reading roster={roster} />
          ) : (
            <Trans>
              <Reading roster={roster} />. No director reads when members joined and were last in
              game
            </Trans>
          )}
        </p>
        {settings !== null && (
          <Button
            size="sm"
            isBusy={isReading || read.isPending}
            busyLabel={t`Reading...`}
            onClick={() => void read.act(corporationId)}
          >
            <Trans>Read now</Trans>
          </Button>
        )}
      </div>
      {read.failure && <Alert>{read.failure}</Alert>}
    </div>
  );
}

function Reading({ roster: { asOf, isReading, nextDue } }: { roster: Roster }) {
  const now = useNow("minute");
  const isDue = nextDue !== null && Date.parse(nextDue) <= now;
  if (asOf === null) {
    if (isReading) return t`No list of members yet, the next is read now`;
    if (nextDue === null) return t`No list of members yet`;
    if (isDue) return t`No list of members yet, the next is due now`;
    return (
      <Trans>
        No list of members yet, the next <RelativeTime at={nextDue} />
      </Trans>
    );
  }
  const age = <RelativeTime at={asOf} />;
  if (isReading) return <Trans>EVE’s list from {age}, the next is read now</Trans>;
  if (nextDue === null) return <Trans>EVE’s list from {age}</Trans>;
  if (isDue) return <Trans>EVE’s list from {age}, the next is due now</Trans>;
  return (
    <Trans>
      EVE’s list from {age}, the next <RelativeTime at={nextDue} />
    </Trans>
  );
}
