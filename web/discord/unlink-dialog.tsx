import { t } from "#web/language/macros.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { unlinkMutation } from "./queries.ts";

type Props = { name: string; onClose: () => void };

export default function UnlinkDiscordDialog({ name, onClose }: Props) {
  const unlink = useConfirmedChange(unlinkMutation, undefined, {
    done: t`Discord account unlinked`,
    failed: t`Failed to unlink Discord`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...unlink}
      isDangerous
      title={t`Unlink ${name}?`}
      description={t`Muster deletes its data on this Discord account and revokes its permission. Your groups do not change. You can link the account again at any time.`}
      confirmLabel={t`Unlink`}
      busyLabel={t`Unlinking...`}
    />
  );
}
