import type { GroupEvent } from "#shared/events/activity.ts";
import type { GroupEventKind } from "#shared/events/kinds.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { formatCount, formatInteger } from "#web/lib/format.ts";
import type { Piece } from "#web/lib/sentence.ts";

const template =
  (strings: TemplateStringsArray, ...names: ((event: GroupEvent) => string)[]) =>
  (event: GroupEvent): Piece[] =>
    strings.flatMap((text, index): Piece[] => {
      const nameOf = names[index];
      const name: Piece[] = nameOf ? [{ name: nameOf(event) }] : [];
      return text === "" ? name : [text, ...name];
    });

/** The log has no name of those who are neither members of the group nor asking or invited. */
const OUTSIDER = "someone outside the group";
const actor = ({ actor }: GroupEvent) =>
  actor === null
    ? "Muster"
    : (actor.name ?? (actor.userId === null ? "Someone outside the group" : UNKNOWN_USER));
const subject = ({ subject }: GroupEvent) =>
  subject?.name ?? (subject?.userId === null ? OUTSIDER : UNKNOWN_USER);
const group = ({ groupName }: GroupEvent) => groupName ?? "a group";
const system = ({ detail }: GroupEvent) => detail.movedFrom ?? "another system";
const category = ({ categoryName }: GroupEvent) => categoryName ?? "a category";

type Section =
  | "Categories"
  | "Community"
  | "Groups"
  | "Members"
  | "Requirements"
  | "Reviews"
  | "Invitations and codes";

/** Each kind with its place and its name in the filter of the log, and its sentence. */
export const GROUP_MESSAGES: Record<
  GroupEventKind,
  readonly [Section, string, (event: GroupEvent) => Piece[]]
