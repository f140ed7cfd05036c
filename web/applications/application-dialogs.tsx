import { Plural, Trans, ph, t } from "#web/language/macros.ts";
import type { Application } from "#shared/applications/applications.ts";
import { COUNT_LIMIT } from "#shared/applications/counts.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { mostCounted } from "./application-summary.tsx";
import {
  endApplicationSessionsMutation,
  switchApplicationMutation,
  saveApplicationMutation,
  deleteMutation,
} from "./queries.ts";
import { useForm } from "#web/lib/form/use-form.ts";
import { TextareaField, TextField } from "#web/ui/form/form.tsx";
import { useNavigate } from "react-router";
import { paths } from "#web/lib/paths.ts";
import { DeleteDialog } from "#web/ui/delete-dialog.tsx";

export type ApplicationDialog = "edit" | "off" | "end" | "delete";

type DialogProps = { application: Application; onClose: () => void };

const DIALOGS = { edit: EditDialog, off: OffDialog, end: EndDialog, delete: Deletion };

export function ApplicationDialogs(props: DialogProps & { open: ApplicationDialog }) {
  const { open, ...rest } = props;
  const Dialog = DIALOGS[open];
  return <Dialog {...rest} />;
}

function OffDialog({ application: { id, version }, onClose }: DialogProps) {
  const dialog = useConfirmedChange(
    switchApplicationMutation,
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
  const dialog = useConfirmedChange(endApplicationSessionsMutation, id, {
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

/** What players read when they sign in. */
function EditDialog({ application, onClose }: DialogProps) {
  const { id, version } = application;
  const { input, problems, set, dialog } = useForm({
    initial: { name: application.name, description: application.description ?? "" },
    validate: ({ name, description }) => ({
      value: { id, version, name: name.trim(), description: description.trim() || null },
    }),
    mutation: saveApplicationMutation,
    failed: t`Failed to save the change`,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Edit the application`}
      description={t`Players read both when they sign in.`}
      confirmLabel={t`Save`}
      busyLabel={t`Saving...`}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        required
        dir="auto"
        autoComplete="off"
        value={input.name}
        error={problems.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextareaField
        label={t`Description`}
        hint={t`What it is for`}
        dir="auto"
        rows={3}
        value={input.description}
        error={problems.description}
        onChange={({ target }) => set({ description: target.value })}
      />
    </ConfirmDialog>
  );
}

function Deletion({ application, onClose }: DialogProps) {
  const { id, name } = application;
  const navigate = useNavigate();
  const dialog = useConfirmedChange(deleteMutation, id, {
    done: t`Application deleted`,
    onDone: () => void navigate(paths.adminApplications),
    failed: t`Failed to delete the application`,
    onClose,
  });
  return (
    <DeleteDialog {...dialog} title={t`Delete the application`} what="application" name={name}>
      <ConsequencesOf act="application" id={id} onLeave={onClose} />
    </DeleteDialog>
  );
}
