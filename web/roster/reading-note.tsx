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
  const { asOf, isReading, hasTracking, settings, corporation } = roster;
  const { corporationId } = corporation;
  const client = useQueryClient();
  const read = useAction(readNowMutation, "The list could not be read. Please try again.");
  useEffect(() => {
    if (!isReading) return;
    return () => void refreshRoster(client, corporationId);
  }, [client, corporationId, isReading]);
  return (
    <div className="grid gap-3 px-4 pt-3 text-sm text-text-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {asOf === null ? (
            "No list of members yet"
          ) : (
            <>
              EVE’s list of <RelativeTime at={asOf} />
            </>
          )}
          <NextReading roster={roster} />
          {!hasTracking && ". No director reads when members joined and were last in game"}
        </p>
        {settings !== null && (
          <Button
            size="sm"
            isBusy={isReading || read.isPending}
            busyLabel="Reading..."
            onClick={() => void read.act(corporationId)}
          >
            Read now
          </Button>
        )}
      </div>
      {read.failure && <Alert>{read.failure}</Alert>}
    </div>
  );
}

function NextReading({ roster: { isReading, nextDue } }: { roster: Roster }) {
  const now = useNow("minute");
  if (isReading) return ", the next is read now";
  if (nextDue === null) return null;
  return Date.parse(nextDue) <= now ? (
    ", the next is due now"
  ) : (
    <>
      , the next <RelativeTime at={nextDue} />
    </>
  );
}
