import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SecretNote } from "#web/ui/for-programs.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { calendarQuery, endCalendarLinkMutation, makeCalendarLinkMutation } from "./queries.ts";

/** The link by which a calendar program reads the user's operations. */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const feed = useQuery(calendarQuery);
  const [link, setLink] = useState<string>();
  const make = useAction(makeCalendarLinkMutation, t`The link was not made`);
  const end = useAction(endCalendarLinkMutation, t`The link was not switched off`);
  const createdAt = feed.data?.createdAt ?? null;
  return (
    <Dialog
      title={t`Calendar feed`}
      description={t`Your calendar program reads the operations of your groups by a link: what you may see at that moment, and no more once you have left a group. Keep the link to yourself.`}
      isBusy={make.isPending || end.isPending}
      onClose={onClose}
      footer={
        <>
          {createdAt !== null && (
            <Button
              variant="danger"
              isBusy={end.isPending}
              busyLabel={t`Switching off...`}
              onClick={() =>
                void end.act(undefined, {
                  onSuccess: () => {
                    setLink(undefined);
                    toast.success(t`The link no longer works`);
                  },
                })
              }
            >
              {t`Switch off`}
            </Button>
          )}
          <Button
            variant={createdAt === null ? "primary" : "default"}
            isBusy={make.isPending}
            busyLabel={t`Making the link...`}
            onClick={() => void make.act(undefined, { onSuccess: ({ secret }) => setLink(secret) })}
          >
            {createdAt === null ? t`Make a link` : t`Make a new link`}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {link !== undefined && (
          <>
            <SecretNote
              title={t`Copy the link now. It is shown once.`}
              secret={link}
              what={t`the link`}
              onStored={() => setLink(undefined)}
            />
            <p className="flex flex-wrap gap-x-4 gap-y-1">
              <a className="link" href={link.replace(/^https?:/, "webcal:")}>
                {t`Open in the calendar of this device`}
              </a>
              <a className="link" rel="noreferrer" target="_blank" href={googleOf(link)}>
                {t`Add to Google Calendar`}
              </a>
            </p>
          </>
        )}
        {feed.isError ? (
          <LoadFailed title={t`The calendar feed could not be read`} onRetry={feed.refetch} />
        ) : (
          link === undefined &&
          feed.data !== undefined && (
            <p>
              {createdAt === null ? (
                t`You have no link yet.`
              ) : (
                <Trans>
                  A link was made <RelativeTime at={createdAt} />. A new one ends it.
                </Trans>
              )}
            </p>
          )
        )}
        {(make.failure ?? end.failure) && (
          <Alert tone="danger">{make.failure ?? end.failure}</Alert>
        )}
      </div>
    </Dialog>
  );
}

const googleOf = (link: string) =>
  `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(link.replace(/^https?:/, "webcal:"))}`;
