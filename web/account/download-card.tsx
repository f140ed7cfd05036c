import { Trans, t } from "#web/language/macros.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { exportMutation } from "./queries.ts";

export function DownloadCard() {
  const { act, isPending, failure } = useAction(exportMutation, t`Failed to download your data`);
  const onSuccess = (file: Blob) => {
    saveFile(file, `muster-account-${new Date().toISOString().slice(0, 10)}.json`);
    toast.success(t`Your data was downloaded`);
  };
  return (
    <Card anchor="your-data" title={t`Your data`}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[65ch] text-text-2">
          <Trans>
            One JSON file with everything Muster keeps about you: your characters with their sheets
            and permissions, Discord, sessions, groups, requests, invitations, and the log of what
            you did. Secrets are not included.
          </Trans>
        </p>
        {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
        <Button
          icon={<Icon name="download" />}
          isBusy={isPending}
          busyLabel={t`Collecting...`}
          onClick={() => act(undefined, { onSuccess })}
        >
          <Trans>Download your data</Trans>
        </Button>
      </div>
    </Card>
  );
}
