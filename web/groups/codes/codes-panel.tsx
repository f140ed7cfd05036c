import { Trans, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Group } from "#shared/groups/groups.ts";
import type { InviteCode } from "#shared/groups/invitations.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { labelOf } from "./code-label.ts";
import { CodeForm } from "./code-form.tsx";
import { inviteCodesQuery } from "./queries.ts";

const RevokeCodeDialog = lazy(() => import("./revoke-code-dialog.tsx"));

export default function CodesPanel({ group }: { group: Group }) {
  const groupId = group.id;
  const [revoked, setRevoked] = useState<InviteCode>();
  return (
    <>
      <CodeForm group={group} />
      <Codes groupId={groupId} onRevoke={setRevoked} />
      <Suspense>
        {revoked && (
          <RevokeCodeDialog
            groupId={groupId}
            code={revoked}
            onClose={() => setRevoked(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

function Codes({ groupId, onRevoke }: { groupId: string; onRevoke: (code: InviteCode) => void }) {
  const { data, isPending, refetch } = useQuery(inviteCodesQuery(groupId));
  if (isPending) return <RowsSkeleton label={t`Loading invite codes`} shape="line" />;
  if (!data)
    return <LoadFailed title={t`The invite codes could not be loaded`} onRetry={refetch} />;
  if (data.length === 0) {
    return (
      <EmptyState variant="call-to-action" title={t`No invite codes`}>
        <Trans>Create a code above and send it to the pilots you want to invite.</Trans>
      </EmptyState>
    );
  }
  return (
    <Table
      caption={t`Invite codes`}
      columns={columnsOf(onRevoke)}
      rows={data}
      rowKey={({ id }) => id}
    />
  );
}

function columnsOf(onRevoke: (code: InviteCode) => void): Column<InviteCode>[] {
  return [
    { header: t`Code`, isRowHeader: true, cell: (code) => <Code code={code} /> },
    { header: t`Uses`, cell: (code) => <Uses code={code} /> },
    {
      header: t`Expires`,
      cell: ({ expiresAt }) =>
        expiresAt === null ? (
          t({ context: "has no end", message: "Never" })
        ) : (
          <span className="whitespace-nowrap">
            <RelativeTime at={expiresAt} />
          </span>
        ),
    },
    {
      header: t`Created by`,
      cell: ({ createdByName }) => <bdi>{createdByName ?? say(UNKNOWN_USER)}</bdi>,
    },
    {
      header: t`Actions`,
      align: "end",
      isHeaderHidden: true,
      cell: (code) => (
        <div className="flex flex-wrap gap-2 max-md:pt-1.5 md:justify-end">
          {code.code !== null && (
            <>
              <CopyButton text={location.origin + paths.invite(code.code)} what={labelOf(code)}>
                {t`Copy link`}
              </CopyButton>
              <CopyButton text={code.code} what={labelOf(code)}>
                {t`Copy code`}
              </CopyButton>
            </>
          )}
          <Button size="sm" onClick={() => onRevoke(code)}>
            <Trans>
              Revoke
              <VisuallyHidden> {ph({ label: labelOf(code) })}</VisuallyHidden>
            </Trans>
          </Button>
        </div>
      ),
    },
  ];
}

function Uses({ code: { uses, useLimit } }: { code: InviteCode }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {uses} / {useLimit ?? t`no limit`}
    </span>
  );
}

function Code({ code: { code, state } }: { code: InviteCode }) {
  return (
    <span className="flex flex-wrap items-center gap-2 py-1">
      {code === null ? (
        <span className="text-text-2">
          <Trans>Cannot be decrypted</Trans>
        </span>
      ) : (
        <code className="font-display text-lg font-semibold tracking-wider select-all">{code}</code>
      )}
      {state === "paused" && (
        <Chip icon="lock">
          <Trans>Paused: its creator is suspended</Trans>
        </Chip>
      )}
      {state === "expired" && (
        <Chip icon="clock">
          <Trans>Expired</Trans>
        </Chip>
      )}
      {state === "used_up" && (
        <Chip icon="check">
          <Trans>Used up</Trans>
        </Chip>
      )}
    </span>
  );
}
