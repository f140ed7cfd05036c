import * as z from "zod/mini";
import { visibilitySchema } from "#shared/groups/categories.ts";
import { joinModeSchema } from "#shared/groups/groups.ts";
import type { GroupInput } from "#web/groups/group/group-fields.tsx";

const KEY = "muster.groupDraft";

const draftSchema = z.object({
  userId: z.string(),
  input: z.object({
    categoryId: z.string(),
    name: z.string(),
    description: z.string(),
    visibility: visibilitySchema,
    joinMode: joinModeSchema,
  }),
});

/** Keeps a half-written group across reloads and navigation: in this tab, for the user who wrote it. */
export function readDraft(userId: string): GroupInput | undefined {
  try {
    const draft = draftSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? "null"));
    return draft.userId === userId ? draft.input : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(userId: string, input: GroupInput): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, input }));
  } catch {
    // Storage is blocked or full; the form works without a draft.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so there is no draft to remove.
  }
}
