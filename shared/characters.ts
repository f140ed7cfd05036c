import { operationEntrySchema } from "#shared/operations/operations.ts";
import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";
import { characterIdSchema, tokenStateSchema } from "#shared/account/character.ts";
import { isToldToSubject } from "#shared/events/kinds.ts";
import type { AccountEventKind, DecisionKind } from "#shared/events/kinds.ts";
import { causeSchema } from "#shared/requirements/cause.ts";
import { suspensionSchema } from "#shared/account/suspension.ts";
import { SEARCH_MIN_LENGTH } from "./fold.ts";
import { characterSummarySchema, movedAccountSchema } from "./session.ts";
import type { CharacterSummary } from "./session.ts";

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
  /** The request was of a member, to stay. */
  isExtension: z.boolean(),
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

/** EVE's longest character name has 37 letters; the limit only keeps garbage out. */
const SEARCH_MAX_LENGTH = 64;

export const characterSearchQuerySchema = z.object({
  q: z.string().check(z.trim(), z.minLength(SEARCH_MIN_LENGTH), z.maxLength(SEARCH_MAX_LENGTH)),
});

export type CharacterSearchHit = CharacterSummary;

// ── Sections ──────────────────────────────────────────────────────────────────────────────────

/** What every signed-in user sees of a character. */
export const publicSectionSchema = z.enum(["info", "corporationHistory", "attributes", "skills"]);
/** What its owner alone sees. */
export const privateSectionSchema = z.enum([
  "location",
  "status",
  "ship",
  "wallet",
  "assets",
  "skillQueue",
]);
const sectionSchema = z.union([publicSectionSchema, privateSectionSchema]);
export type Section = z.infer<typeof sectionSchema>;

/**
 * `fresh`: EVE has nothing newer. `due`: a refresh would ask EVE. `in_progress`: many pages, of which some
 * are still to be read; refreshing again continues. `missing_scope`: the character's authorization does not
 * cover this section. `failed`: the last attempt failed, `error` says why in words, and the data is older.
 */
const sectionStateSchema = z.strictObject({
  state: z.enum(["fresh", "due", "in_progress", "missing_scope", "failed"]),
  /** When EVE last answered for this section. */
  updatedAt: z.nullable(z.string()),
  /** From when on a refresh asks EVE again. */
  nextRefreshAt: z.nullable(z.string()),
  error: z.nullable(z.string()),
  /** Pages read and pages there are, while `in_progress`. */
  progress: z.nullable(z.strictObject({ done: z.int(), total: z.int() })),
});
export type SectionState = z.infer<typeof sectionStateSchema>;

const sectionStatesSchema = z.partialRecord(sectionSchema, z.optional(sectionStateSchema));
export type SectionStates = z.infer<typeof sectionStatesSchema>;

// ── One character ─────────────────────────────────────────────────────────────────────────────

/** The corporation is null only when EVE could not be asked since the character was linked. */
const characterInfoSchema = z.strictObject({
  name: z.string(),
  corporationId: z.nullable(z.int()),
  corporationName: z.nullable(z.string()),
  allianceId: z.nullable(z.int()),
  allianceName: z.nullable(z.string()),
  /** The same names again, under the keys the dashboard reads. */
  corporation_name: z.nullable(z.string()),
  alliance_name: z.nullable(z.string()),
  portrait: z.strictObject({ px128x128: z.string() }),
  birthday: z.nullable(z.string()),
  securityStatus: z.nullable(z.number()),
});

const attributesSchema = z.strictObject({
  intelligence: z.int(),
  perception: z.int(),
  memory: z.int(),
  willpower: z.int(),
  charisma: z.int(),
  lastRemapDate: z.nullable(z.string()),
  bonusRemaps: z.int(),
});
export type CharacterAttributes = z.infer<typeof attributesSchema>;

