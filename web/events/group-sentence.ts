import { msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message, Name } from "#web/language/messages.ts";
import type { GroupEvent } from "#shared/events/activity.ts";
import type { GroupEventKind } from "#shared/events/kinds.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { formatInteger } from "#web/lib/format.ts";
import { sentence } from "#web/lib/sentence.ts";
import type { Piece } from "#web/lib/sentence.ts";

/** The log has no name of those who are neither members of the group nor asking or invited. */
const actor = ({ actor }: GroupEvent): Name => ({
  name:
    actor === null
      ? "Muster"
      : (actor.name ?? (actor.userId === null ? t`Someone outside the group` : say(UNKNOWN_USER))),
});
const subject = ({ subject }: GroupEvent): Name => ({
  name:
    subject?.name ?? (subject?.userId === null ? t`someone outside the group` : say(UNKNOWN_USER)),
});
const group = ({ groupName }: GroupEvent): Name => ({ name: groupName ?? t`a group` });
const system = ({ detail }: GroupEvent): Name => ({ name: detail.movedFrom ?? t`another system` });
const category = ({ categoryName }: GroupEvent): Name => ({ name: categoryName ?? t`a category` });

export const SECTIONS = {
  categories: msg`Categories`,
  community: msg`Community`,
  groups: msg`Groups`,
  members: msg`Members`,
  requirements: msg`Requirements`,
  reviews: msg`Reviews`,
  invitations: msg`Invitations and codes`,
};
type Section = keyof typeof SECTIONS;

/** Each kind with its place and its name in the filter of the log, and its sentence. */
export const GROUP_MESSAGES: Record<
  GroupEventKind,
  readonly [Section, Message, (event: GroupEvent) => Piece[]]
