import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import { healthCheckSchema } from "#shared/health.ts";
import { idSchema } from "#shared/page.ts";
import { optionalText, requiredLine } from "#shared/text.ts";
import { PLACEHOLDERS, TEMPLATE_MAX_LENGTH } from "./nickname.ts";

/** Discord's ids are 64-bit numbers: they are text everywhere, since JavaScript would round them. */
export const snowflakeSchema = z.string().check(z.regex(/^\d{1,19}$/, "must be a Discord id"));

/** Discord's own limit of roles, and ours of groups for one role. */
const MAX_ROLES = 250;
const MAX_GROUPS_OF_ROLE = 100;

/** What happens to a mapped role that was given by hand. */
const driftRuleSchema = z.enum(["list", "remove", "keep"]);
export type DriftRule = z.infer<typeof driftRuleSchema>;

/**
 * Why Muster leaves a member alone. `refused`: Discord does not let the bot change this member. `left`: not on the server.
 * `deleted`: the Discord account is gone. `role_gone`: a role was deleted at Discord. `unexpected`: another refusal.
 */
export const memberProblemSchema = z.enum([
  "refused",
  "left",
  "deleted",
  "role_gone",
  "unexpected",
]);
export type MemberProblem = z.infer<typeof memberProblemSchema>;

/**
 * Why Muster waits before it calls Discord again. `limited`: too many requests. `banned`: Discord's firewall refuses Muster.
 * `unavailable`: an outage. `unauthorized`: the bot token is not valid. `no_access`: the bot is not on the server.
 * `two_factor`: the server's moderators need two-factor authentication.
 */
export const serverHaltSchema = z.enum([
  "limited",
  "banned",
  "unavailable",
  "unauthorized",
  "no_access",
  "two_factor",
]);
export type ServerHalt = z.infer<typeof serverHaltSchema>;

const template = z.lazy(() =>
  z.pipe(
    requiredLine(
      english`The template is required`,
      TEMPLATE_MAX_LENGTH,
      english`The template must be ${TEMPLATE_MAX_LENGTH} characters or less`,
    ),
    z.string().check(
      z.refine((text) => !text.includes("|"), english`“|” separates what players add themselves`),
      z.refine(
        (text) => /\{(main|ticker|alliance|group)\}/.test(text),
        english`Use at least one of {main}, {ticker}, {alliance}, {group}`,
      ),
    ),
  ),
);

/** The role with this id, given to the members of any of the groups. */
const mappedRoleSchema = z.object({
  roleId: snowflakeSchema,
  groupIds: z.array(idSchema).check(z.maxLength(MAX_GROUPS_OF_ROLE)),
});

/** What an administrator decides about a server. */
export const serverSettingsSchema = z.object({
  roles: z.array(mappedRoleSchema).check(
    z.maxLength(MAX_ROLES),
    z.refine(
      (roles) => new Set(roles.map(({ roleId }) => roleId)).size === roles.length,
      english`A role is mapped once.`,
    ),
  ),
  nickname: z.nullable(z.object({ template, keepsOwnPart: z.boolean() })),
  /** Its members may join the server through Muster. */
  joinGroupId: z.nullable(idSchema),
  drift: driftRuleSchema,
});
export type ServerSettings = z.infer<typeof serverSettingsSchema>;

/** `version`: of the settings that the person has read. If they have changed since, the edit is refused. */
export const saveServerSchema = z.extend(serverSettingsSchema, { version: z.int() });
export type SaveServer = z.infer<typeof saveServerSchema>;

/** `POST /admin/discord`: set up a server that the bot is on. */
export const addServerSchema = z.object({ serverId: snowflakeSchema });

/** A server is switched on as the person has read it. */
export const switchServerSchema = z.object({ isOn: z.boolean(), version: z.int() });

/** `retries`: also try members again that Discord has refused to change. */
export const checkServerSchema = z.object({ retries: z.boolean() });

