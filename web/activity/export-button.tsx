import { Trans, t } from "#web/language/macros.ts";
import { mutationOptions } from "@tanstack/react-query";
import { useAction } from "#web/lib/form/use-action.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { exportActivity } from "./queries.ts";
import type { ActivityFilters } from "./use-activity-filters.ts";

const exportMutation = mutationOptions({ mutationFn: exportActivity });

/** Exports all entries that match the filters, not only the loaded ones. */
export function ExportButton({ filters }: { filters: ActivityFilters }) {
  const { act, isPending, failure } = useAction(exportMutation, t`Failed to export the activity`);
  return (
    <>
      {failure !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <Button
        size="sm"
        icon={<Icon name="download" />}
        isBusy={isPending}
        busyLabel={t`Exporting...`}
        onClick={() => act(filters, { onSuccess: save })}
      >
        <Trans>Export CSV</Trans>
      </Button>
    </>
  );
}

function save(file: Blob) {
  saveFile(file, `muster-activity-${new Date().toISOString().slice(0, 10)}.csv`);
}
