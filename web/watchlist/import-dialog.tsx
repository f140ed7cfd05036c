import { Trans, ph, plural, t } from "#web/language/macros.ts";
import { useState } from "react";
import { enumerated, sentenceGap } from "#web/lib/enumerated.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { importMutation } from "./queries.ts";
import { readTable } from "./watchlist-table.ts";
import type { ReadTable } from "./watchlist-table.ts";

const MOST_LINES = 20;

/** A table of entries: what is understood, and which lines are not, before anything is written. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [table, setTable] = useState<ReadTable>();
  const [problem, setProblem] = useState<string>();
  const { act, isPending, failure } = useAction(importMutation, t`Failed to import the table`);
  const entries = table?.entries ?? [];
  const choose = async (file: File | undefined) => {
    const read = file && readTable(await file.text(), serverNow());
    setTable(read);
    setProblem(
      file && !read
        ? t`The file must be a CSV with the columns subject, eveId, name and reason.`
        : undefined,
    );
  };
  const bring = () => {
    if (entries.length === 0) return setProblem(t`Choose a file with at least one entry.`);
    void act(entries, {
      onSuccess: (added) => {
        toast.success(
          plural({ added }, { one: "# entry was added", other: "# entries were added" }),
        );
        onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      isOpen
      isBusy={isPending}
      error={failure}
      title={t`Import a table`}
      description={t`A table in the form of the export. Nothing is saved before you confirm.`}
      confirmLabel={
        entries.length === 0
          ? t`Import`
          : plural({ count: entries.length }, { one: "Import # entry", other: "Import # entries" })
      }
      busyLabel={t`Importing...`}
      onConfirm={bring}
      onClose={onClose}
    >
      <TextField
        type="file"
        accept=".csv,text/csv"
        className="[&_input]:pt-1.5 max-md:[&_input]:pt-2.5"
        label={t`CSV file`}
        error={problem}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      <output className="grid gap-2 empty:hidden">{table && <Understood table={table} />}</output>
    </ConfirmDialog>
  );
}

function Understood({ table: { entries, refused } }: { table: ReadTable }) {
  const refusing = entries.filter(({ level }) => level === "refuse").length;
  const more = refused.length - MOST_LINES;
  return (
    <>
      <p>
        {plural(
          { count: entries.length },
          { one: "# entry is understood.", other: "# entries are understood." },
        )}
        {sentenceGap()}
        <Trans>What is on the list already stays as it is.</Trans>
      </p>
      {refusing > 0 && (
        <Alert tone="warn">
          {plural(refusing, {
            one: "# entry refuses: pilots that it hits lose their memberships.",
            other: "# entries refuse: pilots that they hit lose their memberships.",
          })}
        </Alert>
      )}
      {refused.length > 0 && (
        <div className="text-sm">
          <p className="font-medium">
            {plural(
              { count: refused.length },
              { one: "# line is left out:", other: "# lines are left out:" },
            )}
          </p>
          <ul className="list-disc pl-5 text-text-2">
            {refused.slice(0, MOST_LINES).map(({ line, columns }) => (
              <li key={line}>
                <Trans>
                  Line {line}: {ph({ columns: enumerated(columns) })}
                </Trans>
              </li>
            ))}
            {more > 0 && <li>{plural(more, { one: "and # other", other: "and # others" })}</li>}
          </ul>
        </div>
      )}
    </>
  );
}
