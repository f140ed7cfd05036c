import { msg, plural, t } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { BulkAction, SkipReason } from "#shared/pilots/bulk.ts";

export const SKIP_REASONS: Record<SkipReason, Message> = {
  gone: msg`The account is gone or locked`,
  member: msg`Already a member`,
  not_member: msg`Not a member`,
  owner: msg`Owns the group: transfer it first`,
  suspended: msg`Suspended`,
  unmet: msg`Does not meet the requirements`,
  unknown: msg`Not known whether the requirements are met`,
  blocked: msg`Accepts no invitations from this group`,
  invited: msg`Already invited`,
  requested: msg`Has asked to join: approve the request instead`,
  inbox_full: msg`Has too many unanswered invitations`,
  day_full: msg`You have too many unanswered invitations today`,
};

type Words = {
  title: (count: number) => string;
  titleOfOne: (name: string) => string;
  confirm: Message;
  confirmMany: (count: number) => string;
  busy: Message;
  effect: Message;
  done: (count: number, groupName: string) => string;
};

export const BULK_WORDS: Record<BulkAction, Words> = {
  invite: {
    title: (count) => t`Invite ${plural(count, { one: "# pilot", other: "# pilots" })} to a group`,
    titleOfOne: (name) => t`Invite ${name} to a group`,
    confirm: msg`Invite`,
    confirmMany: (count) => t`Invite ${count}`,
    busy: msg`Inviting...`,
    effect: msg`The players decide. Invitations expire after 7 days.`,
    done: (count, groupName) =>
      t`${plural(count, { one: "# pilot", other: "# pilots" })} invited to ${groupName}`,
  },
  add: {
    title: (count) => t`Add ${plural(count, { one: "# pilot", other: "# pilots" })} to a group`,
    titleOfOne: (name) => t`Add ${name} to a group`,
    confirm: msg({ context: "member", message: "Add" }),
    confirmMany: (count) => t`Add ${count}`,
    busy: msg`Adding...`,
    effect: msg`Members at once, whatever the join mode. The requirements apply, and each player is told.`,
    done: (count, groupName) =>
      t`${plural(count, { one: "# pilot", other: "# pilots" })} added to ${groupName}`,
  },
  remove: {
    title: (count) =>
      t`Remove ${plural(count, { one: "# pilot", other: "# pilots" })} from a group`,
    titleOfOne: (name) => t`Remove ${name} from a group`,
    confirm: msg({ context: "member", message: "Remove" }),
    confirmMany: (count) => t`Remove ${count}`,
    busy: msg({ context: "member", message: "Removing..." }),
    effect: msg`The memberships end now. Each player is told.`,
    done: (count, groupName) =>
      t`${plural(count, { one: "# pilot", other: "# pilots" })} removed from ${groupName}`,
  },
};