/** Newest first. `isDeleted`: the corporation has been closed. */
export const corporationHistoryEntrySchema = z.strictObject({
  recordId: z.int(),
  corporationId: z.int(),
  corporationName: z.nullable(z.string()),
  startDate: z.string(),
  isDeleted: z.boolean(),
});
export type CorporationHistoryEntry = z.infer<typeof corporationHistoryEntrySchema>;

/** What finished in the queue since the pilot's last login counts as trained. */
export const trainedSkillsSchema = z.strictObject({
  total_sp: z.int(),
  unallocated_sp: z.int(),
  skills: z.array(
    z.strictObject({
      skill_id: z.int(),
      skillpoints_in_skill: z.int(),
      trained_skill_level: z.int(),
    }),
  ),
});
export type TrainedSkills = z.infer<typeof trainedSkillsSchema>;

/** `stationId` is an NPC station's or, when `isStructure`, a player structure's; null in space. */
const locationSchema = z.strictObject({
  solarSystemId: z.int(),
  solarSystemName: z.nullable(z.string()),
  securityStatus: z.nullable(z.number()),
  stationId: z.nullable(z.int()),
  stationName: z.nullable(z.string()),
  isStructure: z.boolean(),
});
export type CharacterLocation = z.infer<typeof locationSchema>;

const shipSchema = z.strictObject({
  typeId: z.int(),
  typeName: z.nullable(z.string()),
  name: z.string(),
});
export type CharacterShip = z.infer<typeof shipSchema>;

/** In queue order, without what has finished. Entries of a paused queue have no dates. */
const skillQueueEntrySchema = z.strictObject({
  skill_id: z.int(),
  finished_level: z.int(),
  queue_position: z.int(),
  start_date: z.nullable(z.string()),
  finish_date: z.nullable(z.string()),
  level_start_sp: z.nullable(z.int()),
  level_end_sp: z.nullable(z.int()),
  training_start_sp: z.nullable(z.int()),
});
export type SkillQueueEntry = z.infer<typeof skillQueueEntrySchema>;

/** Each part is null until EVE has answered for it. */
const privateDetailSchema = z.strictObject({
  location: z.nullable(locationSchema),
  wallet: z.nullable(z.strictObject({ balance: z.number() })),
  assets: z.nullable(z.strictObject({ assetCount: z.int(), totalValue: z.number() })),
  status: z.nullable(z.strictObject({ online: z.boolean(), lastLogin: z.nullable(z.string()) })),
  skillQueue: z.nullable(z.array(skillQueueEntrySchema)),
  ship: z.nullable(shipSchema),
  tokenState: tokenStateSchema,
  /** Scopes of a normal sign-in that this character's authorization lacks. */
  missingScopes: z.array(z.string()),
});
export type PrivateDetail = z.infer<typeof privateDetailSchema>;

/** `private` is null, and `sections` names public sections only, for everybody but the owner. */
export const characterDetailSchema = z.strictObject({
  characterId: characterIdSchema,
  isOwner: z.boolean(),
  /** The user that it is linked to, for system administrators alone. */
  userId: z.nullable(z.string()),
  /** EVE says that the character was deleted. What was loaded before stays. */
  isBiomassed: z.boolean(),
  /** The last refresh: when EVE last answered for a section that this viewer sees. */
  lastUpdated: z.nullable(z.string()),
  public: z.strictObject({
    info: characterInfoSchema,
    attributes: z.nullable(attributesSchema),
    corporationHistory: z.array(corporationHistoryEntrySchema),
    skills: z.nullable(trainedSkillsSchema),
  }),
  private: z.nullable(privateDetailSchema),
  sections: sectionStatesSchema,
});
export type CharacterDetail = z.infer<typeof characterDetailSchema>;

