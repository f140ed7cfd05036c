import * as z from "zod/mini";
import { STEP_UP_SCOPES } from "#shared/requirements/step-up-scopes.ts";
import { loginRequestSchema } from "#shared/session.ts";
import { characterIdSchema } from "./character-id.ts";

/**
 * `POST /auth/character/start`: nothing, or which of the user's characters to authorize again, or for what beside
 * what every character is asked, and where to go afterwards.
 */
export const linkRequestSchema = z.extend(loginRequestSchema, {
  characterId: z.optional(characterIdSchema),
  access: z.optional(z.enum(["director"])),
  scopes: z.optional(z.array(z.enum(STEP_UP_SCOPES)).check(z.maxLength(STEP_UP_SCOPES.length))),
});
export type LinkRequest = z.infer<typeof linkRequestSchema>;
