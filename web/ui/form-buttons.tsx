import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

type FormButtonsProps = {
  label: string;
  busyLabel: string;
  isBusy: boolean;
  failure: string | undefined;
  onCancel: () => void;
};

/** The end of a form in a dialog: why it did not work, the way out, and the way on. */
export function FormButtons({ label, busyLabel, isBusy, failure, onCancel }: FormButtonsProps) {
  return (
    <>
      {failure !== undefined && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap justify-end gap-2 pb-4">
        <Button isDisabled={isBusy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" isBusy={isBusy} busyLabel={busyLabel}>
          {label}
        </Button>
      </div>
    </>
  );
}
