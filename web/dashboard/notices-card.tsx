import { useMutation } from "@tanstack/react-query";
import { Children, Fragment, useState } from "react";
import type { ReactNode } from "react";
import { Trans, ph, t } from "#web/language/macros.ts";
import type { AccountEvent } from "#shared/characters.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { AccountEventText } from "./account-event-text.tsx";
import { Skeleton, SkeletonRegion } from "#web/ui/feedback/skeleton.tsx";
import { dismissNoticesMutation } from "./queries.ts";

const SHOWN_AT_FIRST = 4;

/** What others decided about the user, until the user dismisses it. `notices` are not empty; the newest is first. */
export function NoticesCard({ notices }: { notices: AccountEvent[] }) {
  const dismiss = useMutation(dismissNoticesMutation);
  const dismissAll = () =>
    dismiss.mutate(notices[0]?.createdAt ?? "", {
      onError: (error) => toast.error(messageOf(error, t`Failed to dismiss the notices`)),
    });
  return (
    <Card
      isFlush
      title={t`What's new`}
      actions={
        <Button
          size="sm"
          isBusy={dismiss.isPending}
          busyLabel={t`Dismissing...`}
          onClick={dismissAll}
        >
          {t`Dismiss`}
        </Button>
      }
    >
      <EventList events={notices} shownAtFirst={SHOWN_AT_FIRST}>
        {(notice) => <Notice notice={notice} />}
      </EventList>
    </Card>
  );
}

function Notice({ notice }: { notice: AccountEvent }) {
  return (
    <>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <AccountEventText event={notice} />{" "}
        <span className="text-sm whitespace-nowrap text-text-2">
          <RelativeTime at={notice.createdAt} />
        </span>
      </p>
      {notice.kind === "invitation_sent" && (
        <ButtonLink size="sm" to={paths.invitations}>
          {t`Answer`}
        </ButtonLink>
      )}
    </>
  );
}

type EventListProps = {
  /** The newest first. */
  events: AccountEvent[];
  shownAtFirst: number;
  children: (event: AccountEvent) => ReactNode;
};

/** Events in a card. The older ones are behind a button. */
export function EventList({ events, shownAtFirst, children }: EventListProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const shown = isAllShown ? events : events.slice(0, shownAtFirst);
  return (
    <>
      <CardList>
        {shown.map((event) => (
          <Fragment key={event.id}>{children(event)}</Fragment>
        ))}
      </CardList>
      {shown.length < events.length && (
        <div className="border-t border-line-faint p-2">
          <Button variant="ghost" size="sm" onClick={() => setIsAllShown(true)}>
            <Trans>Show all {ph({ count: events.length })}</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

const ROW =
  "flex min-h-12 items-center gap-3 border-t border-line-faint px-4 py-2 first:border-t-0";

/** Rows in a card, separated by lines. */
export function CardList({ children }: { children: ReactNode }) {
  return (
    <ul>
      {Children.map(children, (child) => (
        <li className={ROW}>{child}</li>
      ))}
    </ul>
  );
}

export function ListSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label}>
      {["w-3/5", "w-2/5", "w-1/2"].map((width) => (
        <div key={width} className={ROW}>
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </SkeletonRegion>
  );
}
