import { Trans, ph, t } from "#web/language/macros.ts";
import { sentenceGap } from "#web/lib/enumerated.ts";
import type { Group } from "#shared/groups/groups.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";

type LeaveDialogProps = { group: Group; onClose: () => void; onConfirm: () => void };

export default function LeaveDialog({ group, onClose, onConfirm }: LeaveDialogProps) {
  const wayBack =
    group.joinMode === "approval"
      ? t`To come back, you have to request to join again.`
      : t`To come back, you need an invitation or an invite code.`;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t`Leave group`}
      description={
        <>
          <Trans>
            You will no longer be a member of{" "}
            <bdi className="wrap-anywhere">{ph({ groupName: group.name })}</bdi>.
          </Trans>
          {sentenceGap()}
          {wayBack}
        </>
      }
      confirmLabel={t`Leave group`}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
