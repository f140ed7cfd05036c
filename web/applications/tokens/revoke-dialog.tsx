import { Trans, ph, t } from "#web/language/macros.ts";
import type { ApiToken } from "#shared/applications/tokens.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { revokeTokenMutation } from "./queries.ts";

type RevokeDialogProps = { applicationId: string; token: ApiToken; onClose: () => void };

export default function RevokeDialog({ applicationId, token, onClose }: RevokeDialogProps) {
  const dialog = useConfirmedChange(
    revokeTokenMutation,
    { id: applicationId, tokenId: token.id },
    {
      done: t`Token ${ph({ tokenName: token.name })} revoked`,
      failed: t`Failed to revoke the token`,
      onClose,
    },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Revoke the token?`}
      description={
        <Trans>
          Programs that use <bdi className="font-medium">{ph({ tokenName: token.name })}</bdi> are
          refused from now on.
        </Trans>
      }
      confirmLabel={t`Revoke the token`}
      busyLabel={t`Revoking...`}
    />
  );
}
