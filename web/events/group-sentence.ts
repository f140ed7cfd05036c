import { msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#shared/language/messages.ts";
import type { GroupEvent } from "#shared/events/activity.ts";
import type { GroupEventKind } from "#shared/events/kinds.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";

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

/** The name of a kind in the filter of the log, and its sentence. */
type Messages = readonly [Message, (names: Names) => Message];
type Kinds = Partial<Record<GroupEventKind, Messages>>;

const CATEGORIES = {
  category_created: [
    msg`Category created`,
    ({ actor, category }) => msg`${actor} created the category ${category}`,
  ],
  category_updated: [
    msg`Category changed`,
    ({ actor, category }) => msg`${actor} changed the category ${category}`,
  ],
  category_deleted: [
    msg`Category deleted`,
    ({ actor, category }) => msg`${actor} deleted the category ${category}`,
  ],
} satisfies Kinds;

const COMMUNITY = {
  community_updated: [msg`Community changed`, ({ actor }) => msg`${actor} changed the community`],
  community_move_undone: [
    msg`Moving in undone`,
    ({ actor }) => msg`${actor} removed everything that had moved in`,
  ],
  pilots_looked_up: [
    msg`Names looked up`,
    ({ actor }) => msg`${actor} looked up who the pilots of a list of names are`,
  ],
} satisfies Kinds;

const WATCHLIST = {
  watch_keepers_changed: [
    msg`Keepers changed`,
    ({ actor }) => msg`${actor} changed who keeps the watchlist`,
  ],
  watch_channel_changed: [
    msg`Channel of the watchlist changed`,
    ({ actor }) => msg`${actor} changed where hits of the watchlist are posted`,
  ],
  watch_entry_added: [
    msg`Watchlist entry added`,
    ({ actor }) => msg`${actor} added an entry to the watchlist`,
  ],
  watch_entry_changed: [
    msg`Watchlist entry changed`,
    ({ actor }) => msg`${actor} changed an entry of the watchlist`,
  ],
  watch_entry_removed: [
    msg`Watchlist entry removed`,
    ({ actor }) => msg`${actor} removed an entry from the watchlist`,
  ],
  watch_entry_ended: [
    msg`Watchlist entry ended`,
    () => msg`Muster ended an entry of the watchlist, because no keeper confirmed it`,
  ],
  watch_list_viewed: [msg`Watchlist read`, ({ actor }) => msg`${actor} read the watchlist`],
  watch_list_exported: [
    msg`Watchlist exported`,
    ({ actor }) => msg`${actor} exported the watchlist`,
  ],
  watch_list_imported: [
    msg`Watchlist imported`,
    ({ actor }) => msg`${actor} imported entries into the watchlist`,
  ],
} satisfies Kinds;

const OPERATIONS = {
  operation_planned: [
    msg`Operation planned`,
    ({ actor, operation }) => msg`${actor} planned the operation ${operation}`,
  ],
  operation_changed: [
    msg`Operation changed`,
    ({ actor, operation }) => msg`${actor} changed the operation ${operation}`,
  ],
  operation_cancelled: [
    msg`Operation cancelled`,
    ({ actor, operation }) => msg`${actor} cancelled the operation ${operation}`,
  ],
  operation_restored: [
    msg`Operation restored`,
    ({ actor, operation }) => msg`${actor} took back that the operation ${operation} is cancelled`,
  ],
  operation_attended: [
    msg`Participation noted`,
    ({ actor, operation }) => msg`${actor} noted who took part in the operation ${operation}`,
  ],
  loss_paid: [
    msg`Loss reimbursed`,
    ({ actor, operation }) => msg`${actor} noted that a loss of the operation ${operation} is paid`,
  ],
  loss_unpaid: [
    msg`Reimbursement taken back`,
    ({ actor, operation }) =>
      msg`${actor} took back that a loss of the operation ${operation} is paid`,
  ],
  operation_rules_changed: [
    msg`Planning changed`,
    ({ actor, group }) =>
      msg`${actor} changed who plans operations of ${group} and where they are shown`,
  ],
} satisfies Kinds;

const GROUPS = {
  group_created: [msg`Group created`, ({ actor, group }) => msg`${actor} created ${group}`],
  group_updated: [msg`Group changed`, ({ actor, group }) => msg`${actor} changed ${group}`],
  group_deleted: [msg`Group deleted`, ({ actor, group }) => msg`${actor} deleted ${group}`],
  ownership_transferred: [
    msg`Ownership transferred`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} transferred the ownership to someone outside the group`
        : msg`${actor} transferred the ownership to ${subject}`,
  ],
  admin_appointed: [
    msg`Admin appointed`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} made someone outside the group an admin`
        : msg`${actor} made ${subject} an admin`,
  ],
  admin_dismissed: [
    msg`Admin dismissed`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} removed the admin role of someone outside the group`
        : msg`${actor} removed the admin role of ${subject}`,
  ],
  group_moved_in: [
    msg`Group moved in`,
    ({ group, system }) => msg`Muster moved ${group} in from ${system}`,
  ],
  form_updated: [
    msg`Form changed`,
    ({ actor, group }) => msg`${actor} changed the form of ${group}`,
  ],
} satisfies Kinds;

const MEMBERS = {
  member_joined: [
    msg`Member joined`,
    ({ by, actor, subject }) => {
      if (by !== null) return msg`${actor} joined`;
      return subject === null
        ? msg`Someone outside the group joined by meeting the requirements`
        : msg`${subject} joined by meeting the requirements`;
    },
  ],
  member_added: [
    msg`Member added`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} added someone outside the group`
        : msg`${actor} added ${subject}`,
  ],
  member_left: [msg`Member left`, ({ actor }) => msg`${actor} left`],
  member_removed: [msg`Member removed`, removed],
  membership_end_set: [
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
    msg`Reminder of the end of a membership`,
    ({ subject }) =>
      subject === null
        ? msg`Muster reminded someone outside the group that the membership ends`
        : msg`Muster reminded ${subject} that the membership ends`,
  ],
  emergency_access_taken: [
    msg`Emergency access taken`,
    ({ actor }) => msg`${actor} took emergency access`,
  ],
  request_made: [
    msg`Request sent`,
    ({ actor, detail }) =>
      detail.isExtension ? msg`${actor} asked to stay` : msg`${actor} requested to join`,
  ],
  request_waiting: [
    msg`Request waiting`,
    ({ subject }) =>
      subject === null
        ? msg`Muster told the reviewers of a request that has waited for 3 days`
        : msg`Muster told the reviewers that ${subject} has waited for 3 days`,
  ],
  request_withdrawn: [
    msg`Request withdrawn`,
    ({ actor, detail }) =>
      detail.isExtension
        ? msg`${actor} withdrew the request to stay`
        : msg`${actor} withdrew the request to join`,
  ],
  request_approved: [
    msg`Request approved`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} approved the request of someone outside the group`
        : msg`${actor} approved the request of ${subject}`,
  ],
  request_rejected: [
    msg`Request rejected`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} rejected the request of someone outside the group`
        : msg`${actor} rejected the request of ${subject}`,
  ],
  approval_undone: [
    msg`Approval undone`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} undid the approval of someone outside the group`
        : msg`${actor} undid the approval of ${subject}`,
  ],
  rejection_undone: [
    msg`Rejection undone`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} undid the rejection of someone outside the group`
        : msg`${actor} undid the rejection of ${subject}`,
  ],
  member_moved_in: [
    msg`Member moved in`,
    ({ subject, system }) =>
      subject === null
        ? msg`Someone outside the group moved in from ${system}`
        : msg`${subject} moved in from ${system}`,
  ],
  request_moved_in: [
    msg`Request moved in`,
    ({ subject, system }) =>
      subject === null
        ? msg`Someone outside the group requested to join, and the request moved in from ${system}`
        : msg`${subject} requested to join, and the request moved in from ${system}`,
  ],
  request_handled: [
    msg`Request taken up`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} chose who talks to someone outside the group`
        : msg`${actor} chose who talks to ${subject}`,
  ],
  sharing_changed: [
    msg`Sharing changed`,
    ({ actor }) => msg`${actor} changed what they share with reviewers`,
  ],
  sharing_viewed: [
    msg`Shared values read`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} looked at what someone outside the group shares`
        : msg`${actor} looked at what ${subject} shares`,
  ],
  note_written: [
    msg`Note written`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} wrote a note about someone outside the group`
        : msg`${actor} wrote a note about ${subject}`,
  ],
  note_deleted: [
    msg`Note deleted`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} deleted a note about someone outside the group`
        : msg`${actor} deleted a note about ${subject}`,
  ],
} satisfies Kinds;

