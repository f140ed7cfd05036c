import * as z from "zod/mini";
import { directorProblemSchema } from "#shared/corporations/corporations.ts";
import { updateCategorySchema } from "#shared/groups/categories.ts";
import { sharedSectionSchema } from "#shared/groups/forms.ts";
import { groupRoleSchema } from "#shared/groups/groups.ts";
import { loggedSettingSchema } from "#shared/groups/settings.ts";
import { causeSchema } from "#shared/requirements/cause.ts";
import { ruleSchema } from "#shared/requirements/rule.ts";
import { affiliationSchema, movedAccountSchema } from "#shared/session.ts";
import type {
  AccountEventKind,
  ApplicationEventKind,
  CorporationEventKind,
  DiscordEventKind,
  EventKind,
  GroupEventKind,
} from "./kinds.ts";

// What each kind of event says besides who did what to whom. Tests check every event that they record against its schema. The
// product imports only types from here: it reads what it has written (docs/decisions/0003-one-audit-log.md).

/** What an application does with members. */
const memberActSchema = z.enum(["add", "remove", "set_end"]);

const time = z.iso.datetime();
const name = z.string();
/** Optional, because the text is removed when the account of its user is deleted. */
const reason = z.optional(z.string());
const change = z.strictObject({ from: z.nullable(z.string()), to: z.nullable(z.string()) });

/** Each changed field, before and after. Empty if repeated edits restored every value. */
function changesOf<const Field extends string>(...fields: readonly Field[]) {
  return z.partialRecord(z.enum(fields), z.optional(change));
}
/** The fields of a form that has names of its own. */
const anyChanges = z.record(z.string(), z.optional(change));
const postSettings = ["discordChannel", "discordPosts", "discordLanguage"] as const;

/** Until when a membership lasts or has lasted by itself. */
const until = z.nullable(time);
/** `to` is not included. */
const span = z.strictObject({ from: time, to: time });
/** The span of an administrator's undoing that made the change; the event `actions_undone` of the same request says whose. */
const undone = z.optional(span);
/** `endsAt`: when it would have ended by itself; null for no end. */
const formerMembership = z.strictObject({ role: groupRoleSchema, endsAt: z.nullable(time) });
/** The membership before it ended or became the owner's. Null for emergency access. */
const was = z.nullable(formerMembership);
/** Why a rule started a grace period or ended a membership. Removed when the account of its user is deleted. */
const causes = z.optional(z.array(causeSchema));
/** The review of the members that removed one. */
const reviewId = z.optional(z.string());
/** A request of a member, to stay. */
const isExtension = z.optional(z.literal(true));
/** The system that a group, a member or a request moved in from. */
const movedFrom = z.string();

/** `following`: all later ones of its series too. */
const ofOperation = z.strictObject({
  operationId: z.string(),
  title: z.string(),
  following: z.optional(z.literal(true)),
});
const ofRole = z.strictObject({ undone });
const ofGrace = z.strictObject({ causes, until });
/** Held removals: `heldId` of those that a person released or discarded. */
const ofHold = z.strictObject({ count: z.int(), reason, heldId: z.optional(z.string()) });
/** An invite code by its id: the code itself is a secret. */
const ofCode = z.strictObject({ codeId: z.string() });

/** An entry by its id: the log names nobody who is on the list. */
const ofWatchEntry = z.strictObject({ entryId: z.string() });

