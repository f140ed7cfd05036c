import { Trans, ph, t, msg } from "#web/language/macros.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Application } from "#shared/applications/applications.ts";
import type { Webhook, CreateWebhook, WebhookTopic } from "#shared/applications/webhooks.ts";
import { SecretNote } from "#web/ui/for-programs.tsx";
import { itemsOf } from "#web/lib/api/pages.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink, IconButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { DeliveryList } from "./delivery-list.tsx";
import {
  deliveriesQuery,
  webhooksQuery,
  saveWebhookMutation,
  testMutation,
  createWebhookMutation,
  replaceWebhookSecretMutation,
  deleteWebhookMutation,
} from "./webhook-queries.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { sayShared, say } from "#web/language/messages.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { toast } from "#web/ui/feedback/toast.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { calledAddressProblem } from "#shared/applications/addresses.ts";
import { AddressField } from "./fields.tsx";
import { useForm } from "#web/lib/form/use-form.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { CheckboxList } from "#web/ui/form/choices.tsx";
import type { Message } from "#shared/language/messages.ts";

const SHOWN = 5;

/** Addresses that hear what happens, and what they answered last. */
export default function WebhooksCard({ application: { id } }: { application: Application }) {
  const { data, isPending, refetch } = useQuery(webhooksQuery(id));
  const [isCreating, setIsCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [replaced, setReplaced] = useState<Webhook>();
  const [deleted, setDeleted] = useState<Webhook>();
  return (
    <Card
      isFlush
      anchor="application-webhooks"
      title={t`Webhooks`}
      actions={
        <Button size="sm" onClick={() => setIsCreating(true)}>
          {t`New webhook`}
        </Button>
      }
    >
      {secret !== undefined && (
        <div className="p-4">
          <SecretNote
            title={t`Copy the signing secret now. It is shown once.`}
            secret={secret}
            kept={t`Muster keeps it encrypted, to sign with.`}
            what={t`the signing secret`}
            onStored={() => setSecret(undefined)}
          />
        </div>
      )}
      {isPending ? (
        <RowsSkeleton label={t`Loading the webhooks`} rows={2} />
      ) : !data ? (
        <LoadFailed title={t`The webhooks could not be loaded`} onRetry={refetch} />
      ) : data.items.length === 0 ? (
        <p className="px-4 py-3 text-text-2">
          <Trans>
            No webhooks yet. With one, the application is told at once when a member joins or
            leaves.
          </Trans>
        </p>
      ) : (
        <>
          <ul aria-label={t`Webhooks`} className="divide-y divide-line-faint">
            {data.items.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                applicationId={id}
                webhook={webhook}
                onReplace={() => setReplaced(webhook)}
                onDelete={() => setDeleted(webhook)}
              />
            ))}
          </ul>
          <LatestDeliveries applicationId={id} />
        </>
      )}
      {isCreating && (
        <WebhookDialog
          applicationId={id}
          onClose={() => setIsCreating(false)}
          onCreated={setSecret}
        />
      )}
      {replaced && (
        <ReplaceWebhookSecretDialog
          applicationId={id}
          webhook={replaced}
          onClose={() => setReplaced(undefined)}
          onReplaced={setSecret}
        />
      )}
      {deleted && (
        <DeleteWebhookDialog
          applicationId={id}
          webhook={deleted}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Card>
  );
}

function LatestDeliveries({ applicationId }: { applicationId: string }) {
  const list = useInfiniteQuery(deliveriesQuery(applicationId));
  const counts = list.data?.pages[0]?.counts;
  const items = itemsOf(list.data).slice(0, SHOWN);
  if (!counts) {
    if (!list.isError) return null;
    return <LoadFailed title={t`The deliveries could not be loaded`} onRetry={list.refetch} />;
  }
  return (
    <section className="border-t border-line-faint" aria-labelledby="deliveries">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
        <h3 id="deliveries" className="font-ui text-sm font-medium tracking-normal">
          {t`Latest deliveries`}
        </h3>
        {counts.waiting > 0 && (
          <Chip tone="warn">
            <Trans>{ph({ waiting: formatInteger(counts.waiting) })} waiting</Trans>
          </Chip>
        )}
        <ButtonLink
          size="sm"
          variant="ghost"
          className="ml-auto"
          to={paths.adminDeliveries(applicationId)}
        >
          {t`All deliveries`}
        </ButtonLink>
      </header>
      <DeliveryList
        applicationId={applicationId}
        deliveries={items}
        maxTries={list.data?.pages[0]?.maxTries ?? 0}
      />
      <p className="border-t border-line-faint px-4 py-2.5 text-xs text-text-2">
        <Trans>
          Last 7 days: {ph({ delivered: formatInteger(counts.delivered) })} delivered,{" "}
          {ph({ waiting: formatInteger(counts.waiting) })} waiting,{" "}
          {ph({ failed: formatInteger(counts.failed) })} given up
        </Trans>
      </p>
    </section>
  );
}

type WebhookRowProps = {
  applicationId: string;
  webhook: Webhook;
  onReplace: () => void;
  onDelete: () => void;
};

function WebhookRow({ applicationId, webhook, onReplace, onDelete }: WebhookRowProps) {
  const { id, url, topics, isOn, formerEndsAt } = webhook;
  const subject = { id: applicationId, webhookId: id };
  const test = useAction(testMutation, t`Failed to send a test`);
  const turn = useAction(saveWebhookMutation, t`Failed to switch the webhook`);
  const failure =
    test.failure ?? turn.failure ?? (webhook.failure === null ? null : sayShared(webhook.failure));
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1.5 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <code className="min-w-0 text-sm wrap-anywhere">{url}</code>
          {!isOn && <Chip icon="pause">{t`Off`}</Chip>}
        </p>
        <p className="text-sm wrap-anywhere text-text-2">{enumerated(topics)}</p>
        {formerEndsAt !== null && (
          <p className="text-sm text-text-2">
            <Trans>
              The old secret signs too until <EveMoment at={formerEndsAt} />
            </Trans>
          </p>
        )}
        {failure !== null && <p className="text-sm wrap-anywhere text-danger">{failure}</p>}
      </div>
      {isOn ? (
        <Button
          size="sm"
          variant="ghost"
          isBusy={test.isPending}
          busyLabel={t`Sending...`}
          onClick={() =>
            void test.act(subject, { onSuccess: () => toast.success(t`The test is on its way`) })
          }
        >
          <Trans>
            Send a test<VisuallyHidden> to {url}</VisuallyHidden>
          </Trans>
        </Button>
      ) : (
        <Button
          size="sm"
          isBusy={turn.isPending}
          busyLabel={t`Switching on...`}
          onClick={() => void turn.act({ ...subject, isOn: true })}
        >
          <Trans>
            Switch on<VisuallyHidden> {url}</VisuallyHidden>
          </Trans>
        </Button>
      )}
      {isOn && (
        <IconButton
          icon="pause"
          size="sm"
          label={t`Switch off ${url}`}
          isBusy={turn.isPending}
          onClick={() => void turn.act({ ...subject, isOn: false })}
        />
      )}
      <IconButton
        icon="key"
        size="sm"
        label={t`Replace the signing secret of ${url}`}
        onClick={onReplace}
      />
      <IconButton icon="trash" size="sm" label={t`Delete ${url}`} onClick={onDelete} />
    </li>
  );
}

/** What each topic tells, for administrators. */
export const TOPIC_TEXTS: readonly { value: WebhookTopic; hint: Message }[] = [
  { value: "member.joined", hint: msg`A member joined one of the groups it is told about` },
  { value: "member.left", hint: msg`A member left one, or was removed` },
  { value: "grace.started", hint: msg`A member no longer meets the requirements` },
  { value: "main.changed", hint: msg`A player who allowed it chose another main` },
  { value: "character.linked", hint: msg`A player who allowed it linked a character` },
  { value: "character.unlinked", hint: msg`A player who allowed it unlinked or sold a character` },
  { value: "pilot.suspended", hint: msg`A player who allowed it was suspended` },
  { value: "pilot.restored", hint: msg`A suspension was lifted before its end` },
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

function WebhookDialog({ applicationId, onClose, onCreated }: WebhookDialogProps) {
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

function ReplaceWebhookSecretDialog(props: ReplaceWebhookSecretDialogProps) {
  const { applicationId, webhook, onClose, onReplaced } = props;
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

function DeleteWebhookDialog({ applicationId, webhook, onClose }: DeleteDialogProps) {
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
