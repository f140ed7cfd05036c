import type { ActivityKind } from "#shared/activity.ts";

/** All event kinds as the filter offers them. */
export const KIND_GROUPS: readonly {
  label: string;
  kinds: Partial<Record<ActivityKind, string>>;
}[] = [
  {
    label: "Categories",
    kinds: {
      category_created: "Category created",
      category_updated: "Category changed",
      category_deleted: "Category deleted",
    },
  },
  { label: "Community", kinds: { community_updated: "Community changed" } },
  {
    label: "Groups",
    kinds: {
      group_created: "Group created",
      group_updated: "Group changed",
      group_deleted: "Group deleted",
      ownership_transferred: "Ownership transferred",
      admin_appointed: "Admin appointed",
      admin_dismissed: "Admin dismissed",
      group_moved_in: "Group moved in",
    },
  },
  {
    label: "Members",
    kinds: {
      member_joined: "Member joined",
      member_added: "Member added",
      member_left: "Member left",
      member_removed: "Member removed",
      request_made: "Request sent",
      request_withdrawn: "Request withdrawn",
      request_approved: "Request approved",
      request_rejected: "Request rejected",
      approval_undone: "Approval undone",
      rejection_undone: "Rejection undone",
      member_moved_in: "Member moved in",
      request_moved_in: "Request moved in",
    },
  },
  {
    label: "Requirements",
    kinds: {
      requirements_updated: "Requirements changed",
      grace_started: "Grace period started",
      grace_ended: "Requirements met again",
      removals_held: "Removals held",
      removals_released: "Removals released",
      removals_discarded: "Removals discarded",
    },
  },
  {
    label: "Invitations and codes",
    kinds: {
      invitation_sent: "Invitation sent",
      invitation_accepted: "Invitation accepted",
      invitation_declined: "Invitation declined",
      invitation_revoked: "Invitation revoked",
      invitation_expired: "Invitation expired",
      code_created: "Invite code created",
      code_revoked: "Invite code revoked",
      code_redeemed: "Invite code redeemed",
    },
  },
  {
    label: "Accounts",
    kinds: {
      account_created: "Account created",
      character_linked: "Character linked",
      character_unlinked: "Character unlinked",
      character_sold: "Character sold",
      character_acquired: "Character acquired",
      character_returned: "Character returned",
      account_taken_back: "Account taken back",
      main_changed: "Main changed",
      session_ended: "Session ended",
      sessions_ended: "Other sessions ended",
      sessions_revoked: "All sessions of a user ended",
      pilot_viewed: "Page of a pilot opened",
      discord_linked: "Discord linked",
      discord_unlinked: "Discord unlinked",
      group_blocked: "Group blocked",
      group_unblocked: "Group allowed again",
      account_exported: "Data downloaded",
      account_deleted: "Account deleted",
      account_absorbed: "Account merged into another",
      accounts_merged: "Accounts merged",
      administrator_confirmed: "Administrator confirmed",
      user_suspended: "User suspended",
      suspension_lifted: "Suspension lifted",
      account_moved_in: "Account moved in",
      affiliation_changed: "Corporation or alliance changed",
      token_lost: "Token lost",
      token_restored: "Character authorized again",
      administrator_added: "Administrator added",
      administrator_removed: "Administrator removed",
    },
  },
  {
    label: "Corporations",
    kinds: {
      corporation_added: "Corporation added",
      corporation_updated: "Corporation changed",
      corporation_removed: "Corporation removed",
      director_added: "Director added",
      director_updated: "Director changed",
      director_removed: "Director removed",
      director_healthy: "Director healthy",
      director_unhealthy: "Director unhealthy",
      roster_viewed: "Members read",
    },
  },
  {
    label: "Discord servers",
    kinds: {
      server_added: "Server set up",
      server_updated: "Server changed",
      server_removed: "Server removed",
      server_switched_on: "Server switched on",
      server_switched_off: "Server switched off",
      server_joined: "Server joined",
      roles_changed: "Roles changed",
      drift_decided: "Changes by hand decided",
      role_removals_held: "Role removals held",
      role_removals_released: "Role removals released",
      role_removals_discarded: "Role removals discarded",
    },
  },
  {
    label: "Applications",
    kinds: {
      application_added: "Application added",
      application_updated: "Application changed",
      application_removed: "Application deleted",
      application_switched_on: "Application switched on",
      application_switched_off: "Application switched off",
      application_secret_replaced: "Secret replaced",
      application_sessions_ended: "Sessions at an application ended",
      application_signed_in: "Signed in to an application",
      application_refused: "Sign-in to an application refused",
      application_cancelled: "Sign-in to an application cancelled",
      application_consented: "Application allowed",
      application_consent_ended: "Access of an application ended",
      signing_keys_rotated: "Signing keys replaced",
      api_token_created: "API token created",
      api_token_revoked: "API token revoked",
      webhook_added: "Webhook added",
      webhook_updated: "Webhook changed",
      webhook_removed: "Webhook removed",
    },
  },
];

const KINDS = new Set(KIND_GROUPS.flatMap(({ kinds }) => Object.keys(kinds)));

export function isActivityKind(text: string): text is ActivityKind {
  return KINDS.has(text);
}
