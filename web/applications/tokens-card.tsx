import { Trans, t, msg, ph } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useQuery, mutationOptions, queryOptions } from "@tanstack/react-query";
import { useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import type { ApiToken, Right, CreateToken } from "#shared/applications/tokens.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { serverNow } from "#web/lib/clock.ts";
import { SecretNote } from "#web/ui/for-programs.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { DaysLeft, LastTime } from "#web/ui/time.tsx";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import { SelectField, TextField } from "#web/ui/form/form.tsx";
import { applicationKey } from "./queries.ts";
import { api, body } from "#web/lib/api/api.ts";
import type { Message } from "#shared/language/messages.ts";

/** Tokens with which the application, or a script, reads the API. */
export default function TokensCard({ application: { id } }: { application: Application }) {
  const { data, isPending, refetch } = useQuery(tokensQuery(id));
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [revoked, setRevoked] = useState<ApiToken>();
  return (
    <Card
      isFlush
      anchor="application-tokens"
      title={t`API tokens`}
      actions={
        <>
          <a className="text-sm link" href="/docs/api">
            {t`The API`}
          </a>
          <Button size="sm" onClick={() => setIsCreating(true)}>
            {t`New token`}
          </Button>
        </>
      }
    >
      {secret !== undefined && (
        <div className="p-4">
          <SecretNote
            title={t`Copy the token now. It is shown once.`}
            secret={secret}
            what={t`the token`}
            onStored={() => setSecret(undefined)}
          />
        </div>
      )}
      {isPending ? (
        <RowsSkeleton label={t`Loading the tokens`} rows={2} />
      ) : !data ? (
        <LoadFailed title={t`The tokens could not be loaded`} onRetry={refetch} />
      ) : data.items.length === 0 ? (
        <p className="px-4 py-3 text-text-2">
          {t`No tokens yet. Scripts use one to read pilots, groups and rosters.`}
        </p>
      ) : (
        <ul aria-label={t`API tokens`} className="divide-y divide-line-faint">
          {data.items.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
          ))}
        </ul>
      )}
      {isCreating && (
        <CreateTokenDialog
          applicationId={id}
          onClose={() => setIsCreating(false)}
          onCreated={setSecret}
        />
      )}
      {revoked && (
        <RevokeDialog applicationId={id} token={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </Card>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { name, rights, lastFour, lastUsedAt, expiresAt } = token;
  const labels = RIGHT_TEXTS.filter(({ value }) => rights.includes(value)).map(({ label }) =>
    say(label),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>{" "}
          <span className="text-sm text-text-2">
            <Trans>ends in “{lastFour}”</Trans>
          </span>
        </p>
        <p className="text-sm text-text-2">{enumerated(labels)}</p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <div className="text-end text-sm">
          <p>
            <LastTime at={lastUsedAt} never={t`Never used`} />
          </p>
          <p>
            <Expiry at={expiresAt} />
          </p>
        </div>
        <IconButton icon="trash" size="sm" label={t`Revoke ${name}`} onClick={onRevoke} />
      </div>
    </li>
  );
}

function Expiry({ at }: { at: string | null }) {
  if (at === null) return <span className="text-text-2">{t`No expiry`}</span>;
  if (Date.parse(at) <= serverNow()) return <Chip tone="danger">{t`Expired`}</Chip>;
  return (
    <span className="text-text-2">
      <Trans>
        Expires <DaysLeft until={at} />
      </Trans>
    </span>
  );
}

type CreateTokenDialogProps = {
  applicationId: string;
  onClose: () => void;
  /** Receives the token, which is shown once. */
  onCreated: (secret: string) => void;
};

const EXPIRIES = [
  { value: "30", label: msg`In 30 days` },
  { value: "90", label: msg`In 90 days` },
  { value: "365", label: msg`In a year` },
  { value: "", label: msg({ context: "has no end", message: "Never" }) },
];

type Input = { name: string; rights: Right[]; days: string };

const EMPTY: Input = { name: "", rights: [], days: "90" };

function CreateTokenDialog(props: CreateTokenDialogProps) {
  const { applicationId, onClose, onCreated } = props;
  const { input, problems, set, dialog } = useForm({
    initial: EMPTY,
    // The server says what is wrong: the schema would weigh more than the dialog.
    validate: ({ days, ...made }) => ({
      value: { id: applicationId, ...made, days: days === "" ? null : Number(days) },
    }),
    mutation: createTokenMutation,
    failed: t`Failed to make the token`,
    onDone: ({ secret }) => {
      onCreated(secret);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`New API token`}
      description={t`A token reads what its rights say, for as long as the application is on.`}
      confirmLabel={t`Make the token`}
      busyLabel={t`Making...`}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        hint={t`What uses it`}
        required
        autoComplete="off"
        value={input.name}
        error={problems.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <CheckboxList
        legend={t`It may read`}
        options={RIGHT_TEXTS.map(({ value, label, hint }) => ({
          value,
          label: say(label),
          hint: say(hint),
        }))}
        value={input.rights}
        error={problems.rights}
        onChange={(rights) => set({ rights })}
      />
      <SelectField
        label={t`It ends`}
        value={input.days}
        error={problems.days}
        options={EXPIRIES.map(({ value, label }) => ({ value, label: say(label) }))}
        onChange={({ target }) => set({ days: target.value })}
      />
    </ConfirmDialog>
  );
}

type RevokeDialogProps = { applicationId: string; token: ApiToken; onClose: () => void };

function RevokeDialog({ applicationId, token, onClose }: RevokeDialogProps) {
  const dialog = useConfirmedChange(
    revokeTokenMutation,
    { id: applicationId, tokenId: token.id },
    {
      done: t`Token ${ph({ tokenName: token.name })} revoked`,
      failed: t`Failed to revoke the token`,
      onClose,
    },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Revoke the token?`}
      description={
        <Trans>
          Programs that use <bdi className="font-medium">{ph({ tokenName: token.name })}</bdi> are
          refused from now on.
        </Trans>
      }
      confirmLabel={t`Revoke the token`}
      busyLabel={t`Revoking...`}
    />
  );
}

function tokensQuery(id: string) {
  return queryOptions({
    queryKey: [...applicationKey(id), "tokens"],
    queryFn: () => body(api.admin.applications[":id"].tokens.$get({ param: { id } })),
  });
}

const createTokenMutation = mutationOptions({
  mutationFn: ({ id, ...json }: CreateToken & { id: string }) =>
    body(api.admin.applications[":id"].tokens.$post({ param: { id }, json })),
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: tokensQuery(id).queryKey }),
});

const revokeTokenMutation = mutationOptions({
  mutationFn: ({ id, tokenId }: { id: string; tokenId: string }) =>
    api.admin.applications[":id"].tokens[":tokenId"].$delete({ param: { id, tokenId } }),
  onSettled: (_answer, _error, { id }, _rollback, { client }) =>
    client.invalidateQueries({ queryKey: tokensQuery(id).queryKey }),
});

/** What a token with the right can read, for administrators. */
export const RIGHT_TEXTS: readonly { value: Right; label: Message; hint: Message }[] = [
  {
    value: "pilots",
    label: msg`Pilots`,
    hint: msg`Who plays a character: main, characters, corporation and alliance`,
  },
  { value: "groups", label: msg`Groups of a pilot`, hint: msg`Of the groups it is told about` },
  { value: "members", label: msg`Members of a group`, hint: msg`Of the groups it is told about` },
  {
    value: "roster",
    label: msg`Rosters`,
    hint: msg`Members of managed corporations, registered here or not`,
  },
  { value: "facts", label: msg`Facts`, hint: msg`It writes what it knows of pilots` },
  {
    value: "members:write",
    label: msg`Change members`,
    hint: msg`Of the groups in which it may change them`,
  },
  {
    value: "operations",
    label: msg`Operations`,
    hint: msg`Of the groups it is told about, with how many come`,
  },
  {
    value: "operations:write",
    label: msg`Plan operations`,
    hint: msg`Of the groups in which it may change members`,
  },
];
