import { Trans, msg, plural, t } from "#web/language/macros.ts";
import { sayShared } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { ListedReview } from "#shared/groups/reviews.ts";
import { GroupSearch } from "#web/memberships/group-search.tsx";
import { useForm } from "#web/lib/form/use-form.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { reviewsQuery, startReviewsMutation } from "./queries.ts";
import { useTerms } from "./start-dialog.tsx";

/** All open reviews, and asking for more, for administrators. */
export default function ReviewsPage() {
  const { data, isPending, refetch } = useQuery(reviewsQuery);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <PageHeader
        title={t`Reviews`}
        subtitle={t`Owners confirm the members of their groups`}
        actions={
          <Button variant="primary" icon={<Icon name="plus" />} onClick={() => setIsAsking(true)}>
            <Trans>Ask for reviews</Trans>
          </Button>
        }
      />
      <Card isFlush title={t`Open reviews`}>
        {isPending ? (
          <Loading>{t`Loading the reviews...`}</Loading>
        ) : !data ? (
          <LoadFailed title={t`The reviews could not be loaded`} onRetry={refetch} />
        ) : data.items.length === 0 ? (
          <EmptyState variant="completed" title={t`No review is open`}>
            <Trans>
              Owners choose in the settings of a group how often its members are reviewed.
            </Trans>
          </EmptyState>
        ) : (
          <Table
            caption={t`Open reviews`}
            columns={COLUMNS}
            rows={data.items}
            rowKey={({ groupId }) => groupId}
          />
        )}
      </Card>
      {isAsking && <AskDialog onClose={() => setIsAsking(false)} />}
    </>
  );
}

const COLUMNS: Column<ListedReview>[] = [
  {
    header: msg`Group`,
    isRowHeader: true,
    cell: ({ groupId, groupName }) => (
      <Link to={paths.groupReview(groupId)} className="link wrap-anywhere">
        <bdi>{groupName}</bdi>
      </Link>
    ),
  },
  { header: msg`Decided`, cell: ({ decided, total }) => t`${decided} of ${total}` },
  {
    header: msg`Without a decision`,
    cell: ({ silence }) => (silence === "keep" ? t`Stay` : t`Are removed`),
  },
  { header: msg`Ends`, align: "end", cell: ({ dueAt }) => <EveMoment at={dueAt} /> },
];

const NONE_CHOSEN: { groups: ReadonlyMap<string, string> } = { groups: new Map() };

function AskDialog({ onClose }: { onClose: () => void }) {
  const { days, silence, fields } = useTerms();
  const { input, problems, set, dialog } = useForm({
    initial: NONE_CHOSEN,
    validate: ({ groups }) =>
      groups.size === 0
        ? { problems: { groups: t`Choose a group.` } }
        : { value: { groupIds: [...groups.keys()], silence, days } },
    mutation: startReviewsMutation,
    failed: t`The reviews could not be opened.`,
    onDone: ({ started, skipped }) => {
      if (started > 0)
        toast.success(plural(started, { one: "# review opened", other: "# reviews opened" }));
      for (const { reason } of skipped) toast.error(sayShared(reason));
      onClose();
    },
  });
  const { groups } = input;
  return (
    <ConfirmDialog
      {...dialog}
      onClose={onClose}
      title={t`Ask for reviews`}
      description={t`The owners find them under Needs attention.`}
      confirmLabel={
        groups.size === 0
          ? t`Ask`
          : plural({ count: groups.size }, { one: "Ask for # review", other: "Ask for # reviews" })
      }
      busyLabel={t`Asking...`}
    >
      <div className="grid gap-2">
        <GroupSearch
          key={groups.size}
          error={problems.groups}
          onChoose={(id, name) => set({ groups: new Map([...groups, [id, name]]) })}
        />
        <ul className="flex flex-wrap gap-1.5" aria-label={t`Chosen groups`}>
          {[...groups].map(([id, name]) => (
            <li
              key={id}
              className="flex items-center gap-1 rounded-control bg-surface-3 px-2 text-sm"
            >
              <bdi className="wrap-anywhere">{name}</bdi>
              <IconButton
                icon="close"
                size="sm"
                label={t`Leave out ${name}`}
                onClick={() =>
                  set({ groups: new Map([...groups].filter(([chosenId]) => chosenId !== id)) })
                }
              />
            </li>
          ))}
        </ul>
      </div>
      {fields}
    </ConfirmDialog>
  );
}
