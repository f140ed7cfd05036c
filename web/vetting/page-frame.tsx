import { Trans, t } from "#web/language/macros.ts";
import { isGone, messageOf } from "#web/lib/api/api-error.ts";
import { paths } from "#web/lib/paths.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import type { Crumb } from "#web/ui/page.tsx";

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
