import { eq, isNotNull } from "drizzle-orm";
import { characters } from "#worker/db/schema/accounts.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { groupForms, requestAnswers, requestNotes } from "#worker/db/schema/group-forms.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import type { FormContent } from "#shared/groups/forms.ts";
import { idOf } from "#worker/ops/move-in/plan/community.ts";
import type { Community } from "#test/support/workerd/harness.ts";
import type { OldCommunity } from "./old-community.ts";
import type { VettingTruth } from "./vetting-truth.ts";

/** The keys of the groups that forms become, as the readers give them. */
export const FORM_KEYS = {
  "alliance-auth": (key: number) => `hrapplications #${key}`,
  seat: (key: number) => `hr ${key}`,
  neucore: (key: number) => `none ${key}`,
} as const;

/** Forms, requests and the watchlist as they stand in the database, in the words of the generator. */
export async function vettingIn(
  { context: { db } }: Pick<Community, "context">,
  move: { id: string; system: keyof typeof FORM_KEYS; startedAt: Date },
  { users, vetting }: OldCommunity,
): Promise<VettingTruth> {
  const formOf = new Map(
    vetting.forms.map(({ key }) => [idOf(move, "group", FORM_KEYS[move.system](key)), key]),
  );
  const linked = await db.select().from(characters).where(isNotNull(characters.userId));
  const mine = new Set(users.flatMap((user) => user.characters.map(({ id }) => id)));
  const firstOf = new Map<string | null, number>();
  for (const { id, userId } of linked.toSorted((a, b) => b.id - a.id)) {
    if (mine.has(id)) firstOf.set(userId, id);
  }
  const [forms, requests, answers, notes, watched] = await Promise.all([
    db.select().from(groupForms),
    db.select().from(joinRequests),
    db.select().from(requestAnswers),
    db.select().from(requestNotes),
    db.select().from(watchEntries).where(eq(watchEntries.createdAt, move.startedAt)),
  ]);
  return {
    forms: new Map(
      forms
        .map(({ groupId, form }) => [formOf.get(groupId) ?? 0, titlesOf(form)] as const)
        .toSorted(([a], [b]) => a - b),
    ),
    requests: new Map(
      requests.flatMap(({ id, groupId, userId, inTalks, createdAt }) => {
        const form = formOf.get(groupId);
        if (form === undefined) return [];
        const answered = answers.find(({ requestId }) => requestId === id);
        const given = Object.entries(answered?.answers ?? {})
          .map(([question, answer]) => [Number(question.slice(1)), answer] as const)
          .toSorted(([a], [b]) => a - b);
        return [
          [
            `${form} ${firstOf.get(userId)}`,
            {
              inTalks,
              createdAt: createdAt.toISOString(),
              answers: answered === undefined ? null : new Map(given),
              notes: notes
                .filter(({ requestId }) => requestId === id)
                .map(({ authorId, text }) => ({ author: firstOf.get(authorId) ?? 0, text })),
            },
          ],
        ];
      }),
    ),
    watched: new Map(
      watched.map(({ subject, eveId, level, reason }) => [
        `${subject} ${eveId}`,
        { level, reason },
      ]),
    ),
  };
}

function titlesOf({ questions }: FormContent): string[] {
  return questions.map(({ text }) => text);
}
