import { t } from "#web/language/macros.ts";
import { useNavigate } from "react-router";
import type { Application } from "#shared/applications/applications.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { DeleteDialog } from "#web/ui/dialog/delete-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { deleteMutation } from "./queries.ts";

type DeletionProps = { application: Application; onClose: () => void };

export default function Deletion({ application, onClose }: DeletionProps) {
  const { id, name } = application;
  const navigate = useNavigate();
  const { act, isPending, failure } = useAction(
    deleteMutation,
    t`Failed to delete the application`,
  );
  return (
    <DeleteDialog
      title={t`Delete the application`}
      what="application"
      name={name}
      isBusy={isPending}
      error={failure}
      onClose={onClose}
      onConfirm={() =>
        void act(id, {
          onSuccess: () => {
            toast.success(t`Application deleted`);
            void navigate(paths.adminApplications);
          },
        })
      }
    >
      <ConsequencesOf act="application" id={id} onLeave={onClose} />
    </DeleteDialog>
  );
}
