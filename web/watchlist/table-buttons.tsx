import { Trans, t } from "#web/language/macros.ts";
import { lazy, Suspense, useState } from "react";
import { useAction } from "#web/lib/form/use-action.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { exportMutation } from "./queries.ts";

// One file with the dialog of a new entry: the first page names every file.
const ImportDialog = lazy(async () => ({
  default: (await import("./entry-dialog.tsx")).ImportDialog,
}));

/** The whole list as a table, and a table into the list. */
export function TableButtons() {
  const [isImporting, setIsImporting] = useState(false);
  const { act, isPending, failure } = useAction(exportMutation, t`Failed to export the watchlist`);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Icon name="download" />}
          isBusy={isPending}
          busyLabel={t`Exporting...`}
          onClick={() =>
            act(undefined, { onSuccess: (file) => saveFile(file, "muster-watchlist.csv") })
          }
        >
          <Trans>Export CSV</Trans>
        </Button>
        <Button size="sm" icon={<Icon name="plus" />} onClick={() => setIsImporting(true)}>
          <Trans>Import CSV</Trans>
        </Button>
      </div>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <Suspense>{isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}</Suspense>
    </>
  );
}
