import { InviteForm } from "./invite-form.tsx";
import { PendingInvitations } from "./pending-invitations.tsx";

/** Invites by name, and lists who has not answered yet. */
export default function InvitationsPanel({ groupId }: { groupId: string }) {
  return (
    <>
      <div className="border-b border-line-faint p-4">
        <InviteForm groupId={groupId} />
      </div>
      <PendingInvitations groupId={groupId} />
    </>
  );
}