const REQUIREMENTS = {
  requirements_updated: [
    msg`Requirements changed`,
    ({ actor, detail: { rule = {} } }) => {
      if (rule.to === null) return msg`${actor} removed the requirements`;
      if (rule.from === null) return msg`${actor} added requirements`;
      return msg`${actor} changed the requirements`;
    },
  ],
  grace_started: [
    msg`Grace period started`,
    ({ subject }) =>
      subject === null
        ? msg`Someone outside the group no longer meets the requirements`
        : msg`${subject} no longer meets the requirements`,
  ],
  grace_ended: [
    msg`Requirements met again`,
    ({ subject }) =>
      subject === null
        ? msg`Someone outside the group meets the requirements again`
        : msg`${subject} meets the requirements again`,
  ],
  removals_held: [
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
    msg`Removals released`,
    ({ actor, group, detail: { count } }) =>
      count === undefined
        ? msg`${actor} released removals from ${group}`
        : msg`${actor} released ${plural(count, { one: "# removal", other: "# removals" })} from ${group}`,
  ],
  removals_discarded: [
    msg`Removals discarded`,
    ({ actor, group, detail: { count } }) =>
      count === undefined
        ? msg`${actor} discarded removals from ${group}`
        : msg`${actor} discarded ${plural(count, { one: "# removal", other: "# removals" })} from ${group}`,
  ],
} satisfies Kinds;

