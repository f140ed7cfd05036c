import { msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { GroupEvent } from "#shared/events/activity.ts";
import type { GroupEventKind } from "#shared/events/kinds.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";

export const SECTIONS = {
  categories: msg`Categories`,
  community: msg`Community`,
  groups: msg`Groups`,
  members: msg`Members`,
  requirements: msg`Requirements`,
  operations: msg`Operations`,
  reviews: msg`Reviews`,
  watchlist: msg`Watchlist`,
  invitations: msg`Invitations and codes`,
};

type Names = {
  /** In all languages the one who acts, before the verb: "Someone outside the group" is no name. */
  actor: Name;
  /** Null for players outside the group: the log has no name of those who are neither members nor asking or invited. */
  subject: Name | null;
  group: Name;
  system: Name;
  category: Name;
  operation: Name;
  /** Null where Muster acted by itself. */
  by: GroupEvent["actor"];
  detail: GroupEvent["detail"];
};

/** Each kind with its place and its name in the filter of the log, and its sentence. */
export const GROUP_MESSAGES: Record<
  GroupEventKind,
  readonly [keyof typeof SECTIONS, Message, (names: Names) => Message]
> = {
  category_created: [
    "categories",
    msg`Category created`,
    ({ actor, category }) => msg`${actor} created the category ${category}`,
  ],
  category_updated: [
    "categories",
    msg`Category changed`,
    ({ actor, category }) => msg`${actor} changed the category ${category}`,
  ],
  category_deleted: [
    "categories",
    msg`Category deleted`,
    ({ actor, category }) => msg`${actor} deleted the category ${category}`,
  ],
  community_updated: [
    "community",
    msg`Community changed`,
    ({ actor }) => msg`${actor} changed the community`,
  ],
  community_move_undone: [
    "community",
    msg`Moving in undone`,
    ({ actor }) => msg`${actor} removed everything that had moved in`,
  ],
  watch_keepers_changed: [
    "watchlist",
    msg`Keepers changed`,
    ({ actor }) => msg`${actor} changed who keeps the watchlist`,
  ],
  watch_channel_changed: [
    "watchlist",
    msg`Channel of the watchlist changed`,
    ({ actor }) => msg`${actor} changed where hits of the watchlist are posted`,
  ],
  watch_entry_added: [
    "watchlist",
    msg`Watchlist entry added`,
    ({ actor }) => msg`${actor} added an entry to the watchlist`,
  ],
  watch_entry_changed: [
    "watchlist",
    msg`Watchlist entry changed`,
    ({ actor }) => msg`${actor} changed an entry of the watchlist`,
  ],
  watch_entry_removed: [
    "watchlist",
    msg`Watchlist entry removed`,
    ({ actor }) => msg`${actor} removed an entry from the watchlist`,
  ],
  watch_entry_ended: [
    "watchlist",
    msg`Watchlist entry ended`,
    () => msg`Muster ended an entry of the watchlist, because no keeper confirmed it`,
  ],
  watch_list_viewed: [
    "watchlist",
    msg`Watchlist read`,
    ({ actor }) => msg`${actor} read the watchlist`,
  ],
  watch_list_exported: [
    "watchlist",
    msg`Watchlist exported`,
    ({ actor }) => msg`${actor} exported the watchlist`,
  ],
  watch_list_imported: [
    "watchlist",
    msg`Watchlist imported`,
    ({ actor }) => msg`${actor} imported entries into the watchlist`,
  ],
  pilots_looked_up: [
    "community",
    msg`Names looked up`,
    ({ actor }) => msg`${actor} looked up who the pilots of a list of names are`,
  ],
  operation_planned: [
    "operations",
    msg`Operation planned`,
    ({ actor, operation }) => msg`${actor} planned the operation ${operation}`,
  ],
  operation_changed: [
    "operations",
    msg`Operation changed`,
    ({ actor, operation }) => msg`${actor} changed the operation ${operation}`,
  ],
  operation_cancelled: [
    "operations",
    msg`Operation cancelled`,
    ({ actor, operation }) => msg`${actor} cancelled the operation ${operation}`,
  ],
  operation_restored: [
    "operations",
    msg`Operation restored`,
    ({ actor, operation }) => msg`${actor} took back that the operation ${operation} is cancelled`,
  ],
  operation_attended: [
    "operations",
    msg`Participation noted`,
    ({ actor, operation }) => msg`${actor} noted who took part in the operation ${operation}`,
  ],
  loss_paid: [
    "operations",
    msg`Loss reimbursed`,
    ({ actor, operation }) => msg`${actor} noted that a loss of the operation ${operation} is paid`,
  ],
  loss_unpaid: [
    "operations",
    msg`Reimbursement taken back`,
    ({ actor, operation }) =>
      msg`${actor} took back that a loss of the operation ${operation} is paid`,
  ],
  operation_rules_changed: [
    "operations",
    msg`Planning changed`,
    ({ actor, group }) =>
      msg`${actor} changed who plans operations of ${group} and where they are shown`,
  ],
  group_created: [
    "groups",
    msg`Group created`,
    ({ actor, group }) => msg`${actor} created ${group}`,
  ],
  group_updated: [
    "groups",
    msg`Group changed`,
    ({ actor, group }) => msg`${actor} changed ${group}`,
  ],
  group_deleted: [
    "groups",
    msg`Group deleted`,
    ({ actor, group }) => msg`${actor} deleted ${group}`,
  ],
  ownership_transferred: [
    "groups",
    msg`Ownership transferred`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} transferred the ownership to someone outside the group`
        : msg`${actor} transferred the ownership to ${subject}`,
  ],
  admin_appointed: [
    "groups",
    msg`Admin appointed`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} made someone outside the group an admin`
        : msg`${actor} made ${subject} an admin`,
  ],
  admin_dismissed: [
    "groups",
    msg`Admin dismissed`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} removed the admin role of someone outside the group`
        : msg`${actor} removed the admin role of ${subject}`,
  ],
  group_moved_in: [
    "groups",
    msg`Group moved in`,
    ({ group, system }) => msg`Muster moved ${group} in from ${system}`,
  ],
  member_joined: [
    "members",
    msg`Member joined`,
    ({ by, actor, subject }) => {
      if (by !== null) return msg`${actor} joined`;
      return subject === null
        ? msg`Someone outside the group joined by meeting the requirements`
        : msg`${subject} joined by meeting the requirements`;
    },
  ],
  member_added: [
    "members",
    msg`Member added`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} added someone outside the group`
        : msg`${actor} added ${subject}`,
  ],
  member_left: ["members", msg`Member left`, ({ actor }) => msg`${actor} left`],
  member_removed: ["members", msg`Member removed`, removed],
  membership_end_set: [
    "members",
    msg`End of a membership set`,
    ({ actor, subject, detail }) => {
      if (detail.changes?.["endsAt"]?.to == null) {
        return subject === null
          ? msg`${actor} removed the end of the membership of someone outside the group`
          : msg`${actor} removed the end of the membership of ${subject}`;
      }
      return subject === null
        ? msg`${actor} changed the end of the membership of someone outside the group`
        : msg`${actor} changed the end of the membership of ${subject}`;
    },
  ],
  membership_ending: [
    "members",
    msg`Reminder of the end of a membership`,
    ({ subject }) =>
      subject === null
        ? msg`Muster reminded someone outside the group that the membership ends`
        : msg`Muster reminded ${subject} that the membership ends`,
  ],
  emergency_access_taken: [
    "members",
    msg`Emergency access taken`,
    ({ actor }) => msg`${actor} took emergency access`,
  ],
  request_made: ["members", msg`Request sent`, ({ actor }) => msg`${actor} requested to join`],
  request_waiting: [
    "members",
    msg`Request waiting`,
    ({ subject }) =>
      subject === null
        ? msg`Muster told the reviewers of a request that has waited for 3 days`
        : msg`Muster told the reviewers that ${subject} has waited for 3 days`,
  ],
  request_withdrawn: [
    "members",
    msg`Request withdrawn`,
    ({ actor }) => msg`${actor} withdrew the request to join`,
  ],
  request_approved: [
    "members",
    msg`Request approved`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} approved the request of someone outside the group`
        : msg`${actor} approved the request of ${subject}`,
  ],
  request_rejected: [
    "members",
    msg`Request rejected`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} rejected the request of someone outside the group`
        : msg`${actor} rejected the request of ${subject}`,
  ],
  approval_undone: [
    "members",
    msg`Approval undone`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} undid the approval of someone outside the group`
        : msg`${actor} undid the approval of ${subject}`,
  ],
  rejection_undone: [
    "members",
    msg`Rejection undone`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} undid the rejection of someone outside the group`
        : msg`${actor} undid the rejection of ${subject}`,
  ],
  member_moved_in: [
    "members",
    msg`Member moved in`,
    ({ subject, system }) =>
      subject === null
        ? msg`Someone outside the group moved in from ${system}`
        : msg`${subject} moved in from ${system}`,
  ],
  request_moved_in: [
    "members",
    msg`Request moved in`,
    ({ subject, system }) =>
      subject === null
        ? msg`Someone outside the group requested to join, and the request moved in from ${system}`
        : msg`${subject} requested to join, and the request moved in from ${system}`,
  ],
  requirements_updated: [
    "requirements",
    msg`Requirements changed`,
    ({ actor, detail: { rule = {} } }) => {
      if (rule.to === null) return msg`${actor} removed the requirements`;
      if (rule.from === null) return msg`${actor} added requirements`;
      return msg`${actor} changed the requirements`;
    },
  ],
  grace_started: [
    "requirements",
    msg`Grace period started`,
    ({ subject }) =>
      subject === null
        ? msg`Someone outside the group no longer meets the requirements`
        : msg`${subject} no longer meets the requirements`,
  ],
  grace_ended: [
    "requirements",
    msg`Requirements met again`,
    ({ subject }) =>
      subject === null
        ? msg`Someone outside the group meets the requirements again`
        : msg`${subject} meets the requirements again`,
  ],
  removals_held: [
    "requirements",
    msg`Removals held`,
    ({ by, actor, group, detail: { count } }) => {
      if (by === null) {
        return count === undefined
          ? msg`Muster holds removals from ${group}`
          : msg`Muster holds ${plural(count, { one: "# removal", other: "# removals" })} from ${group}`;
      }
      return count === undefined
        ? msg`${actor} asked for removals from ${group}, which Muster holds`
        : msg`${actor} asked for ${plural(count, { one: "# removal", other: "# removals" })} from ${group}, which Muster holds`;
    },
  ],
  removals_released: [
    "requirements",
    msg`Removals released`,
    ({ actor, group, detail: { count } }) =>
      count === undefined
        ? msg`${actor} released removals from ${group}`
        : msg`${actor} released ${plural(count, { one: "# removal", other: "# removals" })} from ${group}`,
  ],
  removals_discarded: [
    "requirements",
    msg`Removals discarded`,
    ({ actor, group, detail: { count } }) =>
      count === undefined
        ? msg`${actor} discarded removals from ${group}`
        : msg`${actor} discarded ${plural(count, { one: "# removal", other: "# removals" })} from ${group}`,
  ],
  review_opened: [
    "reviews",
    msg`Review began`,
    ({ by, actor, group }) =>
      by === null
        ? msg`The review of the members of ${group} began`
        : msg`${actor} began a review of the members of ${group}`,
  ],
  review_finished: [
    "reviews",
    msg`Review finished`,
    ({ by, actor, group, detail: { kept = 0, count = 0 } }) =>
      by === null
        ? msg`The review of ${group} ended: ${plural(kept, { one: "# kept", other: "# kept" })}, ${plural(count, { one: "# to remove", other: "# to remove" })}`
        : msg`${actor} finished the review of ${group}: ${plural(kept, { one: "# kept", other: "# kept" })}, ${plural(count, { one: "# to remove", other: "# to remove" })}`,
  ],
  request_handled: [
    "members",
    msg`Request taken up`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} chose who talks to someone outside the group`
        : msg`${actor} chose who talks to ${subject}`,
  ],
  sharing_changed: [
    "members",
    msg`Sharing changed`,
    ({ actor }) => msg`${actor} changed what they share with reviewers`,
  ],
  sharing_viewed: [
    "members",
    msg`Shared values read`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} looked at what someone outside the group shares`
        : msg`${actor} looked at what ${subject} shares`,
  ],
  note_written: [
    "members",
    msg`Note written`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} wrote a note about someone outside the group`
        : msg`${actor} wrote a note about ${subject}`,
  ],
  note_deleted: [
    "members",
    msg`Note deleted`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} deleted a note about someone outside the group`
        : msg`${actor} deleted a note about ${subject}`,
  ],
  form_updated: [
    "groups",
    msg`Form changed`,
    ({ actor, group }) => msg`${actor} changed the form of ${group}`,
  ],
  review_viewed: [
    "reviews",
    msg`Members read for a review`,
    ({ actor, group }) => msg`${actor} read the members of ${group} for a review`,
  ],
  invitation_sent: [
    "invitations",
    msg`Invitation sent`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} invited someone outside the group`
        : msg`${actor} invited ${subject}`,
  ],
  invitation_accepted: [
    "invitations",
    msg`Invitation accepted`,
    ({ actor }) => msg`${actor} accepted the invitation`,
  ],
  invitation_declined: [
    "invitations",
    msg`Invitation declined`,
    ({ actor }) => msg`${actor} declined the invitation`,
  ],
  invitation_revoked: [
    "invitations",
    msg`Invitation revoked`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} revoked the invitation of someone outside the group`
        : msg`${actor} revoked the invitation of ${subject}`,
  ],
  invitation_expired: [
    "invitations",
    msg`Invitation expired`,
    ({ subject }) =>
      subject === null
        ? msg`The invitation of someone outside the group expired`
        : msg`The invitation of ${subject} expired`,
  ],
  code_created: [
    "invitations",
    msg({ context: "event", message: "Invite code created" }),
    ({ actor }) => msg`${actor} created an invite code`,
  ],
  code_revoked: [
    "invitations",
    msg({ context: "event", message: "Invite code revoked" }),
    ({ actor }) => msg`${actor} revoked an invite code`,
  ],
  code_redeemed: [
    "invitations",
    msg`Invite code redeemed`,
    ({ actor }) => msg`${actor} joined with an invite code`,
  ],
};

