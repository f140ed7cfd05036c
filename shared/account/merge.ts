import * as z from "zod/mini";

/** For how long a merge that needs no consent is offered, and one that does waits for it. */
export const MERGE_OFFER_MINUTES = 15;
export const MERGE_REQUEST_DAYS = 7;

export const mergeParamSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{16}$/, "Not the id of a merge")),
});

/** `digest` of the preview that the user has read: a merge that would do something else is refused. */
export const confirmMergeSchema = z.object({ digest: z.string().check(z.maxLength(64)) });
export type ConfirmMerge = z.infer<typeof confirmMergeSchema>;

/** `offered` to the account that keeps its main; `requested` waits for the consent of the other account. */
export type MergeState = "offered" | "requested";

/** One account that another absorbs, as either of them sees it. */
export type MergeSummary = {
  id: string;
  state: MergeState;
  expiresAt: string;
  /** Whether the viewer's account is the one that stays. */
  isInto: boolean;
  intoMainName: string;
  fromMainName: string;
};

export type MergePreview = MergeSummary & {
  /** The other account has more characters than the one that was proven, so it has to agree. */
  needsConsent: boolean;
  /** The characters that move. */
  characterNames: string[];
  membershipCount: number;
  /** What both accounts have, and what becomes of it, in sentences. */
  conflicts: string[];
  digest: string;
};

/** `isMerged` is false when the other account has to agree first. */
export type MergeResult = { isMerged: boolean };
