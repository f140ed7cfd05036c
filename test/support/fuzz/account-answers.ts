import * as z from "zod/mini";
import type { DeletionPreview } from "#shared/account/deletion.ts";
import { exportPageSchema } from "#shared/account/export.ts";
import type { MergePreview, MergeResult, MergeSummary } from "#shared/account/merge.ts";
import { count, id, orNull, when } from "./shapes.ts";

const flag = z.boolean();
const texts = z.array(z.string());

const deletion: z.ZodMiniType<DeletionPreview> = z.strictObject({
  mainCharacterName: z.string(),
  characterNames: texts,
  ownedGroups: z.array(z.strictObject({ id, name: z.string() })),
  membershipCount: count,
  discordName: orNull(z.string()),
  directorships: z.array(
    z.strictObject({
      corporationName: z.string(),
      characterName: z.string(),
      otherDirectors: count,
    }),
  ),
  canBeTakenBack: flag,
  isLastAdministrator: flag,
});

const summaryFields = {
  id,
  state: z.enum(["offered", "requested"]),
  expiresAt: when,
  isInto: flag,
  intoMainName: z.string(),
  fromMainName: z.string(),
};
const summary: z.ZodMiniType<MergeSummary> = z.strictObject(summaryFields);
const preview: z.ZodMiniType<MergePreview> = z.strictObject({
  ...summaryFields,
  needsConsent: flag,
  characterNames: texts,
  membershipCount: count,
  conflicts: texts,
  digest: z.string(),
});
const result: z.ZodMiniType<MergeResult> = z.strictObject({ isMerged: flag });

/** The responses of /api/account that have a body. */
export const ACCOUNT_ANSWERS = {
  "GET /api/account/export": exportPageSchema,
  "GET /api/account/deletion": deletion,
  "GET /api/account/merges": z.strictObject({ merges: z.array(summary) }),
  "GET /api/account/merges/:id": preview,
  "POST /api/account/merges/:id/confirm": result,
  "POST /api/account/merges/:id/accept": result,
};
