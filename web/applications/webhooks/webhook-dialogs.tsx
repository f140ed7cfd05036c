import { t, msg } from "#web/language/macros.ts";
import { say, sayShared } from "#web/language/messages.ts";
import { calledAddressProblem } from "#shared/applications/addresses.ts";
import type { CreateWebhook, Webhook, WebhookTopic } from "#shared/applications/webhooks.ts";
import { AddressField } from "#web/applications/fields.tsx";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import {
  createWebhookMutation,
  replaceWebhookSecretMutation,
  deleteWebhookMutation,
} from "./queries.ts";
import type { Message } from "#shared/language/messages.ts";

/** What each topic tells, for administrators. */
export const TOPIC_TEXTS: readonly { value: WebhookTopic; hint: Message }[] = [
  { value: "member.joined", hint: msg`A member joined one of the groups it is told about` },
  { value: "member.left", hint: msg`A member left one, or was removed` },
  { value: "grace.started", hint: msg`A member no longer meets the requirements` },
  { value: "main.changed", hint: msg`A player who allowed it chose another main` },
  { value: "character.linked", hint: msg`A player who allowed it linked a character` },
  { value: "character.unlinked", hint: msg`A player who allowed it unlinked or sold a character` },
  { value: "pilot.suspended", hint: msg`A player who allowed it was suspended` },
  { value: "pilot.restored", hint: msg`A suspension ended` },
  { value: "operation.planned", hint: msg`An operation of one of the groups was planned` },
  { value: "operation.changed", hint: msg`It was changed, or is on again` },
  { value: "operation.cancelled", hint: msg`It was cancelled` },
];

type WebhookDialogProps = {
  applicationId: string;
  onClose: () => void;
  /** Receives the signing secret, which is shown once. */
  onCreated: (secret: string) => void;
};

const EMPTY: CreateWebhook = { url: "", topics: TOPIC_TEXTS.map(({ value }) => value) };

export function WebhookDialog({ applicationId, onClose, onCreated }: WebhookDialogProps) {
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

type ReplaceWebhookSecretDialogProps = {
  applicationId: string;
  webhook: Webhook;
  onClose: () => void;
  /** Receives the new signing secret, which is shown once. */
  onReplaced: (secret: string) => void;
};

export function ReplaceWebhookSecretDialog({
  applicationId,
  webhook,
  onClose,
  onReplaced,
}: ReplaceWebhookSecretDialogProps) {
  const dialog = useConfirmedChange(
    replaceWebhookSecretMutation,
    { id: applicationId, webhookId: webhook.id },
    {
      onDone: ({ secret }) => onReplaced(secret),
      failed: t`Failed to replace the signing secret`,
      onClose,
    },
  );
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Make a new signing secret?`}
      description={t`Muster signs with the old one too for another day, so that you can enter the new one without losing a message.`}
      confirmLabel={t`Make a new secret`}
      busyLabel={t`Making...`}
    />
  );
}

type DeleteDialogProps = { applicationId: string; webhook: Webhook; onClose: () => void };

export function DeleteWebhookDialog({ applicationId, webhook, onClose }: DeleteDialogProps) {
  const dialog = useConfirmedChange(
    deleteWebhookMutation,
    { id: applicationId, webhookId: webhook.id },
    {
      done: t`Webhook deleted`,
      failed: t`Failed to delete the webhook`,
      onClose,
    },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Delete the webhook?`}
      description={t`Nothing more is sent to its address, and what waits is dropped.`}
      confirmLabel={t`Delete the webhook`}
      busyLabel={t`Deleting...`}
    />
  );
}
