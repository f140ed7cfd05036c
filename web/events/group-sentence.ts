import type { GroupEvent, GroupEventKind } from "#shared/activity.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import {
  GROUP_CREATION_LABELS,
  JOIN_MODE_LABELS,
  UNKNOWN_USER,
  VISIBILITY_LABELS,
} from "#web/lib/labels.ts";
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

const SENTENCES: Record<GroupEventKind, (event: GroupEvent) => Piece[]> = {
  category_created: template`${actor} created the category ${category}`,
  category_updated: template`${actor} changed the category ${category}`,
  category_deleted: template`${actor} deleted the category ${category}`,
  group_created: template`${actor} created ${group}`,
  group_updated: template`${actor} changed ${group}`,
  group_deleted: template`${actor} deleted ${group}`,
  ownership_transferred: template`${actor} transferred the ownership to ${subject}`,
  admin_appointed: template`${actor} made ${subject} an admin`,
  admin_dismissed: template`${actor} removed the admin role of ${subject}`,
  member_joined: (event) =>
    event.actor === null
      ? template`${subject} joined by meeting the requirements`(event)
      : template`${actor} joined`(event),
  member_added: template`${actor} added ${subject}`,
  member_left: template`${actor} left`,
  member_removed: (event) =>
    event.detail.until != null
      ? template`The membership of ${subject} ended`(event)
      : event.actor !== null
        ? template`${actor} removed ${subject}`(event)
        : event.detail.reviewId !== undefined
          ? template`${subject} was removed because a review ended without a decision to keep them`(
              event,
            )
          : template`${subject} was removed for not meeting the requirements`(event),
  membership_end_set: (event) =>
    event.detail.changes?.["endsAt"]?.to == null
      ? template`${actor} removed the end of the membership of ${subject}`(event)
      : template`${actor} changed the end of the membership of ${subject}`(event),
  membership_ending: template`Muster reminded ${subject} that the membership ends`,
  emergency_access_taken: template`${actor} took emergency access`,
  request_made: template`${actor} requested to join`,
  request_withdrawn: template`${actor} withdrew the request to join`,
  request_approved: template`${actor} approved the request of ${subject}`,
  request_rejected: template`${actor} rejected the request of ${subject}`,
  approval_undone: template`${actor} undid the approval of ${subject}`,
  rejection_undone: template`${actor} undid the rejection of ${subject}`,
  invitation_sent: template`${actor} invited ${subject}`,
  invitation_accepted: template`${actor} accepted the invitation`,
  invitation_declined: template`${actor} declined the invitation`,
  invitation_revoked: template`${actor} revoked the invitation of ${subject}`,
  invitation_expired: template`The invitation of ${subject} expired`,
  code_created: template`${actor} created an invite code`,
  code_revoked: template`${actor} revoked an invite code`,
  code_redeemed: template`${actor} joined with an invite code`,
  requirements_updated: (event) => {
    const { from, to } = event.detail.rule ?? {};
    if (to === null) return template`${actor} removed the requirements`(event);
    if (from === null) return template`${actor} added requirements`(event);
    return template`${actor} changed the requirements`(event);
  },
  grace_started: template`${subject} no longer meets the requirements`,
  grace_ended: template`${subject} meets the requirements again`,
  removals_held: (event) => [
    ...(event.actor === null ? ["Muster holds "] : template`${actor} asked for `(event)),
    `${removals(event)} from `,
    { name: group(event) },
    ...(event.actor === null ? [] : [", which Muster holds"]),
  ],
  removals_released: (event) => decided(event, "released"),
  removals_discarded: (event) => decided(event, "discarded"),
  review_opened: (event) =>
    event.actor === null
      ? template`The review of the members of ${group} began`(event)
      : template`${actor} began a review of the members of ${group}`(event),
  review_finished: (event) => [
    ...(event.actor === null
      ? template`The review of ${group} ended`(event)
      : template`${actor} finished the review of ${group}`(event)),
    `: ${formatInteger(event.detail.kept ?? 0)} kept, ${formatInteger(event.detail.count ?? 0)} to remove`,
  ],
  review_viewed: template`${actor} read the members of ${group} for a review`,
  community_move_undone: template`${actor} removed everything that had moved in`,
  community_updated: template`${actor} changed the community`,
  group_moved_in: template`Muster moved ${group} in from ${system}`,
  member_moved_in: template`${subject} moved in from ${system}`,
  request_moved_in: template`${subject} requested to join, and the request moved in from ${system}`,
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
    ...SENTENCES[event.kind](event),
    ...changedBack(event.detail),
    ...(event.detail.undone === undefined ? [] : [" to undo earlier actions"]),
  ];
}

