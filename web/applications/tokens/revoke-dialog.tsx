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
      done: `Token ${token.name} revoked`,
      failed: "Failed to revoke the token",
      onClose,
    },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title="Revoke the token?"
      description={
        <>
          What uses <bdi className="font-medium">{token.name}</bdi> is refused from now on.
        </>
      }
      confirmLabel="Revoke the token"
      busyLabel="Revoking..."
    />
  );
}
