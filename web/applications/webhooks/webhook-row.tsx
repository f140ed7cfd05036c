import { Trans, t } from "#web/language/macros.ts";
import { enumerated } from "#web/lib/enumerated.ts";
import { sayShared } from "#web/language/shared-words.ts";
import type { Webhook } from "#shared/applications/webhooks.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { EveMoment } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { saveWebhookMutation, testMutation } from "./queries.ts";

type WebhookRowProps = {
  applicationId: string;
  webhook: Webhook;
  onReplace: () => void;
  onDelete: () => void;
};

export function WebhookRow({ applicationId, webhook, onReplace, onDelete }: WebhookRowProps) {
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
          {!isOn && (
            <Chip icon="pause">
              <Trans>Off</Trans>
            </Chip>
          )}
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