> = {
  category_created: [
    "Categories",
    "Category created",
    template`${actor} created the category ${category}`,
  ],
  category_updated: [
    "Categories",
    "Category changed",
    template`${actor} changed the category ${category}`,
  ],
  category_deleted: [
    "Categories",
    "Category deleted",
    template`${actor} deleted the category ${category}`,
  ],
  community_updated: ["Community", "Community changed", template`${actor} changed the community`],
  community_move_undone: [
    "Community",
    "Moving in undone",
    template`${actor} removed everything that had moved in`,
  ],
  group_created: ["Groups", "Group created", template`${actor} created ${group}`],
  group_updated: ["Groups", "Group changed", template`${actor} changed ${group}`],
  group_deleted: ["Groups", "Group deleted", template`${actor} deleted ${group}`],
  ownership_transferred: [
    "Groups",
    "Ownership transferred",
    template`${actor} transferred the ownership to ${subject}`,
  ],
  admin_appointed: ["Groups", "Admin appointed", template`${actor} made ${subject} an admin`],
  admin_dismissed: [
    "Groups",
    "Admin dismissed",
    template`${actor} removed the admin role of ${subject}`,
  ],
  group_moved_in: ["Groups", "Group moved in", template`Muster moved ${group} in from ${system}`],
  member_joined: [
    "Members",
    "Member joined",
    (event) =>
      event.actor === null
        ? template`${subject} joined by meeting the requirements`(event)
        : template`${actor} joined`(event),
  ],
  member_added: ["Members", "Member added", template`${actor} added ${subject}`],
  member_left: ["Members", "Member left", template`${actor} left`],
  member_removed: [
    "Members",
    "Member removed",
    (event) =>
      event.detail.until != null
        ? template`The membership of ${subject} ended`(event)
        : event.actor !== null
          ? template`${actor} removed ${subject}`(event)
          : event.detail.reviewId !== undefined
            ? template`${subject} was removed because a review ended without a decision to keep them`(
                event,
              )
            : template`${subject} was removed for not meeting the requirements`(event),
  ],
  membership_end_set: [
    "Members",
    "End of a membership set",
    (event) =>
      event.detail.changes?.["endsAt"]?.to == null
        ? template`${actor} removed the end of the membership of ${subject}`(event)
        : template`${actor} changed the end of the membership of ${subject}`(event),
  ],
  membership_ending: [
    "Members",
    "End of a membership reminded",
    template`Muster reminded ${subject} that the membership ends`,
  ],
  emergency_access_taken: [
    "Members",
    "Emergency access taken",
    template`${actor} took emergency access`,
  ],
  request_made: ["Members", "Request sent", template`${actor} requested to join`],
  request_withdrawn: [
    "Members",
    "Request withdrawn",
    template`${actor} withdrew the request to join`,
  ],
  request_approved: [
    "Members",
    "Request approved",
    template`${actor} approved the request of ${subject}`,
  ],
  request_rejected: [
    "Members",
    "Request rejected",
    template`${actor} rejected the request of ${subject}`,
  ],
  approval_undone: [
    "Members",
    "Approval undone",
    template`${actor} undid the approval of ${subject}`,
  ],
  rejection_undone: [
    "Members",
    "Rejection undone",
    template`${actor} undid the rejection of ${subject}`,
  ],
  member_moved_in: ["Members", "Member moved in", template`${subject} moved in from ${system}`],
  request_moved_in: [
    "Members",
    "Request moved in",
    template`${subject} requested to join, and the request moved in from ${system}`,
  ],
  requirements_updated: [
    "Requirements",
    "Requirements changed",
    (event) => {
      const { from, to } = event.detail.rule ?? {};
      if (to === null) return template`${actor} removed the requirements`(event);
      if (from === null) return template`${actor} added requirements`(event);
      return template`${actor} changed the requirements`(event);
    },
  ],
  grace_started: [
    "Requirements",
    "Grace period started",
    template`${subject} no longer meets the requirements`,
  ],
  grace_ended: [
    "Requirements",
    "Requirements met again",
    template`${subject} meets the requirements again`,
  ],
  removals_held: [
    "Requirements",
    "Removals held",
    (event) => [
      ...(event.actor === null ? ["Muster holds "] : template`${actor} asked for `(event)),
      `${removals(event)} from `,
      { name: group(event) },
      ...(event.actor === null ? [] : [", which Muster holds"]),
    ],
  ],
  removals_released: ["Requirements", "Removals released", (event) => decided(event, "released")],
  removals_discarded: [
    "Requirements",
    "Removals discarded",
    (event) => decided(event, "discarded"),
  ],
  review_opened: [
    "Reviews",
    "Review began",
    (event) =>
      event.actor === null
        ? template`The review of the members of ${group} began`(event)
        : template`${actor} began a review of the members of ${group}`(event),
  ],
  review_finished: [
    "Reviews",
    "Review finished",
    (event) => [
      ...(event.actor === null
        ? template`The review of ${group} ended`(event)
        : template`${actor} finished the review of ${group}`(event)),
      `: ${formatInteger(event.detail.kept ?? 0)} kept, ${formatInteger(event.detail.count ?? 0)} to remove`,
    ],
  ],
  request_handled: ["Members", "Request taken up", template`${actor} said who talks to ${subject}`],
  sharing_changed: [
    "Members",
    "Sharing changed",
    template`${actor} changed what they share with reviewers`,
  ],
  sharing_viewed: [
    "Members",
    "Shared values read",
    template`${actor} looked at what ${subject} shares`,
  ],
  note_written: ["Members", "Note written", template`${actor} wrote a note about ${subject}`],
  note_deleted: ["Members", "Note deleted", template`${actor} deleted a note about ${subject}`],
  form_updated: ["Groups", "Form changed", template`${actor} changed the form of ${group}`],
  review_viewed: [
    "Reviews",
    "Members read for a review",
    template`${actor} read the members of ${group} for a review`,
  ],
  invitation_sent: [
    "Invitations and codes",
    "Invitation sent",
    template`${actor} invited ${subject}`,
  ],
  invitation_accepted: [
    "Invitations and codes",
    "Invitation accepted",
    template`${actor} accepted the invitation`,
  ],
  invitation_declined: [
    "Invitations and codes",
    "Invitation declined",
    template`${actor} declined the invitation`,
  ],
  invitation_revoked: [
    "Invitations and codes",
    "Invitation revoked",
    template`${actor} revoked the invitation of ${subject}`,
  ],
  invitation_expired: [
    "Invitations and codes",
    "Invitation expired",
    template`The invitation of ${subject} expired`,
  ],
  code_created: [
    "Invitations and codes",
    "Invite code created",
    template`${actor} created an invite code`,
  ],
  code_revoked: [
    "Invitations and codes",
    "Invite code revoked",
    template`${actor} revoked an invite code`,
  ],
  code_redeemed: [
    "Invitations and codes",
    "Invite code redeemed",
    template`${actor} joined with an invite code`,
  ],
};

function removals({ detail: { count } }: GroupEvent): string {
  return count === undefined ? "removals" : formatCount(count, "removal");
}

function decided(event: GroupEvent, verb: string): Piece[] {
  const name = { name: group(event) };
  return [{ name: actor(event) }, ` ${verb} ${removals(event)} from `, name];
}

/** The event as one sentence, without a full stop. */
export function sentenceOf(event: GroupEvent): Piece[] {
  return [
    ...GROUP_MESSAGES[event.kind][2](event),
    ...changedBack(event.detail),
    ...(event.detail.undone === undefined ? [] : [" to undo earlier actions"]),
  ];
}

/** The end of the sentence of repeated edits that left everything as it was. */
export function changedBack({ changes }: GroupEvent["detail"]): Piece[] {
  if (changes === undefined || Object.keys(changes).length > 0) return [];
  return [" and changed everything back"];
}

/** The use limit of a new invite code. */
export function termsOf({ kind, detail }: GroupEvent): { useLimit: string } | undefined {
  if (kind !== "code_created") return undefined;
  const { useLimit } = detail;
  return {
    useLimit: useLimit == null ? "unlimited uses" : useLimit === 1 ? "1 use" : `${useLimit} uses`,
  };
}
