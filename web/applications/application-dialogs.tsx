import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Application } from "#shared/applications/applications.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
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
  const { act, isPending, failure } = useAction(
    switchMutation(useQueryClient(), id),
    "Failed to switch the application off",
  );
  return (
    <ConfirmDialog
      isOpen
      title="Switch the application off?"
      description="No player can sign in there with Muster, its API tokens stop working, and no webhook is sent, until you switch it on again."
      confirmLabel="Switch off"
      busyLabel="Switching off..."
      isBusy={isPending}
      error={failure}
      onClose={onClose}
      onConfirm={() => void act({ isOn: false, version }, { onSuccess: onClose })}
    />
  );
}

function EndDialog({ application: { id, name, sessions }, onClose }: DialogProps) {
  const { act, isPending, failure } = useAction(
    endSessionsMutation(useQueryClient(), id),
    "Failed to end the sessions",
  );
  return (
    <ConfirmDialog
      isOpen
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
      isBusy={isPending}
      error={failure}
      onClose={onClose}
      onConfirm={() =>
        void act(undefined, {
          onSuccess: () => {
            toast.success("All sessions ended");
            onClose();
          },
        })
      }
    />
  );
}