/** `GET /characters/:id/card`: what a name tells when it is pointed at. What Muster has not read is null. */
export const characterCardSchema = z.strictObject({
  characterId: characterIdSchema,
  name: z.string(),
  /** `ticker` of managed corporations only. `since`: EVE's date. */
  corporation: z.nullable(
    z.strictObject({
      id: z.int(),
      name: z.nullable(z.string()),
      ticker: z.nullable(z.string()),
      since: z.nullable(z.string()),
    }),
  ),
  alliance: z.nullable(z.strictObject({ id: z.int(), name: z.nullable(z.string()) })),
  birthday: z.nullable(z.string()),
  securityStatus: z.nullable(z.number()),
  /** For system administrators. Null for others, and without an account. */
  account: z.nullable(
    z.strictObject({
      userId: z.string(),
      main: z.nullable(characterSummarySchema),
      characterCount: countSchema,
      groupCount: countSchema,
      /** By the day. */
      lastSeenAt: z.nullable(instantSchema),
    }),
  ),
});
export type CharacterCard = z.infer<typeof characterCardSchema>;

/** `success` is false when EVE was asked and answered for no section. */
export const refreshResultSchema = z.strictObject({
  success: z.boolean(),
  /** The sections for which EVE had something newer. */
  updated: z.array(sectionSchema),
  /** The sections that were due and could not be read. */
  failed: z.array(sectionSchema),
  /** Refreshing again continues, with further sections or further pages of assets. */
  hasMore: z.boolean(),
  sections: sectionStatesSchema,
});
export type RefreshResult = z.infer<typeof refreshResultSchema>;

// ── The dashboard ─────────────────────────────────────────────────────────────────────────────

/** `unknown`: EVE has not been asked, or may not be. */
export const queueStateSchema = z.enum(["training", "paused", "empty", "unknown"]);
export type QueueState = z.infer<typeof queueStateSchema>;

/** What trains right now, with a queue entry's fields under their own names. */
export const currentTrainingSchema = z.extend(skillQueueEntrySchema, {
  skillName: z.nullable(z.string()),
});
export type CurrentTraining = z.infer<typeof currentTrainingSchema>;

const overviewCharacterSchema = z.extend(characterSummarySchema, {
  isMain: z.boolean(),
  corporationId: z.nullable(z.int()),
  corporationName: z.nullable(z.string()),
  allianceId: z.nullable(z.int()),
  allianceName: z.nullable(z.string()),
  tokenState: tokenStateSchema,
  missingScopes: z.array(z.string()),
  training: z.nullable(currentTrainingSchema),
  queueState: queueStateSchema,
  /** When the queue runs out, or ran out; null while paused or unknown. */
  queueEndsAt: z.nullable(z.string()),
  location: z.nullable(locationSchema),
  ship: z.nullable(shipSchema),
  online: z.nullable(z.boolean()),
  walletBalance: z.nullable(z.number()),
  totalSp: z.nullable(z.int()),
  unallocatedSp: z.nullable(z.int()),
  lastUpdated: z.nullable(z.string()),
});
export type OverviewCharacter = z.infer<typeof overviewCharacterSchema>;

/**
 * What its owner should look at. `at` is when it happened or will: the authorization was lost, the queue ran
 * or will run out (within a day); null where there is no such moment.
 */
const attentionItemSchema = z.extend(characterSummarySchema, {
  kind: z.enum([
    "unconfirmed",
    "token_revoked",
    "director_access_lost",
    "missing_scopes",
    "queue_empty",
    "queue_paused",
    "queue_ending",
  ]),
  at: z.nullable(z.string()),
});
export type AttentionItem = z.infer<typeof attentionItemSchema>;

/** The main first, then by name; the most urgent item first. */
export const characterOverviewSchema = z.strictObject({
  characters: z.array(overviewCharacterSchema),
  attention: z.array(attentionItemSchema),
  /** What others did to the user's account or decided about the user, until the user dismisses it. */
  notices: z.array(accountEventSchema),
  /** The next two of the user's groups that are neither over nor cancelled. */
  operations: z.array(operationEntrySchema),
});
export type CharacterOverview = z.infer<typeof characterOverviewSchema>;