> = {
  category_created: [
    "categories",
    msg`Category created`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} created the category ${ph({ category: category(event) })}`,
      ),
  ],
  category_updated: [
    "categories",
    msg`Category changed`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} changed the category ${ph({ category: category(event) })}`,
      ),
  ],
  category_deleted: [
    "categories",
    msg`Category deleted`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} deleted the category ${ph({ category: category(event) })}`,
      ),
  ],
  community_updated: [
    "community",
    msg`Community changed`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} changed the community`),
  ],
  community_move_undone: [
    "community",
    msg`Moving in undone`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} removed everything that had moved in`),
  ],
  group_created: [
    "groups",
    msg`Group created`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} created ${ph({ group: group(event) })}`),
  ],
  group_updated: [
    "groups",
    msg`Group changed`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} changed ${ph({ group: group(event) })}`),
  ],
  group_deleted: [
    "groups",
    msg`Group deleted`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} deleted ${ph({ group: group(event) })}`),
  ],
  ownership_transferred: [
    "groups",
    msg`Ownership transferred`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} transferred the ownership to ${ph({ subject: subject(event) })}`,
      ),
  ],
  admin_appointed: [
    "groups",
    msg`Admin appointed`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} made ${ph({ subject: subject(event) })} an admin`,
      ),
  ],
  admin_dismissed: [
    "groups",
    msg`Admin dismissed`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} removed the admin role of ${ph({ subject: subject(event) })}`,
      ),
  ],
  group_moved_in: [
    "groups",
    msg`Group moved in`,
    (event) =>
      sentence(
        msg`Muster moved ${ph({ group: group(event) })} in from ${ph({ system: system(event) })}`,
      ),
  ],
  member_joined: [
    "members",
    msg`Member joined`,
    (event) =>
      event.actor === null
        ? sentence(msg`${ph({ subject: subject(event) })} joined by meeting the requirements`)
        : sentence(msg`${ph({ actor: actor(event) })} joined`),
  ],
  member_added: [
    "members",
    msg`Member added`,
    (event) =>
      sentence(msg`${ph({ actor: actor(event) })} added ${ph({ subject: subject(event) })}`),
  ],
  member_left: [
    "members",
    msg`Member left`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} left`),
  ],
  member_removed: [
    "members",
    msg`Member removed`,
    (event) =>
      event.detail.until != null
        ? sentence(msg`The membership of ${ph({ subject: subject(event) })} ended`)
        : event.actor !== null
          ? sentence(msg`${ph({ actor: actor(event) })} removed ${ph({ subject: subject(event) })}`)
          : event.detail.reviewId !== undefined
            ? sentence(
                msg`${ph({ subject: subject(event) })} was removed because a review ended without a decision to keep them`,
              )
            : sentence(
                msg`${ph({ subject: subject(event) })} was removed for not meeting the requirements`,
              ),
  ],
  membership_end_set: [
    "members",
    msg`End of a membership set`,
    (event) =>
      event.detail.changes?.["endsAt"]?.to == null
        ? sentence(
            msg`${ph({ actor: actor(event) })} removed the end of the membership of ${ph({ subject: subject(event) })}`,
          )
        : sentence(
            msg`${ph({ actor: actor(event) })} changed the end of the membership of ${ph({ subject: subject(event) })}`,
          ),
  ],
  membership_ending: [
    "members",
    msg`End of a membership reminded`,
    (event) =>
      sentence(msg`Muster reminded ${ph({ subject: subject(event) })} that the membership ends`),
  ],
  emergency_access_taken: [
    "members",
    msg`Emergency access taken`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} took emergency access`),
  ],
  request_made: [
    "members",
    msg`Request sent`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} requested to join`),
  ],
  request_withdrawn: [
    "members",
    msg`Request withdrawn`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} withdrew the request to join`),
  ],
  request_approved: [
    "members",
    msg`Request approved`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} approved the request of ${ph({ subject: subject(event) })}`,
      ),
  ],
  request_rejected: [
    "members",
    msg`Request rejected`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} rejected the request of ${ph({ subject: subject(event) })}`,
      ),
  ],
  approval_undone: [
    "members",
    msg`Approval undone`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} undid the approval of ${ph({ subject: subject(event) })}`,
      ),
  ],
  rejection_undone: [
    "members",
    msg`Rejection undone`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} undid the rejection of ${ph({ subject: subject(event) })}`,
      ),
  ],
  member_moved_in: [
    "members",
    msg`Member moved in`,
    (event) =>
      sentence(
        msg`${ph({ subject: subject(event) })} moved in from ${ph({ system: system(event) })}`,
      ),
  ],
  request_moved_in: [
    "members",
    msg`Request moved in`,
    (event) =>
      sentence(
        msg`${ph({ subject: subject(event) })} requested to join, and the request moved in from ${ph({ system: system(event) })}`,
      ),
  ],
  requirements_updated: [
    "requirements",
    msg`Requirements changed`,
    (event) => {
      const { from, to } = event.detail.rule ?? {};
      if (to === null)
        return sentence(msg`${ph({ actor: actor(event) })} removed the requirements`);
      if (from === null) return sentence(msg`${ph({ actor: actor(event) })} added requirements`);
      return sentence(msg`${ph({ actor: actor(event) })} changed the requirements`);
    },
  ],
  grace_started: [
    "requirements",
    msg`Grace period started`,
    (event) => sentence(msg`${ph({ subject: subject(event) })} no longer meets the requirements`),
  ],
  grace_ended: [
    "requirements",
    msg`Requirements met again`,
    (event) => sentence(msg`${ph({ subject: subject(event) })} meets the requirements again`),
  ],
  removals_held: ["requirements", msg`Removals held`, heldSentence],
  removals_released: ["requirements", msg`Removals released`, releasedSentence],
  removals_discarded: ["requirements", msg`Removals discarded`, discardedSentence],
  review_opened: [
    "reviews",
    msg`Review began`,
    (event) =>
      event.actor === null
        ? sentence(msg`The review of the members of ${ph({ group: group(event) })} began`)
        : sentence(
            msg`${ph({ actor: actor(event) })} began a review of the members of ${ph({ group: group(event) })}`,
          ),
  ],
  review_finished: ["reviews", msg`Review finished`, finishedSentence],
  request_handled: [
    "members",
    msg`Request taken up`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} said who talks to ${ph({ subject: subject(event) })}`,
      ),
  ],
  sharing_changed: [
    "members",
    msg`Sharing changed`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} changed what they share with reviewers`),
  ],
  sharing_viewed: [
    "members",
    msg`Shared values read`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} looked at what ${ph({ subject: subject(event) })} shares`,
      ),
  ],
  note_written: [
    "members",
    msg`Note written`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} wrote a note about ${ph({ subject: subject(event) })}`,
      ),
  ],
  note_deleted: [
    "members",
    msg`Note deleted`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} deleted a note about ${ph({ subject: subject(event) })}`,
      ),
  ],
  form_updated: [
    "groups",
    msg`Form changed`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} changed the form of ${ph({ group: group(event) })}`,
      ),
  ],
  review_viewed: [
    "reviews",
    msg`Members read for a review`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} read the members of ${ph({ group: group(event) })} for a review`,
      ),
  ],
  invitation_sent: [
    "invitations",
    msg`Invitation sent`,
    (event) =>
      sentence(msg`${ph({ actor: actor(event) })} invited ${ph({ subject: subject(event) })}`),
  ],
  invitation_accepted: [
    "invitations",
    msg`Invitation accepted`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} accepted the invitation`),
  ],
  invitation_declined: [
    "invitations",
    msg`Invitation declined`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} declined the invitation`),
  ],
  invitation_revoked: [
    "invitations",
    msg`Invitation revoked`,
    (event) =>
      sentence(
        msg`${ph({ actor: actor(event) })} revoked the invitation of ${ph({ subject: subject(event) })}`,
      ),
  ],
  invitation_expired: [
    "invitations",
    msg`Invitation expired`,
    (event) => sentence(msg`The invitation of ${ph({ subject: subject(event) })} expired`),
  ],
  code_created: [
    "invitations",
    msg`Invite code created`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} created an invite code`),
  ],
  code_revoked: [
    "invitations",
    msg`Invite code revoked`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} revoked an invite code`),
  ],
  code_redeemed: [
    "invitations",
    msg`Invite code redeemed`,
    (event) => sentence(msg`${ph({ actor: actor(event) })} joined with an invite code`),
  ],
};