const REVIEWS = {
  review_opened: [
    msg`Review began`,
    ({ by, actor, group }) =>
      by === null
        ? msg`The review of the members of ${group} began`
        : msg`${actor} began a review of the members of ${group}`,
  ],
  review_finished: [
    msg`Review finished`,
    ({ by, actor, group, detail: { kept = 0, count = 0 } }) =>
      by === null
        ? msg`The review of ${group} ended: ${plural(kept, { one: "# kept", other: "# kept" })}, ${plural(count, { one: "# to remove", other: "# to remove" })}`
        : msg`${actor} finished the review of ${group}: ${plural(kept, { one: "# kept", other: "# kept" })}, ${plural(count, { one: "# to remove", other: "# to remove" })}`,
  ],
  review_viewed: [
    msg`Members read for a review`,
    ({ actor, group }) => msg`${actor} read the members of ${group} for a review`,
  ],
} satisfies Kinds;

const INVITATIONS = {
  invitation_sent: [
    msg`Invitation sent`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} invited someone outside the group`
        : msg`${actor} invited ${subject}`,
  ],
  invitation_accepted: [
    msg`Invitation accepted`,
    ({ actor }) => msg`${actor} accepted the invitation`,
  ],
  invitation_declined: [
    msg`Invitation declined`,
    ({ actor }) => msg`${actor} declined the invitation`,
  ],
  invitation_revoked: [
    msg`Invitation revoked`,
    ({ actor, subject }) =>
      subject === null
        ? msg`${actor} revoked the invitation of someone outside the group`
        : msg`${actor} revoked the invitation of ${subject}`,
  ],
  invitation_expired: [
    msg`Invitation expired`,
    ({ subject }) =>
      subject === null
        ? msg`The invitation of someone outside the group expired`
        : msg`The invitation of ${subject} expired`,
  ],
  code_created: [
    msg({ context: "event", message: "Invite code created" }),
    ({ actor }) => msg`${actor} created an invite code`,
  ],
  code_revoked: [
    msg({ context: "event", message: "Invite code revoked" }),
    ({ actor }) => msg`${actor} revoked an invite code`,
  ],
  code_redeemed: [
    msg`Invite code redeemed`,
    ({ actor }) => msg`${actor} joined with an invite code`,
  ],
} satisfies Kinds;

/** The kinds as the filter of the log groups them. */
export const GROUP_SECTIONS: readonly { key: string; title: Message; kinds: Kinds }[] = [
  { key: "categories", title: msg`Categories`, kinds: CATEGORIES },
  { key: "community", title: msg`Community`, kinds: COMMUNITY },
  { key: "watchlist", title: msg`Watchlist`, kinds: WATCHLIST },
  { key: "operations", title: msg`Operations`, kinds: OPERATIONS },
  { key: "groups", title: msg`Groups`, kinds: GROUPS },
  { key: "members", title: msg`Members`, kinds: MEMBERS },
  { key: "requirements", title: msg`Requirements`, kinds: REQUIREMENTS },
  { key: "reviews", title: msg`Reviews`, kinds: REVIEWS },
  { key: "invitations", title: msg`Invitations and codes`, kinds: INVITATIONS },
];

const GROUP_MESSAGES: Record<GroupEventKind, Messages> = {
  ...CATEGORIES,
  ...COMMUNITY,
  ...WATCHLIST,
  ...OPERATIONS,
  ...GROUPS,
  ...MEMBERS,
  ...REQUIREMENTS,
  ...REVIEWS,
  ...INVITATIONS,
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
    GROUP_MESSAGES[kind][1]({
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
