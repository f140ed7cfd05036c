import type { Answers, Form } from "#shared/groups/forms.ts";
import { MAX_NOTES, NOTE_MAX_LENGTH } from "#shared/groups/requests.ts";
import { DESCRIPTION_MAX_LENGTH, descriptionSchema, toParagraphs } from "#shared/text.ts";
import type { Report } from "#worker/ops/move-in/read/report.ts";
import { cut } from "./community.ts";
import type { MovedRequest } from "./community.ts";
import { planAnswers } from "./forms.ts";
import type { PlannedUser } from "./people.ts";

/** `createdAt`: undefined if the system does not say. `answers`: null if the group has no form. */
export type PlannedRequest = {
  userId: string;
  reason: string | null;
  createdAt: Date | undefined;
  answers: Answers | null;
  inTalks: boolean;
  notes: { authorId: string; text: string; createdAt: Date | undefined }[];
};

/** A request that waits, with what it answers to the form of the group and what reviewers have noted. */
export function planRequest(
  { reason, createdAt, answers = new Map(), inTalks = false, notes = [], place }: MovedRequest,
  {
    group,
    userId,
    name,
  }: { group: { name: string; form: Form | null }; userId: string; name: string },
  users: Map<string, PlannedUser>,
  report: Report,
): PlannedRequest {
  const tell = (what: string, where: string, told: string) =>
    report.push({ outcome: "changed", what, name, place: where, reason: `${group.name}: ${told}` });
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
    userId,
    reason: descriptionSchema.parse(cut(reason ?? "", DESCRIPTION_MAX_LENGTH)),
    createdAt,
    answers: group.form && planAnswers(group.form, answers, (told) => tell("answer", place, told)),
    inTalks,
    notes: planned,
  };
}
