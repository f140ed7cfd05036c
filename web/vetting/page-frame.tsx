import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { groupQuery } from "#web/memberships/queries.ts";
import { isGone, messageOf } from "#web/lib/api/api-error.ts";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { useBarRoom } from "#web/lib/use-bar-room.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import type { Crumb } from "#web/ui/page.tsx";
import { formQuery } from "./queries.ts";

type PageFailedProps = {
  title: string;
  /** What could not be loaded, where the API does not say it. */
  failed: string;
  error: Error | null;
  onRetry: () => unknown;
};

/** A form or a request that is not there, or could not be read. */
export function PageFailed({ title, failed, error, onRetry }: PageFailedProps) {
  const said = messageOf(error, failed);
  return (
    <>
      <PageHeader title={title} />
      {isGone(error) ? (
        <Card isFlush>
          <EmptyState
            variant="not-found"
            title={said}
            action={
              <ButtonLink to={paths.groups}>
                <Trans>All groups</Trans>
              </ButtonLink>
            }
          />
        </Card>
      ) : (
        <LoadFailed title={said} onRetry={onRetry} />
      )}
    </>
  );
}

/** A group and its form, once both are loaded; until then, what is shown instead of the page. */
export function useFormPage(groupId: string) {
  const group = useQuery(groupQuery(groupId));
  const form = useQuery(formQuery(groupId));
  if (group.data && form.data) return { group: group.data, form: form.data };
  if (group.isPending || form.isPending) {
    return { instead: <Loading>{t`Loading the form...`}</Loading> };
  }
  return {
    instead: (
      <PageFailed
        title={t`Form of the group`}
        failed={t`The form could not be loaded`}
        error={group.error ?? form.error}
        onRetry={() => Promise.all([group.refetch(), form.refetch()])}
      />
    ),
  };
}

type BottomBarProps = { failure: string | undefined; className?: string; children: ReactNode };

/** What a long page does, at the lower edge of the window, with why it failed. */
export function BottomBar({ failure, className, children }: BottomBarProps) {
  return (
    <div
      ref={useBarRoom()}
      className={cx(
        "sticky bottom-0 z-4 grid gap-2 rounded-card border border-line bg-overlay p-3 max-md:-mx-4 max-md:rounded-none max-md:border-x-0",
        className,
      )}
    >
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      {children}
    </div>
  );
}

/** The way back to a group, to one of its tabs, and there to the filters that were left: "?state=in_talks". */
export function trailOfGroup(
  groupId: string,
  groupName: string,
  tab?: string,
  search = "",
): Crumb[] {
  const path = paths.group(groupId);
  return [
    { to: paths.groups, label: t`Groups` },
    {
      to: tab === undefined ? path : `${path}?tab=${tab}${search.replace("?", "&")}`,
      label: groupName,
    },
  ];
}
