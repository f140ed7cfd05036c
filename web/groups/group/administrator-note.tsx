import type { Group } from "#shared/groups.ts";
import { Alert } from "#web/ui/alert.tsx";

/** Whoever may edit a group without owning it administrates this Muster: the group is not theirs. */
export function AdministratorNote({ group: { can, isOwner, ownerName } }: { group: Group }) {
  if (isOwner || !can.edit) return null;
  return (
    <div className="mb-4">
      <Alert title="You are viewing this group as a system administrator">
        It belongs to {ownerName ?? "somebody else"}. What you do here stands in the group's
        activity log, with your name.
      </Alert>
    </div>
  );
}
