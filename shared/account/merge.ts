import * as z from "zod/mini";

/** How long an offer is valid, and how long a merge waits for the consent of the other account. */
export const MERGE_OFFER_MINUTES = 15;
export const MERGE_REQUEST_DAYS = 7;

export const mergeParamSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{16}$/, "must be the id of a merge")),
});

/** `digest` is that of the preview that the user has read. A merge with another result is refused. */
export const confirmMergeSchema = z.object({ digest: z.string().check(z.maxLength(64)) });
export type ConfirmMerge = z.infer<typeof confirmMergeSchema>;

/** `offered` to the account that remains; `requested` from the other account, whose consent is needed. */
export type MergeState = "offered" | "requested";

/** A merge of one account into another, as the viewer sees it. */
export type MergeSummary = {
  id: string;
  state: MergeState;
  expiresAt: string;
  /** Whether the viewer's account is the one that remains. */
  isInto: boolean;
  intoMainName: string;
  fromMainName: string;
};

export type MergePreview = MergeSummary & {
  /** The absorbed account has more than the proven character, so its user has to agree. */
  needsConsent: boolean;
  /** The characters that move. */
  characterNames: string[];
  membershipCount: number;
  /** What both accounts have and how it is resolved, in sentences. */
  conflicts: string[];
  digest: string;
};

/** `isMerged` is false when the other account has to agree first. */
export type MergeResult = { isMerged: boolean };
