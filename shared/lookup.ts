import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";
import { watchLevelSchema, watchSubjectSchema } from "#shared/watchlist.ts";
import { suspensionSchema } from "#shared/account/suspension.ts";
import { LONGEST_NAME, MAX_NAMES } from "#shared/name-list.ts";

/** `POST /admin/pilots/lookup`: names as EVE shows them, in any case. */
export const lookupSchema = z.object({
  names: z
    .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_NAME)))
    .check(z.minLength(1), z.maxLength(MAX_NAMES)),
});
export type Lookup = z.infer<typeof lookupSchema>;

/**
 * `here`: a character of an account. `eve`: EVE knows the pilot, who has no account here. `unknown`: neither knows the name.
 * `unread`: no account has it, and EVE did not answer.
 */
const namedStateSchema = z.enum(["here", "eve", "unknown", "unread"]);
export type NamedState = z.infer<typeof namedStateSchema>;

const eveNameSchema = z.strictObject({ id: z.int(), name: z.nullable(z.string()) });

/** An entry of the watchlist that hits the pilot, one of the account's other pilots (`by`), or the corporation or alliance. */
const namedWatchSchema = z.strictObject({
  entryId: z.string(),
  level: watchLevelSchema,
  subject: watchSubjectSchema,
  name: z.string(),
  by: z.nullable(z.string()),
});
export type NamedWatch = z.infer<typeof namedWatchSchema>;

export const namedPilotSchema = z.strictObject({
  /** As it was asked for. */
  asked: z.string(),
  state: namedStateSchema,
  characterId: z.nullable(z.int()),
  /** As EVE writes it. */
  name: z.nullable(z.string()),
  /** `ticker` of managed corporations only. */
  corporation: z.nullable(z.extend(eveNameSchema, { ticker: z.nullable(z.string()) })),
  alliance: z.nullable(eveNameSchema),
  /** Null for pilots without an account here: EVE tells it one pilot at a time. */
  securityStatus: z.nullable(z.number()),
  /** The lowest that managed corporations and their alliances give the pilot, or else the corporation or the alliance; null for none. */
  standing: z.nullable(z.number()),
  /** The account of a pilot who is here. */
  account: z.nullable(
    z.strictObject({
      userId: z.string(),
      mainCharacterId: z.nullable(z.int()),
      mainCharacterName: z.nullable(z.string()),
      groupCount: countSchema,
      lastSeenAt: z.nullable(instantSchema),
      suspension: z.nullable(suspensionSchema),
    }),
  ),
  /** False: EVE did not tell the corporation, so whether that is watched is not known. */
  isAffiliationRead: z.boolean(),
  watches: z.array(namedWatchSchema),
});
export type NamedPilot = z.infer<typeof namedPilotSchema>;

/** `watchlist`: `proof` if somebody is watched and the keeper's sign-in is older than twelve hours. Then no pilot has `watches`. */
export const lookupResultSchema = z.strictObject({
  items: z.array(namedPilotSchema),
  watchlist: z.enum(["read", "proof"]),
});
export type LookupResult = z.infer<typeof lookupResultSchema>;
