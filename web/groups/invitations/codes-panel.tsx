import { Trans, ph, t, plural } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Group } from "#shared/groups/groups.ts";
import { MAX_CODE_USES } from "#shared/groups/invitations.ts";
import type { InviteCode } from "#shared/groups/invitations.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { userName } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { setRefusedRequest } from "#web/lib/refused-request.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { inviteCodesQuery, createCodeMutation } from "./queries.ts";
import { DaysField } from "#web/groups/group/days-field.tsx";
import { readWhole } from "#web/lib/form/typed-number.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { SelectField, TextField, Form } from "#web/ui/form/form.tsx";

const RevokeCodeDialog = lazy(async () => ({
  default: (await import("./invitation-dialogs.tsx")).RevokeCodeDialog,
}));

export default function CodesPanel({ group }: { group: Group }) {
  const [revoked, setRevoked] = useState<InviteCode>();
  return (
    <>
      <CodeForm group={group} />
      <Codes groupId={group.id} onRevoke={setRevoked} />
      <Suspense>
        {revoked && (
          <RevokeCodeDialog
            groupId={group.id}
            code={revoked}
            onClose={() => setRevoked(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}

function Codes({ groupId, onRevoke }: { groupId: string; onRevoke: (code: InviteCode) => void }) {
  const { data, error, isPending, refetch } = useQuery(inviteCodesQuery(groupId));
  if (isPending) return <RowsSkeleton label={t`Loading invite codes`} shape="line" />;
  const refused = error instanceof ApiError ? error.request : undefined;
  if (refused !== undefined) {
    return (
      <EmptyState
        variant="call-to-action"
        title={t`Confirm with EVE that this is you`}
        action={<Button onClick={() => setRefusedRequest(refused)}>{t`Continue to EVE`}</Button>}
      />
    );
  }
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
      cell: ({ createdByName }) => <bdi>{userName(createdByName)}</bdi>,
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

const NEVER = "never";
const TERMS = [1, 7, 14, 30];
const USUAL_TERM = "7";

type Input = { days: number | null | undefined; limit: string; term: string };

const EMPTY: Input = { days: undefined, limit: "", term: USUAL_TERM };

function CodeForm({ group }: { group: Group }) {
  const form = useForm({
    initial: EMPTY,
    validate: ({ days, limit: typed, term }) => {
      const useLimit = readLimit(typed);
      if (useLimit === undefined) {
        const limit = t`Use limit must be a whole number from 1 to ${MAX_CODE_USES}`;
        return { problems: { limit } };
      }
      const expiresInDays = term === NEVER ? null : Number(term);
      const ofMembership = days !== undefined && { membershipDays: days };
      return { value: { groupId: group.id, useLimit, expiresInDays, ...ofMembership } };
    },
    mutation: createCodeMutation,
    failed: t`Failed to create the invite code`,
    onDone: () => {
      toast.success(t`Invite code created`);
      form.reset({ limit: "" });
    },
  });
  const { input, problems, set, submit, isPending, failure } = form;

  return (
    <Form
      onSubmit={submit}
      className="grid grid-cols-2 items-end gap-3 border-b border-line-faint p-4 md:grid-cols-[11rem_9rem_14rem_auto] md:justify-start"
    >
      <TextField
        label={t`Use limit`}
        inputMode="numeric"
        autoComplete="off"
        placeholder={t`Unlimited`}
        value={input.limit}
        error={problems.limit}
        className="self-start"
        onChange={(event) => set({ limit: event.target.value })}
      />
      <SelectField
        label={t`Expires after`}
        value={input.term}
        options={[
          ...TERMS.map((days) => ({
            value: String(days),
            label: plural(days, { one: "# day", other: "# days" }),
          })),
          { value: NEVER, label: t({ context: "has no end", message: "Never" }) },
        ]}
        className="self-start"
        onChange={(event) => set({ term: event.target.value })}
      />
      <DaysField
        label={t`Membership`}
        value={input.days}
        ofGroup={group.membershipDays}
        className="self-start max-md:col-span-2"
        onChange={(days) => set({ days })}
      />
      <Button
        type="submit"
        className="self-start max-md:col-span-2 md:mt-6.5"
        isBusy={isPending}
        busyLabel={t`Creating...`}
      >
        <Trans>Create code</Trans>
      </Button>
      {failure !== undefined && (
        <div className="col-span-full">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
    </Form>
  );
}

/** null: no limit (empty field); undefined: not a valid limit. */
export function readLimit(typed: string): number | null | undefined {
  return typed.trim() === "" ? null : readWhole(typed, MAX_CODE_USES);
}

/** "the code ABCDE12345" */
function labelOf({ code }: InviteCode): string {
  return code === null ? t`the code that cannot be decrypted` : t`the code ${code}`;
}
