import { msg } from "#web/language/macros.ts";
import { sayShared, say } from "#web/language/messages.ts";
import { serverNow } from "#web/lib/clock.ts";
import { eveMoment } from "#web/lib/time.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Changes, LoggedField } from "#shared/events/details.ts";
import type { GroupEvent } from "#shared/events/activity.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import {
  GROUP_CREATION_LABELS,
  JOIN_MODE_LABELS,
  OPERATION_KIND_LABELS,
  VISIBILITY_LABELS,
} from "#web/lib/labels.ts";

const FIELDS: Record<LoggedField, Message> = {
  name: msg`Name`,
  keepers: msg`Group that keeps the watchlist`,
  description: msg`Description`,
  visibility: msg`Visibility`,
  joinMode: msg`Join mode`,
  categoryName: msg`Category`,
  allowGroupCreation: msg`Group creation`,
  enrolment: msg`Enrolment`,
  listing: msg`Listed for`,
  graceDays: msg`Days of grace`,
  tree: msg`The conditions`,
  welcome: msg`Welcome text`,
  logoName: msg`Logo`,
  memberGroup: msg`Group of the members`,
  guests: msg`Guests`,
  inviteLinks: msg`Invite links`,
  membershipDays: msg`Days of a membership`,
  form: msg`Questions of the form`,
  formSections: msg`What the form asks to share`,
  reviewers: msg`Group that reviews requests`,
  endsAt: msg`End`,
  startsAt: msg`Start`,
  kind: msg({ context: "of an operation", message: "Kind" }),
  title: msg({ context: "of an operation", message: "Title" }),
  place: msg`Place`,
  comms: msg`Comms`,
  discordChannel: msg`Discord channel`,
  discordPosts: msg`Discord posts`,
  discordLanguage: msg`Language of the Discord posts`,
  reviewMonths: msg`Months between reviews`,
  silence: msg`Undecided in a review`,
  director: msg`Director`,
  status: msg`Status`,
  priority: msg`Priority`,
  rosterGroup: msg`Group that reads the members`,
  rosterRoles: msg`Roles and titles of members`,
  alarms: msg`Alarms`,
};
const labels = new Map<string, Message>(Object.entries(FIELDS));

const CODED: Partial<Record<LoggedField, Record<string, Message>>> = {
  visibility: VISIBILITY_LABELS,
  joinMode: JOIN_MODE_LABELS,
  allowGroupCreation: GROUP_CREATION_LABELS,
  enrolment: { manual: msg`Manual`, automatic: msg`Automatic` },
  listing: { everyone: msg`Everyone`, qualified: msg`People who meet the requirements` },
  kind: OPERATION_KIND_LABELS,
  silence: { keep: msg`Stay`, remove: msg`Are removed` },
  guests: { open: msg`May see and join`, closed: msg`Not admitted` },
  inviteLinks: { shown: msg`Show the group before sign-in`, private: msg`Show it after sign-in` },
};
const codes = new Map(Object.entries(CODED));

/** Named without their values: descriptions may be 1,000 characters long, and conditions need a page. */
const UNQUOTED = new Set<string>(["description", "tree", "welcome"] satisfies LoggedField[]);

/** Moments in EVE time. */
const TIMES = new Set<string>(["startsAt"] satisfies LoggedField[]);

export type ChangedValue = { field: string; from: string | null; to: string | null };

/** The changed fields under the names of the log. */
export function changesIn(changes: Changes<string> = {}): ChangedValue[] {
  return Object.entries(changes).flatMap(([field, change]) =>
    change === undefined ? [] : [{ field: labelOf(field), ...change }],
  );
}

/** The fields that an update of a group, a category or the community changed, in words. */
export function groupChanges({ detail: { changes = {}, rule } }: GroupEvent): ChangedValue[] {
  return Object.entries({ ...changes, ...changesOfRule(rule) }).flatMap(([field, change]) =>
    change === undefined ? [] : [changeOf({ field, from: change.from, to: change.to })],
  );
}

/** A changed field as the log names it, in words. */
export function changeOf({ field, from, to }: ChangedValue): ChangedValue {
  const label = labelOf(field);
  if (UNQUOTED.has(field)) return { field: label, from: null, to: null };
  return { field: label, from: valueOf(field, from), to: valueOf(field, to) };
}

function labelOf(field: string): string {
  const label = labels.get(field);
  return label ? say(label) : sayShared(field);
}

function valueOf(field: string, value: string | null): string | null {
  if (value === null) return null;
  if (TIMES.has(field) && !Number.isNaN(Date.parse(value))) return eveMoment(value, serverNow());
  const label = codes.get(field)?.[value];
  if (label) return say(label);
  // Values of applications and Discord servers are recorded in words.
  return labels.has(field) ? value : sayShared(value);
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
