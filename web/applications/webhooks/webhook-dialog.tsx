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

const TOPICS = TOPIC_TEXTS.map((topic) => ({
  ...topic,
  label: <code className="text-sm">{topic.value}</code>,
}));

export default function WebhookDialog({ applicationId, onClose, onCreated }: WebhookDialogProps) {
  const { input, problems, set, dialog } = useForm({
    initial: EMPTY,
    validate: ({ url: typed, topics }) => {
      const url = typed.trim();
      const problem = calledAddressProblem(url);
      return problem === undefined
        ? { value: { id: applicationId, url, topics } }
        : { problems: { url: problem } };
    },
    mutation: createWebhookMutation,
    failed: "Failed to add the webhook",
    onDone: ({ secret }) => {
      onCreated(secret);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="New webhook"
      description="Muster posts signed JSON to the address, and tries again for a day if it does not answer."
      confirmLabel="Add the webhook"
      busyLabel="Adding..."
      onClose={onClose}
    >
      <AddressField
        label="Address"
        hint="https, and reachable from the internet"
        required
        value={input.url}
        error={problems.url}
        onChange={({ target }) => set({ url: target.value })}
      />
      <CheckboxList
        legend="It hears"
        options={TOPICS}
        value={input.topics}
        error={problems.topics}
        onChange={(topics) => set({ topics })}
      />
    </ConfirmDialog>
  );
}
