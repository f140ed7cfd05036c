import type { Group, GroupRole, JoinMode } from "#shared/groups/groups.ts";
import type { Enrolment } from "#shared/requirements/rule.ts";
import { AUTOMATIC_LABEL, JOIN_MODE_LABELS, ROLE_LABELS } from "#web/lib/labels.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

type Joining = { joinMode: JoinMode; enrolment: Enrolment | null };

/** How one becomes a member. An automatic group takes everyone who meets its requirements, whatever its join mode. */
export function JoinModeChip({ joinMode, enrolment }: Joining) {
  if (enrolment === "automatic") return <Chip icon="activity">{AUTOMATIC_LABEL}</Chip>;
  return joinMode === "open" ? (
    <Chip>{JOIN_MODE_LABELS.open}</Chip>
  ) : (
    <Chip icon="lock">{JOIN_MODE_LABELS[joinMode]}</Chip>
  );
}

/** The join mode as plain text, for tables. */
export function JoinModeText({ joinMode, enrolment }: Joining) {
  if (enrolment === "automatic") return AUTOMATIC_LABEL;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {joinMode !== "open" && <Icon name="lock" size={14} />}
      {JOIN_MODE_LABELS[joinMode]}
    </span>
  );
}

export function RoleChip({ groupRole }: { groupRole: GroupRole }) {
  if (groupRole === "owner") {
    return (
      <Chip tone="gold" icon="crown">
        {ROLE_LABELS.owner}
      </Chip>
    );
  }
  return groupRole === "admin" ? (
    <Chip tone="signal" icon="shield">
      {ROLE_LABELS.admin}
    </Chip>
  ) : (
    <Chip>{ROLE_LABELS.member}</Chip>
  );
}

/** The signed-in user's role in the group, or pending invitation or request. */
export function MembershipChip({ group }: { group: Group }) {
  const membership = membershipOf(group);
  return (
    membership && (
      <span>
        <VisuallyHidden>You: </VisuallyHidden>
        {membership}
      </span>
    )
  );
}

function membershipOf(group: Group) {
  if (group.isOwner) return <RoleChip groupRole="owner" />;
  if (group.isAdmin) return <RoleChip groupRole="admin" />;
  if (group.isMember) return <Chip tone="ok">{ROLE_LABELS.member}</Chip>;
  if (group.pendingInvitationId) {
    return (
      <Chip tone="signal" icon="mail">
        Invited
      </Chip>
    );
  }
  return group.pendingRequestId ? <Chip icon="clock">Requested</Chip> : null;
}
