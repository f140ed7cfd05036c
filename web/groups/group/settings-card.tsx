import { lazy, Suspense, useState } from "react";
import type { Group } from "#shared/groups/groups.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";

const EditDialog = lazy(() => import("./edit-group-dialog.tsx"));
const DeleteDialog = lazy(() => import("./delete-group-dialog.tsx"));

export default function SettingsCard({ group, listPath }: { group: Group; listPath: string }) {
  const [open, setOpen] = useState<"edit" | "delete">();
  const close = () => setOpen(undefined);
  return (
    <Card title="Settings">
      <div className="grid gap-2">
        {group.can.edit && (
          <Button icon={<Icon name="edit" />} onClick={() => setOpen("edit")}>
            Edit Group
          </Button>
        )}
        {group.can.delete && (
          <Button variant="danger" icon={<Icon name="trash" />} onClick={() => setOpen("delete")}>
            Delete Group
          </Button>
        )}
      </div>
      <Suspense>
        {open === "edit" && <EditDialog group={group} onClose={close} />}
        {open === "delete" && <DeleteDialog group={group} listPath={listPath} onClose={close} />}
      </Suspense>
    </Card>
  );
}
