import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";

/** Days for which former members are kept, and can be on an access list. */
export const FORMER_MEMBER_DAYS = 90;
/** In-game roles hold a kick back so long after they are taken. */
export const ROLES_HOLD_HOURS = 24;
/** How many people of a title or an access list are named; the others are counted. */
export const DRIFT_PEOPLE = 50;

/** `name` is null until EVE has named the character. */
const driftPersonSchema = z.strictObject({ characterId: z.int(), name: z.nullable(z.string()) });
export type DriftPerson = z.infer<typeof driftPersonSchema>;

/**
 * Why roles are in the wrong hands. `missing`: linked to no account. `lost`: the token is lost. `former`: the account no longer
 * belongs to the community.
 */
const driftCauseSchema = z.enum(["missing", "lost", "former"]);
export type DriftCause = z.infer<typeof driftCauseSchema>;

/** What members and former members still have in game. */
const driftItemSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("roles"),
    person: driftPersonSchema,
    cause: driftCauseSchema,
    /** Only roles of `HIGH_RISK_ROLES`. */
    roles: z.array(z.string()),
    lastOnlineAt: z.nullable(instantSchema),
    /** The change that gave one of the roles last. EVE keeps changes for a month; null: it was earlier. */
    granted: z.nullable(z.strictObject({ by: driftPersonSchema, at: instantSchema })),
  }),
  z.strictObject({
    kind: z.literal("kick_waits"),
    person: driftPersonSchema,
    cause: driftCauseSchema,
    until: instantSchema,
  }),
  z.strictObject({
    kind: z.literal("title"),
    titleId: z.int(),
    title: z.string(),
    count: countSchema,
    people: z.array(driftPersonSchema),
  }),
  z.strictObject({
    kind: z.literal("access_list"),
    listId: z.int(),
    name: z.string(),
    count: countSchema,
    /** The latest departure first. */
    people: z.array(z.extend(driftPersonSchema, { leftAt: instantSchema })),
    allowsEveryone: z.boolean(),
    /** It lets corporations or alliances in, in which they may be now. */
    isWide: z.boolean(),
  }),
]);
export type DriftItem = z.infer<typeof driftItemSchema>;

/** `GET /rosters/:id/drift`. A date is null if that was never read. */
export const rosterDriftSchema = z.strictObject({
  items: z.array(driftItemSchema),
  rolesReadAt: z.nullable(instantSchema),
  titlesReadAt: z.nullable(instantSchema),
  listsReadAt: z.nullable(instantSchema),
});
export type RosterDrift = z.infer<typeof rosterDriftSchema>;