export const serverParamSchema = z.object({ id: snowflakeSchema });
export const roleParamSchema = z.object({ id: snowflakeSchema, roleId: snowflakeSchema });

/** A server the bot is on. */
const serverSummarySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** `new`: not set up in Muster yet. */
  state: z.enum(["new", "off", "on"]),
});
export type ServerSummary = z.infer<typeof serverSummarySchema>;

/** `GET /admin/discord`. */
export const discordServersSchema = z.strictObject({
  /** Null without a bot token. */
  installUrl: z.nullable(z.url()),
  permissions: z.array(z.string()),
  servers: z.array(serverSummarySchema),
  /** Why the list of Discord could not be read: servers that are set up are shown. */
  failure: z.nullable(z.string()),
});
export type DiscordServers = z.infer<typeof discordServersSchema>;

/** Why a role can never be given, or not now. */
const roleRefusalSchema = z.enum(["everyone", "managed", "administrator", "above"]);
export type RoleRefusal = z.infer<typeof roleRefusalSchema>;

const roleOfServerSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** `#rrggbb`; null for a role without a colour. */
  color: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  refusal: z.nullable(roleRefusalSchema),
  /** Members who have it now, as of the last check: those who are linked, and all if Discord tells. */
  now: countSchema,
});
export type RoleOfServer = z.infer<typeof roleOfServerSchema>;

/** A line of a server's health. `steps`: what to do at Discord. */
const serverCheckSchema = z.extend(
  z.pick(healthCheckSchema, { id: true, title: true, state: true, words: true }),
  { steps: z.array(z.string()) },
);
export type ServerCheck = z.infer<typeof serverCheckSchema>;

const serverProblemSchema = z.strictObject({
  discordId: z.string(),
  name: z.string(),
  mainCharacterName: z.nullable(z.string()),
  problem: memberProblemSchema,
  at: instantSchema,
});
export type ServerProblem = z.infer<typeof serverProblemSchema>;

/** What Muster is doing. `total` and `done` count members. */
const serverWorkSchema = z.strictObject({
  isChecking: z.boolean(),
  /** Members that wait because something about them has changed. */
  waiting: countSchema,
  halt: z.nullable(serverHaltSchema),
  waitsUntil: z.nullable(instantSchema),
  /** Removals that wait for a decision, or are being applied. */
  removals: z.nullable(
    z.strictObject({ state: z.enum(["held", "released"]), count: countSchema, at: instantSchema }),
  ),
});

/** `GET /admin/discord/:id`. */
export const discordServerSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  isOn: z.boolean(),
  ownerName: z.nullable(z.string()),
  /** On the server, as Discord counts; linked ones among them, as of the last check. */
  memberCount: z.nullable(countSchema),
  linkedCount: countSchema,
  /** In Discord's order, the highest first; without the role of everybody. */
  roles: z.array(roleOfServerSchema),
  botRole: z.nullable(z.strictObject({ name: z.string(), place: countSchema, id: z.string() })),
  hasMembersIntent: z.boolean(),
  settings: serverSettingsSchema,
  version: countSchema,
  /** The names of the groups in the settings. */
  groupNames: z.record(z.string(), z.string()),
  checks: z.array(serverCheckSchema),
  factsAt: instantSchema,
  sweptAt: z.nullable(instantSchema),
  work: serverWorkSchema,
  problems: z.array(serverProblemSchema),
  /** Pilots to show the nickname template with. */
  samples: z.array(
    z.strictObject({
      name: z.string(),
      facts: z.record(z.enum(PLACEHOLDERS), z.nullable(z.string())),
    }),
  ),
});
export type DiscordServer = z.infer<typeof discordServerSchema>;

/** A member of a server. `name`: at Discord. The main is null without a linked account. */
export const serverMemberSchema = z.strictObject({
  discordId: z.string(),
  name: z.string(),
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
});

