import { answersSchema } from "#shared/groups/forms.ts";
import * as z from "zod/mini";
import { countSchema } from "./answer.ts";

/** Increases when a field is renamed or removed. New lists and new fields do not change it. */
export const EXPORT_VERSION = 1;

/** How many exports a user may start within an hour. */
export const EXPORTS_PER_HOUR = 5;

const instant = z.nullable(z.iso.datetime());
const group = { groupId: z.string(), groupName: z.nullable(z.string()) };
const character = { characterId: z.int() };

/** The actor of an event: the user, another user, EVE, or Muster itself. Names of other users are left out. */
const byWhom = z.enum(["you", "another user", "an application", "EVE", "Muster"]);

const event = z.strictObject({
  id: z.string(),
  at: instant,
  log: z.string(),
  kind: z.string(),
  by: byWhom,
  characterId: z.nullable(z.int()),
  characterName: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  categoryName: z.nullable(z.string()),
  corporationName: z.nullable(z.string()),
  serverId: z.nullable(z.string()),
  serverName: z.nullable(z.string()),
  applicationId: z.nullable(z.string()),
  applicationName: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
});

/**
 * The lists of an export, in their order in the file. Times are ISO 8601 in UTC. Tokens, session tokens and invite codes
 * are never included. OPERATIONS.md says what else is left out, and why.
 */
