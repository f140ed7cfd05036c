import * as z from "zod/mini";

export const deleteAccountSchema = z.object({
  /** The name of the main, typed to confirm. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
});
export type DeleteAccount = z.infer<typeof deleteAccountSchema>;

/** What deleting the account would do. */
export type DeletionPreview = {
  mainCharacterName: string;
  characterNames: string[];
  /** Groups of which the user is the owner: they have to be transferred or deleted before. */
  ownedGroups: { id: string; name: string }[];
  membershipCount: number;
  discordName: string | null;
  /** Corporations whose data is read with the user's characters, and how many other directors each has. */
  directorships: { corporationName: string; characterName: string; otherDirectors: number }[];
  /** A former main may still take the account back: until then, a newer main does not delete it. */
  canBeTakenBack: boolean;
  /** Afterwards, nobody with an account here is a system administrator. */
  isLastAdministrator: boolean;
};
