import { formatCount } from "#web/lib/format.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type ApproveAllDialogProps = {
  count: number;
  groupName: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Forty pilots are let in with one tap, but not by accident. */
export default function ApproveAllDialog(props: ApproveAllDialogProps) {
  const { count, groupName, onConfirm, onClose } = props;
  return (
    <ConfirmDialog
      isOpen
      title={`Approve ${formatCount(count, "request")}?`}
      description={
        <>
          Everybody in this list becomes a member of{" "}
          <bdi className="font-medium wrap-anywhere text-text-1">{groupName}</bdi>. Who cannot be
          let in stays in the list, with the reason.
        </>
      }
      confirmLabel="Approve all"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
