import type { Answers } from "#shared/groups/forms.ts";
import type { Chosen } from "./sharing-fields.tsx";

/** What a pilot has written and not sent: it stays on the device, also without a connection. */
export type Draft = { answers: Answers; chosen: Chosen };

const keyOf = (userId: string, groupId: string, version: number) =>
  `muster.apply.${userId}.${groupId}.${version}`;

export function readDraft(userId: string, groupId: string, version: number): Draft | undefined {
  try {
    const kept: Draft | null = JSON.parse(
      localStorage.getItem(keyOf(userId, groupId, version)) ?? "null",
    );
    return kept ?? undefined;
  } catch {
    return undefined;
  }
}

/** Without a draft, nothing is kept any more. False if the browser keeps nothing. */
export function keepDraft(
  userId: string,
  groupId: string,
  version: number,
  draft: Draft | undefined,
): boolean {
  try {
    const key = keyOf(userId, groupId, version);
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
