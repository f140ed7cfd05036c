import { formatCount } from "#web/lib/format.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";

type ApproveAllDialogProps = {
  count: number;
  groupName: string;
  onConfirm: () => void;
  onClose: () => void;
};

export default function ApproveAllDialog(props: ApproveAllDialogProps) {
  const { count, groupName, onConfirm, onClose } = props;
  return (
    <ConfirmDialog
      isOpen
      title={`Approve ${formatCount(count, "request")}?`}
      description={
        <>
          All pilots in this list become members of{" "}
          <bdi className="font-medium wrap-anywhere text-text-1">{groupName}</bdi>. Requests that
          fail stay in the list, with the reason.
        </>
      }
      confirmLabel="Approve all"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
