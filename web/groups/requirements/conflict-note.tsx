import { Trans, t } from "#web/language/macros.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";

type ConflictNoteProps = { changes: string[]; onLoad: () => void };

/** Another person has saved the requirements in the meantime. What is written here stays, and can still be saved. */
export function ConflictNote({ changes, onLoad }: ConflictNoteProps) {
  return (
    <Alert
      tone="warn"
      title={t`The requirements were changed while you edited them`}
      action={
        <Button size="sm" onClick={onLoad}>
          <Trans>Discard mine and load theirs</Trans>
        </Button>
      }
    >
      <ul className="my-1 list-disc pl-5">
        {changes.map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
      <p>
        <Trans>Your changes are kept here. Saving them replaces what was changed.</Trans>
      </p>
    </Alert>
  );
}
