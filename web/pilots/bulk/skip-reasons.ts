import type { BulkAction, SkipReason } from "#shared/pilots/bulk.ts";

export const SKIP_REASONS: Record<SkipReason, string> = {
  gone: "The account is gone or locked",
  member: "Already a member",
  not_member: "Not a member",
  owner: "Owns the group: transfer it first",
  suspended: "Suspended",
  unmet: "Does not meet the requirements",
  unknown: "Not known whether the requirements are met",
  blocked: "Accepts no invitations from this group",
  invited: "Already invited",
  requested: "Has asked to join: approve the request instead",
  inbox_full: "Has too many unanswered invitations",
  day_full: "You have too many unanswered invitations today",
};

type Words = { title: (who: string) => string; confirm: string; busy: string; effect: string };

export const BULK_WORDS: Record<BulkAction, Words> = {
  invite: {
    title: (who) => `Invite ${who} to a group`,
    confirm: "Invite",
    busy: "Inviting...",
    effect: "The players decide. Invitations expire after 7 days.",
  },
  add: {
    title: (who) => `Add ${who} to a group`,
    confirm: "Add",
    busy: "Adding...",
    effect:
      "Members at once, whatever the join mode. The requirements apply, and each player is told.",
  },
  remove: {
    title: (who) => `Remove ${who} from a group`,
    confirm: "Remove",
    busy: "Removing...",
    effect: "The memberships end now. Each player is told.",
  },
};