const groupDetails = {
  category_updated: z.strictObject({
    changes: changesOf(...z.keyof(updateCategorySchema).options),
  }),
  group_updated: z.strictObject({
    changes: changesOf(...loggedSettingSchema.options, "reviewMonths", "silence", ...postSettings),
    undone,
  }),
  /** `formerOwnerId`: who owned the group before. Readers of a group's log do not get it. */
  ownership_transferred: z.strictObject({ was, formerOwnerId: z.string(), undone }),
  admin_appointed: ofRole,
  admin_dismissed: ofRole,
  /** With the role that a member has taken in an emergency, or got back. */
  member_added: z.strictObject({
    role: z.optional(groupRoleSchema),
    until: z.optional(until),
    undone,
  }),
  /** Without `was` if the account has ended. */
  member_left: z.strictObject({ was: z.optional(was) }),
  member_removed: z.strictObject({
    was: z.optional(was),
    causes,
    heldId: z.optional(z.string()),
    reviewId,
    until: z.optional(until),
    reason,
    undone,
  }),
  membership_end_set: z.strictObject({ changes: changesOf("endsAt"), undone }),
  membership_ending: z.strictObject({ until }),
  emergency_access_taken: z.strictObject({ role: groupRoleSchema, until, reason }),
  request_made: z.strictObject({ isExtension }),
  request_withdrawn: z.strictObject({ isExtension }),
  request_rejected: z.strictObject({ isExtension, reason }),
  code_created: z.extend(ofCode, {
    useLimit: z.nullable(z.int()),
    expiresAt: z.nullable(time),
  }),
  code_revoked: ofCode,
  code_redeemed: ofCode,
  operation_planned: z.extend(ofOperation, { startsAt: time }),
  operation_changed: z.extend(ofOperation, {
    changes: changesOf("kind", "title", "startsAt", "endsAt", "place", "comms"),
    /** Texts, the commander or the groups changed too: the log does not hold them. */
    hasMore: z.optional(z.literal(true)),
    undone,
  }),
  operation_cancelled: z.extend(ofOperation, { undone }),
  operation_restored: z.extend(ofOperation, { undone }),
  operation_attended: z.extend(ofOperation, { count: z.int() }),
  loss_paid: z.extend(ofOperation, { killmailId: z.int() }),
  loss_unpaid: z.extend(ofOperation, { killmailId: z.int() }),
  operation_rules_changed: z.strictObject({ hasPlanners: z.boolean(), isOnDiscord: z.boolean() }),
  /** The requirements before and after; null for none. */
  requirements_updated: z.strictObject({
    rule: z.strictObject({ from: z.nullable(ruleSchema), to: z.nullable(ruleSchema) }),
    undone,
  }),
  grace_started: ofGrace,
  grace_ended: ofGrace,
  removals_held: ofHold,
  removals_released: ofHold,
  removals_discarded: ofHold,
  review_opened: z.strictObject({ until }),
  /** How many members it has kept and removed. */
  review_finished: z.strictObject({ kept: z.int(), count: z.int(), reason }),
  request_handled: z.strictObject({ inTalks: z.boolean(), isAssigned: z.boolean() }),
  sharing_viewed: z.strictObject({ section: sharedSectionSchema }),
  /** `form`: how many questions it asks. `reviewers`: the name of the group whose members review. */
  form_updated: z.strictObject({ changes: changesOf("form", "formSections", "reviewers") }),
  community_updated: z.strictObject({
    changes: changesOf("name", "welcome", "logoName", "memberGroup", "graceDays", ...postSettings),
  }),
  watch_keepers_changed: z.strictObject({ changes: changesOf("keepers") }),
  watch_channel_changed: z.strictObject({ changes: changesOf(...postSettings) }),
  watch_entry_added: ofWatchEntry,
  watch_entry_changed: ofWatchEntry,
  watch_entry_removed: ofWatchEntry,
  watch_entry_ended: ofWatchEntry,
  watch_list_imported: z.strictObject({ count: z.int() }),
  group_moved_in: z.strictObject({ movedFrom }),
  member_moved_in: z.strictObject({ movedFrom, role: groupRoleSchema }),
  request_moved_in: z.strictObject({ movedFrom }),
} as const satisfies Partial<Record<GroupEventKind, z.ZodMiniObject>>;

/** The main after an event that changed it besides; null if the account was left without characters. */
const mainCharacterId = z.optional(z.nullable(z.int()));
/** The character was linked without a fresh proof of the main. */
const isUnconfirmed = z.optional(z.boolean());
const ofCharacter = z.strictObject({ mainCharacterId, isUnconfirmed });
/** The session in which a user ended others. */
const ofSession = z.strictObject({ sessionId: z.optional(z.string()) });
/** The name that a Discord account had when it was linked or unlinked. */
const ofDiscord = z.strictObject({ discordName: name });
/** The name of the group when its invitations were blocked or allowed again. */
const ofBlock = z.strictObject({ groupName: name });

/** A `from` of null: the corporation was not known before. */
export const affiliationChangeSchema = z.strictObject({
  from: z.nullable(affiliationSchema),
  to: affiliationSchema,
});

/** After the deletion of the account, an event that another account shares says `{}`. */
const accountDetails = {
  character_linked: ofCharacter,
  character_unlinked: ofCharacter,
  character_sold: ofCharacter,
  character_acquired: ofCharacter,
  character_returned: ofCharacter,
  account_taken_back: z.strictObject({ mainCharacterId }),
  session_ended: ofSession,
  sessions_ended: ofSession,
  discord_linked: ofDiscord,
  discord_unlinked: ofDiscord,
  /** The account that this one has absorbed: the log had its id before. */
  accounts_merged: z.strictObject({ absorbedId: z.string() }),
  group_blocked: ofBlock,
  group_unblocked: ofBlock,
  /** An `until` of null: a permanent suspension. */
  user_suspended: z.strictObject({ reason: z.string(), until }),
  actions_undone: z.strictObject({ undone: span, count: z.int() }),
  account_moved_in: z.strictObject({ moved: movedAccountSchema }),
  affiliation_changed: z.strictObject({
    affiliation: affiliationChangeSchema,
  }),
} as const satisfies Partial<Record<AccountEventKind, z.ZodMiniObject>>;

const corporationDetails = {
  corporation_updated: z.strictObject({
    changes: changesOf(
      "director",
      "status",
      "rosterGroup",
      "rosterRoles",
      "alarms",
      ...postSettings,
    ),
  }),
  director_updated: z.strictObject({ changes: changesOf("priority") }),
  director_unhealthy: z.strictObject({ problem: directorProblemSchema }),
} as const satisfies Partial<Record<CorporationEventKind, z.ZodMiniObject>>;

/** How many members lose roles. */
const ofRemovals = z.strictObject({ count: z.int(), reason });

