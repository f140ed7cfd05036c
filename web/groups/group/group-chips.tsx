import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Group, GroupRole, JoinMode } from "#shared/groups/groups.ts";
import type { Enrolment } from "#shared/requirements/rule.ts";
import {
  AUTOMATIC_LABEL,
  JOIN_MODE_LABELS,
  ROLE_LABELS,
  EFFECTIVE_LABELS,
} from "#web/lib/labels.ts";
import { Chip } from "#web/ui/chip.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";
import type { Message } from "#shared/language/messages.ts";
import type { EffectiveVisibility, Visibility } from "#shared/groups/categories.ts";

type Joining = { joinMode: JoinMode; enrolment: Enrolment | null };

/** How a user becomes a member. An automatic group takes everyone who meets its requirements, whatever its join mode. */
export function JoinModeChip({ joinMode, enrolment }: Joining) {
  if (enrolment === "automatic") return <Chip icon="activity">{say(AUTOMATIC_LABEL)}</Chip>;
  return joinMode === "open" ? (
    <Chip>{say(JOIN_MODE_LABELS.open)}</Chip>
  ) : (
    <Chip icon="lock">{say(JOIN_MODE_LABELS[joinMode])}</Chip>
  );
}

/** The join mode as plain text, for tables. */
export function JoinModeText({ joinMode, enrolment }: Joining) {
  if (enrolment === "automatic") return say(AUTOMATIC_LABEL);
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      {joinMode !== "open" && <Icon name="lock" size={14} />}
      {say(JOIN_MODE_LABELS[joinMode])}
    </span>
  );
}

export function RoleChip({ groupRole }: { groupRole: GroupRole }) {
  if (groupRole === "owner") {
    return (
      <Chip tone="gold" icon="crown">
        {say(ROLE_LABELS.owner)}
      </Chip>
    );
  }
  return groupRole === "admin" ? (
    <Chip tone="signal" icon="shield">
      {say(ROLE_LABELS.admin)}
    </Chip>
  ) : (
    <Chip>{say(ROLE_LABELS.member)}</Chip>
  );
}

/** The signed-in user's role in the group, or pending invitation or request. */
export function MembershipChip({ group }: { group: Group }) {
  const membership = membershipOf(group);
  return (
    membership && (
      <span>
        <VisuallyHidden>{t`You:`} </VisuallyHidden>
        {membership}
      </span>
    )
  );
}

function membershipOf(group: Group) {
  if (group.isOwner) return <RoleChip groupRole="owner" />;
  if (group.isAdmin) return <RoleChip groupRole="admin" />;
  if (group.isMember) return <Chip tone="ok">{say(ROLE_LABELS.member)}</Chip>;
  if (group.pendingInvitationId) {
    return (
      <Chip tone="signal" icon="mail">
        {t`Invited`}
      </Chip>
    );
  }
  return group.pendingRequestId ? <Chip icon="clock">{t`Requested`}</Chip> : null;
}

export const CATEGORY_VISIBILITY_LABELS: Record<Visibility, Message> = {
  public: msg({ context: "category", message: "Public" }),
  hidden: msg({ context: "category", message: "Hidden" }),
  system: EFFECTIVE_LABELS.system,
};

/** System groups carry a warning mark, because their members do not know about them. */
export function VisibilityChip({ visibility }: { visibility: EffectiveVisibility }) {
  return <LabelChip isSystem={visibility === "system"} label={EFFECTIVE_LABELS[visibility]} />;
}

/** The chip of a category's visibility. */
export function CategoryChip({ visibility }: { visibility: Visibility }) {
  return (
    <LabelChip isSystem={visibility === "system"} label={CATEGORY_VISIBILITY_LABELS[visibility]} />
  );
}

function LabelChip({ isSystem, label }: { isSystem: boolean; label: Message }) {
  return <Chip tone={isSystem ? "warn" : "neutral"}>{say(label)}</Chip>;
}
