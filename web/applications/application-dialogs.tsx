import { lazy, Suspense } from "react";
import type { Application } from "#shared/applications/applications.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { countText } from "./count-text.ts";
import { EditDialog } from "./edit-dialog.tsx";
import { endSessionsMutation, switchMutation } from "./queries.ts";

const Deletion = lazy(() => import("./delete-application-dialog.tsx"));

export type ApplicationDialog = "edit" | "off" | "end" | "delete";

type DialogProps = { application: Application; onClose: () => void };

const DIALOGS = { edit: EditDialog, off: OffDialog, end: EndDialog, delete: Deletion };

export default function ApplicationDialogs(props: DialogProps & { open: ApplicationDialog }) {
  const { open, ...rest } = props;
  const Dialog = DIALOGS[open];
  return (
    <Suspense>
      <Dialog {...rest} />
    </Suspense>
  );
}

function OffDialog({ application: { id, version }, onClose }: DialogProps) {
  const dialog = useConfirmedChange(
    switchMutation,
    { id, isOn: false, version },
    { failed: "Failed to switch the application off", onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      title="Switch the application off?"
      description="No player can sign in there with Muster, its API tokens stop working, and no webhook is sent, until you switch it on again."
      confirmLabel="Switch off"
      busyLabel="Switching off..."
    />
  );
}

function EndDialog({ application: { id, name, sessions }, onClose }: DialogProps) {
  const dialog = useConfirmedChange(endSessionsMutation, id, {
    done: "All sessions ended",
    failed: "Failed to end the sessions",
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title="End all sessions?"
      description={
        <>
          {countText(sessions, "session")} at <bdi>{name}</bdi> end. An application without a
          back-channel logout keeps its own sessions until it renews them.
        </>
      }
      confirmLabel="End all sessions"
      busyLabel="Ending..."
    />
  );
}
