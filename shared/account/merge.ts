import { idSchema } from "#shared/page.ts";
import { countSchema, instantSchema } from "#shared/answer.ts";
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
const mergeStateSchema = z.enum(["offered", "requested"]);
export type MergeState = z.infer<typeof mergeStateSchema>;

/** A merge of one account into another, as the viewer sees it. */
export const mergeSummarySchema = z.strictObject({
  id: idSchema,
  state: mergeStateSchema,
  expiresAt: instantSchema,
  /** Whether the viewer's account is the one that remains. */
  isInto: z.boolean(),
  intoMainName: z.string(),
  fromMainName: z.string(),
});
export type MergeSummary = z.infer<typeof mergeSummarySchema>;

export const mergePreviewSchema = z.extend(mergeSummarySchema, {
  /** The absorbed account has more than the proven character, so its user has to agree. */
  needsConsent: z.boolean(),
  /** The characters that move. */
  characterNames: z.array(z.string()),
  membershipCount: countSchema,
  /** What both accounts have and how it is resolved, in sentences. */
  conflicts: z.array(z.string()),
  digest: z.string(),
});
export type MergePreview = z.infer<typeof mergePreviewSchema>;

/** `isMerged` is false when the other account has to agree first. */
export const mergeResultSchema = z.strictObject({ isMerged: z.boolean() });
export type MergeResult = z.infer<typeof mergeResultSchema>;
