import { idSchema } from "#shared/page.ts";
import { countSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import * as z from "zod/mini";

const NAME_REQUIRED = english`The name of your main is required, to confirm the deletion.`;

export const deleteAccountSchema = z.object({
  /** The name of the main, typed to confirm. */
  name: z.string(NAME_REQUIRED).check(z.trim(), z.minLength(1, NAME_REQUIRED), z.maxLength(100)),
});
export type DeleteAccount = z.infer<typeof deleteAccountSchema>;

/** What deleting the account does. */
export const deletionPreviewSchema = z.strictObject({
  mainCharacterName: z.string(),
  characterNames: z.array(z.string()),
  /** Groups that the user owns. They have to be transferred or deleted first. */
  ownedGroups: z.array(z.strictObject({ id: idSchema, name: z.string() })),
  membershipCount: countSchema,
  discordName: z.nullable(z.string()),
  /** Corporations whose data is read with the user's characters, and how many other directors each has. */
  directorships: z.array(
    z.strictObject({
      corporationName: z.string(),
      characterName: z.string(),
      otherDirectors: countSchema,
    }),
  ),
  /** A former main may still take the account back. While it may, the account cannot be deleted. */
  canBeTakenBack: z.boolean(),
  /** After the deletion, no user is a system administrator. */
  isLastAdministrator: z.boolean(),
});
export type DeletionPreview = z.infer<typeof deletionPreviewSchema>;
