import { Plural, Trans, ph, t } from "#web/language/macros.ts";
import { lazy, Suspense } from "react";
import type { Application } from "#shared/applications/applications.ts";
import { COUNT_LIMIT } from "#shared/applications/counts.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { mostCounted } from "./count-text.ts";
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
    { failed: t`Failed to switch the application off`, onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Switch the application off?`}
      confirmLabel={t`Switch off`}
      busyLabel={t`Switching off...`}
    >
      <ConsequencesOf act="application_off" id={id} onLeave={onClose} />
    </ConfirmDialog>
  );
}

function EndDialog({ application: { id, name, sessions }, onClose }: DialogProps) {
  const dialog = useConfirmedChange(endSessionsMutation, id, {
    done: t`All sessions ended`,
    failed: t`Failed to end the sessions`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`End all sessions?`}
      description={
        sessions < COUNT_LIMIT ? (
          <Trans>
            <Plural value={sessions} one="# session" other="# sessions" /> at <bdi>{name}</bdi> end.
            An application without a back-channel logout keeps its own sessions until it renews
            them.
          </Trans>
        ) : (
          <Trans>
            {ph({ count: mostCounted() })}+ sessions at <bdi>{name}</bdi> end. An application
            without a back-channel logout keeps its own sessions until it renews them.
          </Trans>
        )
      }
      confirmLabel={t`End all sessions`}
      busyLabel={t`Ending...`}
    />
  );
}