const discordDetails = {
  server_updated: z.strictObject({ changes: anyChanges }),
  /** Names at the time of the event. `discordName`: of an unlinked member. */
  roles_changed: z.strictObject({
    added: z.optional(z.array(name)),
    removed: z.optional(z.array(name)),
    nickname: z.optional(name),
    discordName: z.optional(name),
  }),
  drift_decided: ofRemovals,
  role_removals_held: ofRemovals,
  role_removals_released: ofRemovals,
  role_removals_discarded: ofRemovals,
} as const satisfies Partial<Record<DiscordEventKind, z.ZodMiniObject>>;

/** The name of an API token, or the host of a webhook. */
const label = z.string();
const ofToken = z.strictObject({ label });
const ofWebhook = z.strictObject({ label });
/** The title of a fact. */
const ofFact = z.strictObject({ label });

const applicationDetails = {
  application_updated: z.strictObject({ changes: anyChanges }),
  /** `count`: the sessions that were ended. */
  application_sessions_ended: z.strictObject({ count: z.int() }),
  application_refused: z.strictObject({ reason }),
  api_token_created: ofToken,
  api_token_revoked: ofToken,
  fact_declared: ofFact,
  fact_changed: z.extend(ofFact, { changes: anyChanges }),
  fact_removed: ofFact,
  /** `label`: the group. The subject is the person for whom the application acts, if it says so. */
  members_changed: z.strictObject({ label, act: memberActSchema, count: z.int(), reason }),
  application_undone: z.strictObject({ undone: span, count: z.int() }),
  webhook_added: ofWebhook,
  webhook_updated: ofWebhook,
  webhook_secret_replaced: ofWebhook,
  webhook_removed: ofWebhook,
  webhook_disabled: z.extend(ofWebhook, { reason }),
} as const satisfies Partial<Record<ApplicationEventKind, z.ZodMiniObject>>;

const details = {
  ...groupDetails,
  ...accountDetails,
  ...corporationDetails,
  ...discordDetails,
  ...applicationDetails,
};
const schemas: Partial<Record<EventKind, z.ZodMiniObject>> = details;

/** A kind without an entry above says nothing besides. */
export function detailSchemaOf(kind: EventKind): z.ZodMiniObject {
  return schemas[kind] ?? z.strictObject({});
}

/** What an event of a kind says when it is recorded. */
export type DetailOf<Kind extends EventKind> = {
  [One in Kind]: One extends keyof typeof details
    ? z.infer<(typeof details)[One]>
    : Record<string, never>;
}[Kind];

type KeyOfEach<Value> = Value extends unknown ? Extract<keyof Value, string> : never;
/** The details with fields: an object without any is inferred as one that has no values. */
type Said<Kind extends EventKind> = Exclude<DetailOf<Kind>, Record<string, never>>;
type ValueIn<Detail, Field> = Detail extends unknown
  ? Field extends keyof Detail
    ? Detail[Field]
    : never
  : never;
type LoggedIn<Kind extends EventKind> = KeyOfEach<NonNullable<ValueIn<Said<Kind>, "changes">>>;

/** Each changed field, before and after. */
export type Changes<Field extends string = LoggedField> = {
  [Name in Field]?: z.infer<typeof change> | undefined;
};

/**
 * What an event of one of these kinds says when it is read. Every field may be missing: older versions recorded less, and the
 * deletion of an account removes some.
 */
type ReadDetail<Kind extends EventKind> = {
  [Field in Exclude<KeyOfEach<Said<Kind>>, "changes">]?: ValueIn<Said<Kind>, Field> | undefined;
} & { changes?: Changes<LoggedIn<Kind>> | undefined };

/** The schema of `ReadDetail`: the fields of all these kinds, each optional. */
// @__NO_SIDE_EFFECTS__
export function readDetailOf<Kind extends EventKind>(
  kinds: readonly Kind[],
): z.ZodMiniType<ReadDetail<Kind>> {
  const byField = new Map<string, z.core.$ZodType[]>();
  for (const kind of kinds) {
    for (const [field, schema] of Object.entries(detailSchemaOf(kind).shape)) {
      byField.set(field, [...(byField.get(field) ?? []), schema]);
    }
  }
  const fields = [...byField].map(([field, all]) => [field, z.optional(z.union(all))]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `ReadDetail` is derived from the same fields
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodMiniType<ReadDetail<Kind>>;
}

/** A field of groups, categories, requirements, the community or corporations, as the log names it. */
export type LoggedField =
  | LoggedIn<GroupEventKind | CorporationEventKind>
  | keyof z.infer<typeof ruleSchema>;

export type UndoneSpan = z.infer<typeof span>;
export type AffiliationChange = z.infer<typeof affiliationChangeSchema>;
export type GroupEventDetail = ReadDetail<GroupEventKind>;
export type EventDetail = ReadDetail<GroupEventKind | AccountEventKind | CorporationEventKind>;
export type DiscordEventDetail = ReadDetail<DiscordEventKind>;
export type ApplicationEventDetail = ReadDetail<ApplicationEventKind>;