function heldSentence(event: GroupEvent): Piece[] {
  const { count } = event.detail;
  const from = group(event);
  if (event.actor === null) {
    return count === undefined
      ? sentence(msg`Muster holds removals from ${ph({ group: from })}`)
      : sentence(
          msg`Muster holds ${plural(count, { one: "# removal", other: "# removals" })} from ${ph({ group: from })}`,
        );
  }
  const by = actor(event);
  return count === undefined
    ? sentence(
        msg`${ph({ actor: by })} asked for removals from ${ph({ group: from })}, which Muster holds`,
      )
    : sentence(
        msg`${ph({ actor: by })} asked for ${plural(count, { one: "# removal", other: "# removals" })} from ${ph({ group: from })}, which Muster holds`,
      );
}

function releasedSentence(event: GroupEvent): Piece[] {
  const { count } = event.detail;
  return count === undefined
    ? sentence(
        msg`${ph({ actor: actor(event) })} released removals from ${ph({ group: group(event) })}`,
      )
    : sentence(
        msg`${ph({ actor: actor(event) })} released ${plural(count, { one: "# removal", other: "# removals" })} from ${ph({ group: group(event) })}`,
      );
}

function discardedSentence(event: GroupEvent): Piece[] {
  const { count } = event.detail;
  return count === undefined
    ? sentence(
        msg`${ph({ actor: actor(event) })} discarded removals from ${ph({ group: group(event) })}`,
      )
    : sentence(
        msg`${ph({ actor: actor(event) })} discarded ${plural(count, { one: "# removal", other: "# removals" })} from ${ph({ group: group(event) })}`,
      );
}

function finishedSentence(event: GroupEvent): Piece[] {
  const kept = formatInteger(event.detail.kept ?? 0);
  const removed = formatInteger(event.detail.count ?? 0);
  return event.actor === null
    ? sentence(
        msg`The review of ${ph({ group: group(event) })} ended: ${kept} kept, ${removed} to remove`,
      )
    : sentence(
        msg`${ph({ actor: actor(event) })} finished the review of ${ph({ group: group(event) })}: ${kept} kept, ${removed} to remove`,
      );
}

/** The event as one sentence, without a full stop. */
export function sentenceOf(event: GroupEvent): Piece[] {
  const pieces = withChangedBack(GROUP_MESSAGES[event.kind][2](event), event.detail);
  return event.detail.undone === undefined
    ? pieces
    : sentence(msg`${ph({ sentence: pieces })} to undo earlier actions`);
}

/** A sentence of repeated edits that left everything as it was says so. */
export function withChangedBack(pieces: Piece[], { changes }: GroupEvent["detail"]): Piece[] {
  if (changes === undefined || Object.keys(changes).length > 0) return pieces;
  return sentence(msg`${ph({ sentence: pieces })} and changed everything back`);
}

/** The use limit of a new invite code. */
export function termsOf({ kind, detail }: GroupEvent): { useLimit: string } | undefined {
  if (kind !== "code_created") return undefined;
  const { useLimit } = detail;
  return {
    useLimit:
      useLimit == null
        ? t`unlimited uses`
        : plural({ count: useLimit }, { one: "# use", other: "# uses" }),
  };
}
