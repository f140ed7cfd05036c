import { Trans, t } from "#web/language/macros.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { BlockedGroup } from "#shared/groups/invitations.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useFailure } from "#web/lib/form/use-failures.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { blockedGroupsQuery, unblockMutation } from "./queries.ts";

/** The groups that may not invite the user, with a way back. Nothing while there are none. */
export function BlockedGroups() {
  const list = useInfiniteQuery(blockedGroupsQuery);
  const { mutateAsync, isPending, variables } = useMutation(unblockMutation);
  const [failure, setFailure] = useFailure();
  const groups = itemsOf(list.data);
  if (list.isError && groups.length === 0) {
    return (
      <Card isFlush title={t`Blocked groups`} className="mt-6">
        <LoadFailed title={t`The blocked groups could not be loaded`} onRetry={list.refetch} />
      </Card>
    );
  }
  if (groups.length === 0) return null;

  const allow = async ({ groupId }: BlockedGroup) => {
    setFailure(undefined);
    try {
      await mutateAsync(groupId);
      toast.success(t`The group can invite you again`);
    } catch (error) {
      setFailure(messageOf(error, t`Failed to allow the group's invitations`));
    }
  };
  return (
    <Card isFlush title={t`Blocked groups`} className="mt-6">
      {failure !== undefined && (
        <div className="p-4 pb-2">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      <ul className="divide-y divide-line-faint">
        {groups.map((group) => (
          <Row
            key={group.groupId}
            group={group}
            isBusy={isPending && variables === group.groupId}
            onAllow={() => allow(group)}
          />
        ))}
      </ul>
      <LoadMore list={list} shown={groups.length} />
    </Card>
  );
}

type RowProps = { group: BlockedGroup; isBusy: boolean; onAllow: () => void };

function Row({ group: { groupName, createdAt }, isBusy, onAllow }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">
          <bdi>{groupName}</bdi>
        </p>
        <p className="text-sm text-text-2">
          <Trans>
            Blocked <RelativeTime at={createdAt} />
          </Trans>
        </p>
      </div>
      <Button size="sm" isBusy={isBusy} busyLabel={t`Allowing...`} onClick={onAllow}>
        <Trans>
          Allow again
          <VisuallyHidden> {groupName}</VisuallyHidden>
        </Trans>
      </Button>
    </li>
  );
}
