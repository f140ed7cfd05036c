import { useState } from "react";
import { calledAddressProblem } from "#shared/applications/addresses.ts";
import type { CreateWebhook } from "#shared/applications/webhooks.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { FieldError, TextField } from "#web/ui/form/field.tsx";
import { createWebhookMutation } from "./queries.ts";
import { TOPIC_TEXTS } from "./topic-texts.ts";

type WebhookDialogProps = {
  applicationId: string;
  onClose: () => void;
  /** Receives the signing secret, which is shown once. */
  onCreated: (secret: string) => void;
};

const EMPTY: CreateWebhook = { url: "", topics: TOPIC_TEXTS.map(({ topic }) => topic) };

export default function WebhookDialog({ applicationId, onClose, onCreated }: WebhookDialogProps) {
  const create = useAction(createWebhookMutation, "Failed to add the webhook");
  const [input, setInput] = useState(EMPTY);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const set = (changed: Partial<CreateWebhook>) => {
    setInput({ ...input, ...changed });
    setProblems({});
  };
  const send = () => {
    const url = input.url.trim();
    const problem = calledAddressProblem(url);
    if (problem !== undefined) {
      setProblems({ url: problem });
      return;
    }
    void create.act(
      { id: applicationId, ...input, url },
      {
        onRefusal: setProblems,
        onSuccess: ({ secret }) => {
          onCreated(secret);
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen
      title="New webhook"
      description="Muster posts signed JSON to the address, and tries again for a day if it does not answer."
      confirmLabel="Add the webhook"
      busyLabel="Adding..."
      isBusy={create.isPending}
      error={Object.keys(problems).length > 0 ? undefined : create.failure}
      onConfirm={send}
      onClose={onClose}
    >
      <TextField
        label="Address"
        hint="https, and reachable from the internet"
        required
        placeholder="https://"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={input.url}
        error={problems["url"]}
        onChange={({ target }) => set({ url: target.value })}
      />
      <fieldset aria-describedby={problems["topics"] === undefined ? undefined : "topics-error"}>
        <legend className="mb-1.5 text-sm font-medium">It hears</legend>
        {TOPIC_TEXTS.map(({ topic, text }) => (
          <div key={topic} className="py-1">
            <label className="flex min-h-7.5 w-fit cursor-pointer items-center gap-2 max-md:min-h-11">
              <input
                type="checkbox"
                className="shrink-0"
                aria-describedby={`hint-${topic}`}
                checked={input.topics.includes(topic)}
                onChange={({ target }) =>
                  set({
                    topics: target.checked
                      ? [...input.topics, topic]
                      : input.topics.filter((other) => other !== topic),
                  })
                }
              />
              <code className="text-sm">{topic}</code>
            </label>
            <p id={`hint-${topic}`} className="pl-6 text-sm text-text-2">
              {text}
            </p>
          </div>
        ))}
        {problems["topics"] !== undefined && (
          <FieldError id="topics-error">{problems["topics"]}</FieldError>
        )}
      </fieldset>
    </ConfirmDialog>
  );
}
