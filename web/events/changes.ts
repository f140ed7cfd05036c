import type { Changes, LoggedField } from "#shared/events/details.ts";
import type { GroupEvent } from "#shared/events/activity.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import { GROUP_CREATION_LABELS, JOIN_MODE_LABELS, VISIBILITY_LABELS } from "#web/lib/labels.ts";

const FIELDS: Record<LoggedField, string> = {
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
  inviteLinks: "Invite links",
  membershipDays: "Days of a membership",
  form: "Questions of the form",
  formSections: "What the form asks to share",
  reviewers: "Group that reviews requests",
  endsAt: "End",
  discordChannel: "Discord channel",
  discordPosts: "Discord posts",
  reviewMonths: "Months between reviews",
  silence: "Undecided in a review",
  director: "Director",
  status: "Status",
  priority: "Priority",
  rosterGroup: "Group that reads the members",
  rosterRoles: "Roles and titles of members",
};
const labels = new Map<string, string>(Object.entries(FIELDS));

const CODED: Partial<Record<LoggedField, Record<string, string>>> = {
  visibility: VISIBILITY_LABELS,
  joinMode: JOIN_MODE_LABELS,
  allowGroupCreation: GROUP_CREATION_LABELS,
  enrolment: { manual: "Manual", automatic: "Automatic" },
  listing: { everyone: "Everyone", qualified: "People who meet the requirements" },
  silence: { keep: "Stay", remove: "Are removed" },
  guests: { open: "May see and join", closed: "Not admitted" },
  inviteLinks: { shown: "Show the group before sign-in", private: "Show it after sign-in" },
};
const codes = new Map(Object.entries(CODED));

/** Named without their values: descriptions may be 1,000 characters long, and conditions need a page. */
const UNQUOTED = new Set<string>(["description", "tree", "welcome"] satisfies LoggedField[]);

export type Change = { field: string; from: string | null; to: string | null };

/** The changed fields under the names of the log. */
export function changesIn(changes: Changes<string> = {}): Change[] {
  return Object.entries(changes).flatMap(([field, change]) =>
    change === undefined ? [] : [{ field: labels.get(field) ?? field, ...change }],
  );
}

/** The fields that an update of a group, a category or the community changed, in words. */
export function changesOf({ detail: { changes = {}, rule } }: GroupEvent): Change[] {
  return Object.entries({ ...changes, ...changesOfRule(rule) }).flatMap(([field, change]) =>
    change === undefined ? [] : [changeOf({ field, from: change.from, to: change.to })],
  );
}

/** A changed field as the log names it, in words. */
export function changeOf({ field, from, to }: Change): Change {
  const label = labels.get(field) ?? field;
  if (UNQUOTED.has(field)) return { field: label, from: null, to: null };
  const labelOf = (value: string | null) =>
    value === null ? null : (codes.get(field)?.[value] ?? value);
  return { field: label, from: labelOf(from), to: labelOf(to) };
}

function changesOfRule(rule: GroupEvent["detail"]["rule"]): Changes<string> {
  if (rule?.from == null || rule.to === null) return {};
  const [before, after] = [valuesOf(rule.from), new Map(Object.entries(valuesOf(rule.to)))];
  return Object.fromEntries(
    Object.entries(before).flatMap(([field, from]) => {
      const to = after.get(field) ?? "";
      return from === to ? [] : [[field, { from, to }]];
    }),
  );
}

/** Events from before 2026-11-22 have no listing. */
type RecordedRule = Omit<Rule, "listing"> & Partial<Pick<Rule, "listing">>;

function valuesOf({
  tree,
  enrolment,
  listing,
  graceDays,
}: RecordedRule): Record<keyof Rule, string> {
  return {
    tree: JSON.stringify(tree),
    enrolment,
    listing: listing ?? "everyone",
    graceDays: String(graceDays),
  };
}