const exportListsSchema = z.strictObject({
  accounts: z.array(
    z.strictObject({
      userId: z.string(),
      mainCharacterId: z.nullable(z.int()),
      createdAt: instant,
      lastSeenAt: z.nullable(instant),
      noticesSeenAt: z.nullable(instant),
      suspendedUntil: z.nullable(instant),
      suspensionReason: z.nullable(z.string()),
      language: z.nullable(z.string()),
    }),
  ),
  characters: z.array(
    z.strictObject({
      ...character,
      characterName: z.string(),
      ownerHash: z.nullable(z.string()),
      linkedAt: instant,
      /** Since when it waits for the main to confirm it. */
      unconfirmedSince: instant,
    }),
  ),
  authorizations: z.array(
    z.strictObject({
      ...character,
      state: z.string(),
      stateSince: instant,
      scopes: z.array(z.string()),
      /** What EVE has taken away. */
      lostScopes: z.nullable(z.array(z.string())),
      accessExpiresAt: instant,
    }),
  ),
  affiliations: z.array(
    z.strictObject({
      ...character,
      corporationId: z.int(),
      allianceId: z.nullable(z.int()),
      asOf: instant,
    }),
  ),
  /** The last data of a character from EVE, as Muster stores it: skills, queue, location, wallet, assets and so on. */
  sheets: z.array(z.strictObject({ ...character, section: z.string(), data: z.unknown() })),
  sheetChecks: z.array(z.strictObject({ ...character, record: z.unknown() })),
  /** The totals of each page of a character's assets. Muster does not store the items. */
  assetPages: z.array(
    z.strictObject({ ...character, page: z.int(), itemCount: z.int(), value: z.number() }),
  ),
  charactersUnknownToEsi: z.array(z.strictObject({ ...character, retryAt: instant })),
  structuresWithoutAccess: z.array(z.strictObject({ structureId: z.int(), ...character })),
  discord: z.array(
    z.strictObject({
      discordId: z.string(),
      username: z.string(),
      displayName: z.nullable(z.string()),
      discriminator: z.string(),
      isAuthorized: z.boolean(),
      linkedAt: instant,
      checkDueAt: instant,
    }),
  ),
  /** Discord servers on which Muster knows the linked account, as of the last check. */
  discordServers: z.array(
    z.strictObject({
      serverId: z.string(),
      name: z.string(),
      nickname: z.nullable(z.string()),
      /** Ids of roles: all, those that Muster has given, those it was about to change, and those that are left as they are. */
      roles: z.array(z.string()),
      given: z.array(z.string()),
      attempt: z.nullable(z.unknown()),
      losing: z.nullable(z.array(z.string())),
      /** How many mapped roles were given or taken by hand, and wait for a decision. */
      drifted: countSchema,
      accepted: z.array(z.string()),
      problem: z.nullable(z.string()),
      problemAt: z.nullable(instant),
      readAt: instant,
    }),
  ),
  /** Direct messages at Discord: present if the user has switched them on. */
  discordMessages: z.array(
    z.strictObject({
      channelId: z.nullable(z.string()),
      discordId: z.nullable(z.string()),
      isClosed: z.boolean(),
      openedAt: z.nullable(instant),
      remindMinutes: z.nullable(z.int()),
      postedAt: z.nullable(instant),
      waitsUntil: instant,
    }),
  ),
  /** Applications that the user has agreed to sign in to. */
  applications: z.array(
    z.strictObject({
      applicationId: z.string(),
      applicationName: z.string(),
      claims: z.array(z.string()),
      createdAt: instant,
      lastSignInAt: z.nullable(instant),
    }),
  ),
  /** What applications have told about the user. `value` is JSON. */
  facts: z.array(
    z.strictObject({
      factId: z.string(),
      title: z.nullable(z.string()),
      applicationName: z.nullable(z.string()),
      value: z.nullable(z.string()),
      asOf: instant,
      endsAt: z.nullable(instant),
    }),
  ),
  /** Sessions at these applications. */
  applicationSessions: z.array(
    z.strictObject({
      sessionId: z.string(),
      /** The session of Muster in which the user agreed. */
      agreedInSessionId: z.nullable(z.string()),
      applicationId: z.string(),
      scope: z.string(),
      authenticatedAt: instant,
      createdAt: instant,
      rotatedAt: z.nullable(instant),
      expiresAt: instant,
    }),
  ),
  sessions: z.array(
    z.strictObject({
      sessionId: z.string(),
      device: z.string(),
      /** The character that opened it. */
      characterId: z.nullable(z.int()),
      createdAt: instant,
      lastSeenAt: instant,
      expiresAt: instant,
      /** The character that this browser last proved at EVE, and when. */
      provenCharacterId: z.nullable(z.int()),
      provenAt: instant,
    }),
  ),
  /** Unfinished merges of other accounts into this one. */
  merges: z.array(
    z.strictObject({
      mergeId: z.string(),
      mainCharacterId: z.int(),
      otherMainCharacterId: z.int(),
      state: z.string(),
      createdAt: instant,
      expiresAt: instant,
    }),
  ),
  memberships: z.array(
    z.strictObject({ ...group, role: z.string(), joinedAt: instant, endsAt: instant }),
  ),
  /** Memberships that the user took for some hours as a system administrator. */
  emergencyAccesses: z.array(
    z.strictObject({
      ...group,
      role: z.string(),
      reason: z.string(),
      startedAt: instant,
      endsAt: instant,
    }),
  ),
  /** Memberships whose requirements are not met, or not known to be. */
  membershipProblems: z.array(
    z.strictObject({
      ...group,
      outcome: z.string(),
      since: instant,
      graceStartedAt: z.nullable(instant),
      graceEndsAt: z.nullable(instant),
      checkedAt: instant,
    }),
  ),
  joinRequests: z.array(
    z.strictObject({
      requestId: z.string(),
      ...group,
      reason: z.nullable(z.string()),
      status: z.string(),
      createdAt: instant,
      decidedAt: z.nullable(instant),
      rejectionReason: z.nullable(z.string()),
      isExtension: z.boolean(),
      inTalks: z.boolean(),
      /** When the reviewers were told that it waits. */
      waitToldAt: z.nullable(instant),
    }),
  ),
  requestAnswers: z.array(
    z.strictObject({
      requestId: z.string(),
      formVersion: z.int(),
      answers: answersSchema,
      shareDays: z.int(),
    }),
  ),
  sharedSections: z.array(
    z.strictObject({ requestId: z.string(), section: z.string(), characterId: z.int() }),
  ),
  /** That reviewers have written notes, by whom and when. What they say is for the reviewers. */
  notesAboutRequests: z.array(
    z.strictObject({
      noteId: z.string(),
      requestId: z.string(),
      byName: z.nullable(z.string()),
      createdAt: instant,
    }),
  ),
  notesWritten: z.array(
    z.strictObject({ noteId: z.string(), text: z.string(), createdAt: instant }),
  ),
  invitationsReceived: z.array(
    z.strictObject({
      invitationId: z.string(),
      ...group,
      status: z.string(),
      createdAt: instant,
      expiresAt: instant,
    }),
  ),
  invitationsSent: z.array(
    z.strictObject({
      invitationId: z.string(),
      ...group,
      status: z.string(),
      createdAt: instant,
      expiresAt: instant,
      membershipDays: z.nullable(z.int()),
    }),
  ),
  /** Groups whose invitations the user has blocked, with their names at that time. */
  blockedGroups: z.array(
    z.strictObject({ groupId: z.string(), groupName: z.string(), createdAt: instant }),
  ),
  /** Without the code itself, which is a secret of the group. */
  inviteCodes: z.array(
    z.strictObject({
      codeId: z.string(),
      ...group,
      uses: z.int(),
      useLimit: z.nullable(z.int()),
      membershipDays: z.nullable(z.int()),
      expiresAt: instant,
      createdAt: instant,
    }),
  ),
  /** Operations that the user planned. */
  operationsPlanned: z.array(
    z.strictObject({
      operationId: z.string(),
      kind: z.string(),
      title: z.string(),
      text: z.string(),
      doctrine: z.string(),
      place: z.string(),
      comms: z.string(),
      startsAt: instant,
      createdAt: instant,
    }),
  ),
  /** What the user answered to operations of present groups. */
  operationAnswers: z.array(
    z.strictObject({
      operationId: z.string(),
      title: z.nullable(z.string()),
      answer: z.string(),
      brings: z.string(),
      answeredAt: instant,
      remindAt: z.nullable(instant),
    }),
  ),
  /** Operations that the user took part in; without minutes, somebody else has ticked the name. */
  participations: z.array(
    z.strictObject({
      operationId: z.string(),
      title: z.nullable(z.string()),
      at: instant,
      minutes: z.nullable(z.int()),
      firstAt: z.nullable(instant),
      lastAt: z.nullable(instant),
      ships: z.array(z.int()),
    }),
  ),
  /** Losses that the user has noted as paid. */
  reimbursements: z.array(
    z.strictObject({
      operationId: z.string(),
      title: z.nullable(z.string()),
      killmailId: z.int(),
      paidAt: instant,
    }),
  ),
  /** The link of the calendar. Its secret is not stored. */
  calendarFeeds: z.array(z.strictObject({ createdAt: instant })),
  directors: z.array(
    z.strictObject({
      ...character,
      corporationId: z.int(),
      corporationName: z.nullable(z.string()),
      priority: z.int(),
      isHealthy: z.boolean(),
      failureCount: z.int(),
      problem: z.nullable(z.string()),
      roles: z.array(z.string()),
      checkedAt: instant,
      failedAt: instant,
      createdAt: instant,
    }),
  ),
  assignedCorporations: z.array(
    z.strictObject({ corporationId: z.int(), corporationName: z.string(), ...character }),
  ),
  /** Events about the user. */
  events: z.array(event),
  /** What the user did to other users, groups, categories and corporations. */
  actions: z.array(event),
});
type ExportLists = z.infer<typeof exportListsSchema>;
export type ExportListName = keyof ExportLists;

const header = {
  format: z.literal("muster-account"),
  version: z.literal(EXPORT_VERSION),
  exportedAt: z.iso.datetime(),
};

/** The file that the browser saves. */
export const accountExportSchema = z.extend(exportListsSchema, header);

/** One page of the file. A list of the file is that list of all pages, concatenated. */
export const exportPageSchema = z.extend(z.partial(exportListsSchema), {
  ...header,
  nextCursor: z.nullable(z.string()),
});
export type ExportPage = z.infer<typeof exportPageSchema>;

export const exportQuerySchema = z.object({
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(4000))),
});
