import { t } from "#web/language/macros.ts";
import { changeWatchEntrySchema } from "#shared/watchlist.ts";
import type { WatchEntry } from "#shared/watchlist.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { check } from "#web/lib/form/use-input.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { Preview } from "./preview.tsx";
import { changeEntryMutation } from "./queries.ts";
import { problemsOfTerms, TermsFields, toRequest } from "./terms-fields.tsx";
import type { Terms } from "./terms-fields.tsx";

type ChangeDialogProps = { entry: WatchEntry; onClose: () => void };

/** Changes the terms of an entry. Another day confirms it. */
export default function ChangeDialog({ entry, onClose }: ChangeDialogProps) {
  const { id, name, level, reason, link } = entry;
  const until = entry.until.slice(0, 10);
  const { input, problems, set, dialog } = useForm({
    initial: { level, reason, link: link ?? "", until },
    validate: (typed: Terms) => {
      const { days, ...rest } = toRequest(typed);
      const request = typed.until === until ? rest : { ...rest, days };
      const checked = check(changeWatchEntrySchema, request);
      return "value" in checked
        ? { value: { id, ...checked.value } }
        : { problems: problemsOfTerms({ days: undefined, ...checked.problems }) };
    },
    mutation: changeEntryMutation,
    failed: t`Failed to save the entry`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      onClose={onClose}
      title={t`Change the entry of ${name}`}
      confirmLabel={t`Save`}
      busyLabel={t`Saving...`}
    >
      <TermsFields terms={input} problems={problems} onChange={set} />
      {input.level !== level && <Preview of={{ ...entry, level: input.level }} />}
    </ConfirmDialog>
  );
}
