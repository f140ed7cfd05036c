import { msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { EffectiveVisibility, GroupCreation, Visibility } from "#shared/groups/categories.ts";
import type { GroupRole, JoinMode } from "#shared/groups/groups.ts";
import type { OperationKind } from "#shared/operations/operations.ts";

export const VISIBILITY_LABELS: Record<Visibility, Message> = {
  public: msg`Public`,
  hidden: msg`Hidden`,
  system: msg`System`,
};

/** The visibility that applies to a group. */
export const EFFECTIVE_LABELS: Record<EffectiveVisibility, Message> = {
  ...VISIBILITY_LABELS,
  qualified: msg`Qualified only`,
};

export const JOIN_MODE_LABELS: Record<JoinMode, Message> = {
  open: msg`Open`,
  approval: msg`Approval`,
  invitation_only: msg`Invitation Only`,
};

export const AUTOMATIC_LABEL = msg`Automatic`;

export const GROUP_CREATION_LABELS: Record<GroupCreation, Message> = {
  anyone: msg`Anyone`,
  admin_only: msg`Admin Only`,
};

export const ROLE_LABELS: Record<GroupRole, Message> = {
  owner: msg`Owner`,
  admin: msg`Admin`,
  member: msg`Member`,
};

export const OPERATION_KIND_LABELS: Record<OperationKind, Message> = {
  fleet: msg`Fleet`,
  timer: msg`Timer`,
  moon: msg`Moon`,
  meeting: msg`Meeting`,
};

/** Shown instead of the name of a category that only system administrators see. */
export const SYSTEM_CATEGORY = msg`System category`;

/** Shown instead of a name: a locked account has no main character. */
export const UNKNOWN_USER = msg`Unknown User`;

/** The name of a user's main character. */
export const userName = (name: string | null | undefined): string => name ?? say(UNKNOWN_USER);
