import { fold } from "#shared/fold.ts";
import type { Visibility } from "#shared/groups/categories.ts";
import type { FormContent, Answers } from "#shared/groups/forms.ts";
import type { GroupRole, JoinMode } from "#shared/groups/groups.ts";
import { DEFAULT_GRACE_DAYS } from "#shared/requirements/limits.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import {
  DESCRIPTION_MAX_LENGTH,
  descriptionSchema,
  NAME_MAX_LENGTH,
  nameSchema,
  toParagraphs,
} from "#shared/text.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";
import { cut, idOf, SYSTEMS } from "./community.ts";
import type { MovedCommunity, Given, Link, Move, MovedRequest } from "./community.ts";
import { planForm, planAnswers } from "./forms.ts";
import type { PlannedPerson } from "./people.ts";
import { MAX_NOTES, NOTE_MAX_LENGTH } from "#shared/groups/requests.ts";

export type PlannedGroup = {
  id: string;
  name: string;
  description: string | null;
  visibility: Visibility;
  joinMode: JoinMode;
  rule: Rule | undefined;
  members: Map<string, GroupRole>;
  form: FormContent | null;
  requests: PlannedRequest[];
  place: string;
};

/** Groups with members by user id. The owner of all of them is `ownerId`, who thereby is a member. */
export function planGroups(
  community: MovedCommunity,
  users: Map<string, PlannedPerson>,
  given: Given,
  report: Report,
): PlannedGroup[] {
  const { move, ownerId } = given;
  const idOfGroup = (key: string) => idOf(move, "group", key);
  const names = nameGroups(community, given, report);
  const byKey = new Map<string, PlannedGroup>();
  for (const [key, { description, rule, questions, ...group }] of community.groups) {
    byKey.set(key, {
      ...group,
      id: idOfGroup(key),
      name: names.get(key) ?? "",
      description: descriptionSchema.parse(cut(description ?? "", DESCRIPTION_MAX_LENGTH)),
      rule: rule && {
        enrolment: rule.enrolment,
        listing: "everyone",
        graceDays: DEFAULT_GRACE_DAYS,
        tree: rule.tree(idOfGroup),
      },
      members: new Map([[ownerId, "owner"]]),
      form: questions === undefined ? null : planForm({ ...group, questions }, report),
      requests: [],
    });
  }
  const place = placer(community, users, byKey, report);
  for (const link of community.members) {
    const { group, userId } = place(link, "membership") ?? {};
    if (group !== undefined && userId !== undefined && !group.members.has(userId)) {
      group.members.set(userId, "member");
    }
  }
  for (const link of community.leaders) {
    const { group, userId, name = "" } = place(link, "leader") ?? {};
    if (group === undefined || userId === undefined) continue;
    const role = group.members.get(userId);
    if (role === undefined) {
      const reason = `Leads ${group.name} without being a member. An admin in Muster is a member: appoint them by hand.`;
      report.push({ outcome: "refused", what: "leader", name, place: link.place, reason });
    } else if (role === "member") group.members.set(userId, "admin");
  }
  for (const link of community.requests) {
    const { group, userId, name = "" } = place(link, "request") ?? {};
    if (group === undefined || userId === undefined) continue;
    const refusal = refusalOf(group, userId);
    if (refusal === undefined) {
      group.requests.push(planRequest(move, link, { group, userId, name }, users, report));
    } else {
      const reason = `${group.name}: ${refusal}`;
      report.push({ outcome: "refused", what: "request", name, place: link.place, reason });
    }
  }
  return [...byKey.values()];
}

function refusalOf(group: PlannedGroup, userId: string): string | undefined {
  if (group.members.has(userId)) return "The user is a member already.";
  if (group.requests.some((request) => request.userId === userId))
    return "The user requested it twice.";
  if (group.visibility !== "public" || group.rule?.enrolment === "automatic") {
    return "Nobody can request to join this group in Muster.";
  }
  return undefined;
}

