import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import { OPERATION_KINDS } from "./limits.ts";
import { idSchema } from "#shared/page.ts";
import { NAME_MAX_LENGTH } from "#shared/text.ts";

/** Why a fleet is not read. */
export const READING_PROBLEMS = [
  /** No character of whom it follows has granted it. */
  "not_granted",
  /** The boss is another character, who has not granted it. */
  "boss_changed",
  /** Nobody who has granted it is in a fleet. */
  "no_fleet",
  "eve_failed",
] as const;
export type ReadingProblem = (typeof READING_PROBLEMS)[number];

/** In minutes since the operation has begun: read from the first to the last of each pair. `presentMost`: the largest the fleet was. */
export type ReadSpans = { read: [from: number, to: number][]; presentMost: number };

/** What is known of a fleet that is being read. */
export type FleetState = {
  fleetId: number | null;
  bossId: number | null;
  readAt: number | null;
  /** How many were in it at the last reading. */
  present: number;
  /** The characters in it that may tell who the boss is. */
  granted: number[];
  /** `bossId`: who has not granted that the fleet is read. */
  problem: { reason: ReadingProblem; since: number; bossId: number | null } | null;
  /** Characters of members. `seen`: in minutes since it has begun, from the first to the last of each pair. */
  pilots: Record<string, { seen: [from: number, to: number][]; ships: number[] }>;
};

const TICKED_MAX = 500;

/** `PUT /operations/:id/reading`: begins it, or ends it. */
export const readOperationSchema = z.object({ isRunning: z.boolean() });

/** `PUT /operations/:id/participants`: who took part beside those who were seen in a fleet. `names`: of mains. */
export const tickOperationSchema = z.lazy(() =>
  z.object({
    userIds: z.array(idSchema).check(z.maxLength(TICKED_MAX)),
    names: z
      .array(z.string().check(z.maxLength(NAME_MAX_LENGTH)))
      .check(z.maxLength(TICKED_MAX, english`Names must be ${TICKED_MAX} or fewer`)),
  }),
);
export type TickOperation = z.infer<typeof tickOperationSchema>;

/** An account with its main, which is null while the account has none. */
export const operationPersonSchema = z.strictObject({
  userId: idSchema,
  characterId: z.nullable(z.int()),
  name: z.nullable(z.string()),
});

/** Who took part, or is seen so far. */
const participantSchema = z.extend(operationPersonSchema, {
  /** In the fleet. Null: somebody has ticked the name. */
  minutes: z.nullable(countSchema),
  /** Null unless it is the reader, or the reader commands or plans. */
  firstAt: z.nullable(instantSchema),
  lastAt: z.nullable(instantSchema),
  /** Names of ships, as far as they are known. */
  ships: z.array(z.string()),
});
export type ParticipantEntry = z.infer<typeof participantSchema>;

/** What was read of a fleet, for members of the operation's groups. */
export const participationSchema = z.strictObject({
  /** `waiting`: for the commander's fleet. */
  state: z.enum(["waiting", "running", "ended"]),
  begunAt: z.nullable(instantSchema),
  endedAt: z.nullable(instantSchema),
  /** When it was last read. */
  readAt: z.nullable(instantSchema),
  /** In the fleet at the last reading; after the end, the largest it was. */
  present: countSchema,
  /** How many members of the reader's groups are among these, at the last reading: with all characters of the reader, and one of each other. */
  known: countSchema,
  problem: z.nullable(
    z.strictObject({
      reason: z.enum(READING_PROBLEMS),
      since: instantSchema,
      /** Who has to allow that the fleet is read, if that is a main. */
      boss: z.nullable(z.string()),
      /** The reader's own character has to. */
      ownBossId: z.nullable(z.int()),
    }),
  ),
  /** In minutes since it has begun: when the fleet was read. */
  read: z.array(z.tuple([countSchema, countSchema])),
  /** Nobody can have taken part without being recorded. */
  isComplete: z.boolean(),
  people: z.array(participantSchema),
});
export type Participation = z.infer<typeof participationSchema>;

export const PARTICIPATION_DAYS = ["30", "60", "90"] as const;

/** `GET /operations/participation`: of the groups for which the reader plans. */
export const participationQuerySchema = z.object({
  days: z.enum(PARTICIPATION_DAYS),
  groupId: z.optional(idSchema),
  kind: z.optional(z.enum(OPERATION_KINDS)),
});
export type ParticipationQuery = z.infer<typeof participationQuerySchema>;

export const participationOfSchema = z.strictObject({
  groups: z.array(z.strictObject({ groupId: idSchema, name: z.string() })),
  /** Operations that have ended and were recorded, or commanded. */
  operations: countSchema,
  /** How many of these were not recorded completely. */
  unread: countSchema,
  /** The characters of an account together. */
  people: z.array(
    z.extend(operationPersonSchema, {
      corporationName: z.nullable(z.string()),
      /** When the longest membership in one of the groups began. */
      joinedAt: instantSchema,
      count: countSchema,
      minutes: countSchema,
      /** Within 90 days. */
      lastAt: z.nullable(instantSchema),
    }),
  ),
});
export type ParticipationOf = z.infer<typeof participationOfSchema>;
