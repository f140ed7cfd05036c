import * as z from "zod/mini";
import { isToldToSubject } from "#shared/events/kinds.ts";
import type { AccountEventKind, DecisionKind } from "#shared/events/kinds.ts";
import { causeSchema } from "#shared/requirements/cause.ts";
import { movedAccountSchema, suspensionSchema } from "#shared/session.ts";
import { characterIdSchema } from "./character-id.ts";

/** What happened to an account and what groups decided about its user, newest first in lists. */
export const accountEventSchema = z.strictObject({
  id: z.string(),
  kind: z.custom<AccountEventKind | DecisionKind>(isToldToSubject),
  characterId: z.nullable(characterIdSchema),
  characterName: z.nullable(z.string()),
  discordName: z.nullable(z.string()),
  /** Null if the user may not see the group now. */
  groupId: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  /** Why a request was rejected. */
  reason: z.nullable(z.string()),
  /** When the membership has ended or will end by itself; null for no end. */
  endsAt: z.nullable(z.string()),
  /** Why the requirements of a group ended the membership. */
  causes: z.array(causeSchema),
  suspension: z.nullable(suspensionSchema),
  moved: z.nullable(movedAccountSchema),
  createdAt: z.string(),
});
export type AccountEvent = z.infer<typeof accountEventSchema>;

/** `POST /auth/events/seen`: the user has read the notices of events up to this time. */
export const seenSchema = z.object({ until: z.iso.datetime() });