/** What would change for a member. */
const previewedMemberSchema = z.extend(serverMemberSchema, {
  add: z.array(z.string()),
  remove: z.array(z.string()),
  /** Given by hand; listed and not removed. */
  extra: z.array(z.string()),
  nickname: z.nullable(z.string()),
  problem: z.nullable(memberProblemSchema),
});
export type PreviewedMember = z.infer<typeof previewedMemberSchema>;

/** `POST /admin/discord/:id/preview`. */
export const serverPreviewSchema = z.strictObject({
  people: z.array(previewedMemberSchema),
  /** By mapped role: how many pilots of its groups are on the server. */
  wanted: z.record(z.string(), countSchema),
  /** Removals of so many people are held. */
  isHeld: z.boolean(),
  /** The members of the server have not been read yet. */
  isUnread: z.boolean(),
});
export type ServerPreview = z.infer<typeof serverPreviewSchema>;

/** A mapped role that a member has without a group, or lacks although a group gives it. */
const driftItemSchema = z.extend(serverMemberSchema, {
  roleId: z.string(),
  kind: z.enum(["extra", "missing"]),
  /** Who changed it by hand, from Discord's audit log of 45 days; null if it does not say. */
  by: z.nullable(z.strictObject({ name: z.string(), at: instantSchema })),
});
export type DriftItem = z.infer<typeof driftItemSchema>;

/** `GET /admin/discord/:id/drift`. */
export const driftSchema = z.strictObject({
  items: z.array(driftItemSchema),
  auditLog: z.enum(["read", "unavailable"]),
});
export type Drift = z.infer<typeof driftSchema>;

/** `enforce`: remove the role, or give it again. `accept`: leave it as it is. */
export const driftDecisionSchema = z.object({
  decision: z.enum(["enforce", "accept"]),
  items: z
    .array(z.object({ discordId: snowflakeSchema, roleId: snowflakeSchema }))
    .check(z.minLength(1), z.maxLength(100)),
});
export type DriftDecision = z.infer<typeof driftDecisionSchema>;

const reasonSchema = z.pipe(
  optionalText(500, english`Reason must be 500 characters or less`),
  z.string(english`Reason is required`).check(z.minLength(1, english`Reason is required`)),
);

/** `removalCount`: the number that the person has read. If it has changed since, the decision is refused. */
export const serverRemovalsSchema = z.object({
  decision: z.enum(["release", "discard"]),
  removalCount: z.int(),
  reason: reasonSchema,
});
export type ServerRemovals = z.infer<typeof serverRemovalsSchema>;

/** Members whose removal of roles is held. */
export const heldMemberSchema = z.extend(serverMemberSchema, { remove: z.array(z.string()) });
export type HeldMember = z.infer<typeof heldMemberSchema>;

/** `GET /discord/servers`: servers that the pilot may join through Muster. */
export const joinableServersSchema = z.strictObject({
  servers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
});
export type JoinableServers = z.infer<typeof joinableServersSchema>;

/** Why Muster could not change a member. */
export const PROBLEM_WORDS: Record<MemberProblem, string> = {
  refused: english`Discord does not let Muster change this person: the server’s owner, or a member with a role above Muster’s own.`,
  left: english`Left the server.`,
  deleted: english`The Discord account is gone.`,
  role_gone: english`A role was deleted on Discord.`,
  unexpected: english`Discord refused the change for a reason that Muster does not know.`,
};

/** Why Muster waits. Nobody loses a role in the meantime. */
export const HALT_WORDS: Record<ServerHalt, string> = {
  limited: english`Discord limits requests. Muster waits as long as Discord asks.`,
  banned: english`Discord’s firewall refuses Muster. It tries again by itself.`,
  unavailable: english`Discord is not responding. Muster tries again by itself.`,
  unauthorized: english`Discord does not accept the bot token.`,
  no_access: english`The bot is not on this server.`,
  two_factor: english`This server asks for two-factor authentication of the bot’s owner.`,
};
