import * as z from "zod/mini";
import { orNull } from "./shapes.ts";

const roles = z.array(z.string());

export const directorProblem = z.enum([
  "token_revoked",
  "missing_scope",
  "missing_role",
  "not_in_corporation",
]);

export const verification = {
  hasAccess: z.boolean(),
  verifiedRoles: roles,
  missingRoles: roles,
  problems: z.array(
    z.strictObject({
      characterId: z.int(),
      characterName: z.string(),
      problem: directorProblem,
      text: z.string(),
    }),
  ),
};

export const directorCandidates = z.strictObject({
  characters: z.array(
    z.strictObject({
      characterId: z.int(),
      characterName: z.string(),
      mainCharacterName: orNull(z.string()),
      hasDirectorAccess: z.boolean(),
    }),
  ),
});