function removed({ by, actor, subject, detail }: Names): Message {
  if (detail.until != null) {
    return subject === null
      ? msg`The membership of someone outside the group ended`
      : msg`The membership of ${subject} ended`;
  }
  if (by !== null) {
    return subject === null
      ? msg`${actor} removed someone outside the group`
      : msg`${actor} removed ${subject}`;
  }
  if (detail.reviewId !== undefined) {
    return subject === null
      ? msg`Someone outside the group was removed because a review ended without a decision to keep them`
      : msg`${subject} was removed because a review ended without a decision to keep them`;
  }
  return subject === null
    ? msg`Someone outside the group was removed for not meeting the requirements`
    : msg`${subject} was removed for not meeting the requirements`;
}

/** The event as one sentence, without a full stop. */
export function sentenceOf(event: GroupEvent): Piece[] {
  const { kind, actor, subject, groupName, categoryName, detail } = event;
  const isOutside = subject !== null && subject.userId === null && subject.name === null;
  const said = sentence(
    GROUP_MESSAGES[kind][2]({
      actor: { name: actorName(actor) },
      subject: isOutside ? null : { name: subject?.name ?? say(UNKNOWN_USER) },
      group: { name: groupName ?? t({ context: "instead of its name", message: "a group" }) },
      system: {
        name: detail.movedFrom ?? t({ context: "instead of its name", message: "another system" }),
      },
      operation: {
        name: detail.title ?? t({ context: "instead of its name", message: "an operation" }),
      },
      category: {
        name: categoryName ?? t({ context: "instead of its name", message: "a category" }),
      },
      by: actor,
      detail,
    }),
  );
  const whole = changedBack(said, detail);
  return detail.undone === undefined
    ? whole
    : sentence(msg`${ph({ event: whole })} to undo earlier actions`);
}

function actorName(actor: GroupEvent["actor"]): string {
  if (actor === null) return "Muster";
  return actor.name ?? (actor.userId === null ? t`Someone outside the group` : say(UNKNOWN_USER));
}

/** The sentence of an event. Repeated edits may have left everything as it was. */
export function changedBack(event: Piece[], { changes }: GroupEvent["detail"]): Piece[] {
  if (changes === undefined || Object.keys(changes).length > 0) return event;
  return sentence(msg`${event} and changed everything back`);
}

/** The use limit of a new invite code. */
export function termsOf({ kind, detail }: GroupEvent): { useLimit: string } | undefined {
  if (kind !== "code_created") return undefined;
  const { useLimit } = detail;
  return {
    useLimit:
      useLimit == null ? t`unlimited uses` : plural(useLimit, { one: "# use", other: "# uses" }),
  };
}
