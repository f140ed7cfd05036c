import { msg, t, Trans, ph } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Right, ApiToken } from "#shared/applications/tokens.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import { SelectField, TextField } from "#web/ui/form/form.tsx";
import { createTokenMutation, revokeTokenMutation, RIGHT_TEXTS } from "./tokens.ts";

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

export function CreateTokenDialog(props: CreateTokenDialogProps) {
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

export function RevokeDialog({ applicationId, token, onClose }: RevokeDialogProps) {
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
