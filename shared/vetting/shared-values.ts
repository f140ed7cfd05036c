import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";
import {
  corporationHistoryEntrySchema,
  currentTrainingSchema,
  queueStateSchema,
  trainedSkillsSchema,
} from "#shared/characters.ts";
import type { SharedSection } from "#shared/groups/forms.ts";

// @__NO_SIDE_EFFECTS__
function sharedOf<Section extends SharedSection, Value extends z.ZodMiniType>(
  section: Section,
  value: Value,
) {
  return z.strictObject({
    section: z.literal(section),
    characters: z.array(
      z.strictObject({
        characterId: z.int(),
        name: z.string(),
        /** When EVE last answered, to the hour; null if it has not. */
        readAt: z.nullable(instantSchema),
        value: z.nullable(value),
      }),
    ),
  });
}

/** One section of the characters that share it. Each says of a character what the sheet of its owner says, read live. */
export const sharedSchema = z.discriminatedUnion("section", [
  sharedOf("skills", trainedSkillsSchema),
  /** What trains now. */
  sharedOf(
    "training",
    z.strictObject({
      training: z.nullable(currentTrainingSchema),
      queueState: queueStateSchema,
    }),
  ),
  sharedOf("wallet", z.strictObject({ balance: z.number() })),
  sharedOf("assets", z.strictObject({ assetCount: countSchema, totalValue: z.number() })),
  sharedOf("corporationHistory", z.array(corporationHistoryEntrySchema)),
]);
export type Shared = z.infer<typeof sharedSchema>;
export type SharedValues = {
  [One in Shared as One["section"]]: NonNullable<One["characters"][number]["value"]>;
};