/** Finds the user and the group of a link; reports why there is none. */
function placer(
  community: MovedCommunity,
  users: Map<string, PlannedPerson>,
  groups: Map<string, PlannedGroup>,
  report: Report,
) {
  return ({ user, group: key, place }: Link, what: string) => {
    const planned = users.get(user);
    const group = groups.get(key);
    if (planned !== undefined && group !== undefined) {
      return { group, userId: planned.id, name: planned.name };
    }
    const name = community.users.get(user)?.name ?? user;
    const reason =
      group === undefined
        ? "Its group is not in the export."
        : `${group.name}: the user ${community.users.has(user) ? "does not move" : "is not in the export"}.`;
    report.push({ outcome: "refused", what, name, place, reason });
    return undefined;
  };
}

/** Names without control and invisible characters, and none that Muster or another moved group has. */
function nameGroups(
  { groups }: MovedCommunity,
  { existing, move }: Given,
  report: Report,
): Map<string, string> {
  const own = new Set([...groups.keys()].map((key) => idOf(move, "group", key)));
  const others = [...existing.groupNames].filter(([, id]) => !own.has(id));
  const taken = new Set(others.map(([folded]) => folded));
  const names = new Map<string, string>();
  for (const [key, { name, place }] of groups) {
    const clean = nameSchema.safeParse(cut(name, NAME_MAX_LENGTH - 50));
    const base = clean.success ? clean.data : "Group without a name";
    let given = base;
    for (let number = 1; taken.has(fold(given)); number += 1) {
      given = `${base} (${SYSTEMS[move.system]}${number === 1 ? "" : ` ${number}`})`;
    }
    taken.add(fold(given));
    names.set(key, given);
    if (given !== name) {
      const reason = `Its name is taken, or not possible in Muster: it is ${given} now.`;
      report.push({ outcome: "changed", what: "group", name, place, reason });
    }
  }
  return names;
}

/** `createdAt`: undefined if the system does not say. `answers`: null if the group has no form. */
type PlannedRequest = {
  id: string;
  userId: string;
  reason: string | null;
  createdAt: Date | undefined;
  answers: Answers | null;
  inTalks: boolean;
  notes: { id: string; authorId: string; text: string; createdAt: Date | undefined }[];
};

/** A request that waits, with what it answers to the form of the group and what reviewers have noted. */
function planRequest(
  move: Move,
  { reason, createdAt, answers = new Map(), inTalks = false, notes = [], place }: MovedRequest,
  { group, userId, name }: { group: PlannedGroup; userId: string; name: string },
  users: Map<string, PlannedPerson>,
  report: Report,
): PlannedRequest {
  const tell = (what: string, where: string, told: string) =>
    report.push({ outcome: "changed", what, name, place: where, reason: `${group.name}: ${told}` });
  const key = `${group.id} ${userId}`;
  const planned = notes.flatMap((note, index) => {
    const authorId = users.get(note.user)?.id;
    const whole = toParagraphs(note.text);
    const text = cut(whole, NOTE_MAX_LENGTH).trim();
    if (text === "") return [];
    if (authorId === undefined || index >= MAX_NOTES) {
      const why =
        authorId === undefined
          ? "Its author does not move."
          : `A request has at most ${MAX_NOTES} notes.`;
      report.push({ outcome: "refused", what: "note", name, place: note.place, reason: why });
      return [];
    }
    if (text !== whole) tell("note", note.place, `It is cut after ${NOTE_MAX_LENGTH} letters.`);
    return [{ authorId, text, createdAt: note.createdAt }];
  });
  return {
    id: idOf(move, "request", key),
    userId,
    reason: descriptionSchema.parse(cut(reason ?? "", DESCRIPTION_MAX_LENGTH)),
    createdAt,
    answers: group.form && planAnswers(group.form, answers, (told) => tell("answer", place, told)),
    inTalks,
    notes: planned.map((note, index) => ({ id: idOf(move, "note", `${key} ${index}`), ...note })),
  };
}