/** The end of the sentence of repeated edits that left everything as it was. */
export function changedBack({ changes }: GroupEvent["detail"]): Piece[] {
  if (changes === undefined || Object.keys(changes).length > 0) return [];
  return [" and changed everything back"];
}

const FIELDS: Record<string, string> = {
  name: "Name",
  description: "Description",
  visibility: "Visibility",
  joinMode: "Join mode",
  categoryName: "Category",
  allowGroupCreation: "Group creation",
  enrolment: "Enrolment",
  listing: "Listed for",
  graceDays: "Days of grace",
  tree: "The conditions",
  welcome: "Welcome text",
  logoName: "Logo",
  memberGroup: "Group of the members",
  guests: "Guests",
  membershipDays: "Days of a membership",
  endsAt: "End",
  discordChannel: "Discord channel",
  discordPosts: "Discord posts",
  reviewMonths: "Months between reviews",
  silence: "Undecided in a review",
};
const CODED: Record<string, Record<string, string>> = {
  visibility: VISIBILITY_LABELS,
  joinMode: JOIN_MODE_LABELS,
  allowGroupCreation: GROUP_CREATION_LABELS,
  enrolment: { manual: "Manual", automatic: "Automatic" },
  listing: { everyone: "Everyone", qualified: "People who meet the requirements" },
  silence: { keep: "Stay", remove: "Are removed" },
  guests: { open: "May see and join", closed: "Not admitted" },
};

export type Change = { field: string; from: string | null; to: string | null };

/** Named without their values: descriptions may be 1,000 characters long, and conditions need a page. */
const UNQUOTED = new Set(["description", "tree", "welcome"]);

/** The fields that an update changed. */
export function changesOf({ detail: { changes = {}, rule } }: GroupEvent): Change[] {
  return Object.entries({ ...changes, ...changesOfRule(rule) }).map(([field, { from, to }]) =>
    changeOf({ field, from, to }),
  );
}

/** A changed field as the log names it, in words. */
export function changeOf({ field, from, to }: Change): Change {
  const label = FIELDS[field] ?? field;
  if (UNQUOTED.has(field)) return { field: label, from: null, to: null };
  const labelOf = (value: string | null) =>
    value === null ? null : (CODED[field]?.[value] ?? value);
  return { field: label, from: labelOf(from), to: labelOf(to) };
}

function changesOfRule(rule: GroupEvent["detail"]["rule"]): Values {
  if (rule?.from == null || rule.to === null) return {};
  const [before, after] = [valuesOf(rule.from), valuesOf(rule.to)];
  return Object.fromEntries(
    Object.entries(before).flatMap(([field, from]) => {
      const to = after[field] ?? "";
      return from === to ? [] : [[field, { from, to }]];
    }),
  );
}

type Values = NonNullable<GroupEvent["detail"]["changes"]>;

/** Events from before 2026-11-22 have no listing. */
type RecordedRule = Omit<Rule, "listing"> & Partial<Pick<Rule, "listing">>;

function valuesOf({ tree, enrolment, listing, graceDays }: RecordedRule): Record<string, string> {
  return {
    tree: JSON.stringify(tree),
    enrolment,
    listing: listing ?? "everyone",
    graceDays: String(graceDays),
  };
}

/** The use limit of a new invite code. */
export function termsOf({ kind, detail }: GroupEvent): { useLimit: string } | undefined {
  if (kind !== "code_created") return undefined;
  const { useLimit } = detail;
  return {
    useLimit: useLimit == null ? "unlimited uses" : useLimit === 1 ? "1 use" : `${useLimit} uses`,
  };
}
