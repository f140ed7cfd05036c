import { t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { sayShared } from "#web/language/shared-words.ts";
import { calledAddressProblem } from "#shared/applications/addresses.ts";
import type { CreateWebhook } from "#shared/applications/webhooks.ts";
import { AddressField } from "#web/applications/address-field.tsx";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { CheckboxList } from "#web/ui/form/checkbox-list.tsx";
import { createWebhookMutation } from "./queries.ts";
import { TOPIC_TEXTS } from "./topic-texts.ts";

type WebhookDialogProps = {
  applicationId: string;
  onClose: () => void;
  /** Receives the signing secret, which is shown once. */
  onCreated: (secret: string) => void;
};

const EMPTY: CreateWebhook = { url: "", topics: TOPIC_TEXTS.map(({ value }) => value) };

export default function WebhookDialog({ applicationId, onClose, onCreated }: WebhookDialogProps) {
  const { input, problems, set, dialog } = useForm({
    initial: EMPTY,
    validate: ({ url: typed, topics }) => {
      const url = typed.trim();
      const problem = calledAddressProblem(url);
      return problem === undefined
        ? { value: { id: applicationId, url, topics } }
        : { problems: { url: sayShared(problem) } };
    },
    mutation: createWebhookMutation,
    failed: t`Failed to add the webhook`,
    onDone: ({ secret }) => {
      onCreated(secret);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`New webhook`}
      description={t`Muster posts signed JSON to the address, and tries again for a day if it does not answer.`}
      confirmLabel={t`Add the webhook`}
      busyLabel={t`Adding...`}
      onClose={onClose}
    >
      <AddressField
        label={t`Address`}
        hint={t`https, and reachable from the internet`}
        required
        value={input.url}
        error={problems.url}
        onChange={({ target }) => set({ url: target.value })}
      />
      <CheckboxList
        legend={t`It is told when`}
        options={TOPIC_TEXTS.map(({ value, hint }) => ({
          value,
          label: <code className="text-sm">{value}</code>,
          hint: say(hint),
        }))}
        value={input.topics}
        error={problems.topics}
        onChange={(topics) => set({ topics })}
      />
    </ConfirmDialog>
  );
}
