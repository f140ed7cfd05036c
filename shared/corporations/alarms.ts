import * as z from "zod/mini";
import { languageSchema } from "#shared/account/language.ts";
import { instantSchema } from "#shared/answer.ts";
import {
  channelChoiceSchema,
  discordChannelsSchema,
  discordFeedSchema,
} from "#shared/discord/feeds.ts";
import { snowflakeSchema } from "#shared/discord/servers.ts";
import { idSchema } from "#shared/page.ts";

/** Groups of kinds. A channel and a role are chosen for each group. The worst first. */
export const alarmGroupSchema = z.enum([
  "attack",
  "timers",
  "fuel",
  "sovereignty",
  "moons",
  "wars",
  "money",
]);
export type AlarmGroup = z.infer<typeof alarmGroupSchema>;
export const ALARM_GROUPS = alarmGroupSchema.options;

/** Extractions and bills never mention. */
export const mentions = (group: AlarmGroup) => group !== "moons" && group !== "money";

/** Alarms are kept for so long. */
export const ALARMS_KEPT_DAYS = 90;
/** What a corporation's page shows. */
export const MOST_ALARMS = 200;
/** A notice that was older than this when it was read is late. */
export const LATE_MS = 10 * 60 * 1000;

/** What the text of a notice says, of which a post is made. Ids are EVE's, `endsAt` is in milliseconds since 1970. */
export const alarmFieldsSchema = z.strictObject({
  structureId: z.optional(z.int()),
  typeId: z.optional(z.int()),
  systemId: z.optional(z.int()),
  planetId: z.optional(z.int()),
  moonId: z.optional(z.int()),
  /** In per cent. */
  shield: z.optional(z.number()),
  armor: z.optional(z.number()),
  hull: z.optional(z.number()),
  attackerId: z.optional(z.int()),
  /** The corporation's or the alliance's name, as EVE wrote it. */
  attackerName: z.optional(z.string()),
  quantity: z.optional(z.int()),
  quantityTypeId: z.optional(z.int()),
  declaredById: z.optional(z.int()),
  againstId: z.optional(z.int()),
  /** ISK. */
  amount: z.optional(z.number()),
  endsAt: z.optional(z.int()),
});
export type AlarmFields = z.infer<typeof alarmFieldsSchema>;

/** Minutes of EVE's day. `from` may be after `until`: over midnight. */
const quietSchema = z.strictObject({
  from: z.int().check(z.minimum(0), z.maximum(1439)),
  until: z.int().check(z.minimum(0), z.maximum(1439)),
});

const alarmTargetSchema = z.object({
  serverId: snowflakeSchema,
  channelId: snowflakeSchema,
  /** Who is mentioned. */
  roleId: z.nullable(snowflakeSchema),
});

/** `PUT /corporations/:id/alarms`: where which kinds are posted. A kind that is left out is told to nobody. */
export const saveAlarmsSchema = z.object({
  channels: z.partialRecord(alarmGroupSchema, z.optional(alarmTargetSchema)),
  quiet: z.nullable(quietSchema),
  language: languageSchema,
  /** Timers that are posted become operations of this group. */
  timersGroupId: z._default(z.nullable(idSchema), null),
});
export type SaveAlarms = z.infer<typeof saveAlarmsSchema>;

/** `POST /corporations/:id/alarms/test`: posts a message that says that it is a test, in the channel of this kind. */
export const testAlarmSchema = z.object({ group: alarmGroupSchema });
/** `halt`: why it did not arrive. */
export const testedAlarmSchema = z.strictObject({
  channelName: z.string(),
  halt: discordFeedSchema.shape.halt,
});
export type TestedAlarm = z.infer<typeof testedAlarmSchema>;

/** `GET /corporations/:id/alarms/choices`: channels, and roles that Muster may mention. */
export const alarmChoicesSchema = z.strictObject({
  channels: discordChannelsSchema.shape.channels,
  roles: z.array(z.strictObject({ serverId: z.string(), roleId: z.string(), name: z.string() })),
  missing: discordChannelsSchema.shape.missing,
});
export type AlarmChoices = z.infer<typeof alarmChoicesSchema>;

const alarmChannelSchema = z.extend(channelChoiceSchema, {
  roleId: z.nullable(z.string()),
  roleName: z.nullable(z.string()),
  halt: discordFeedSchema.shape.halt,
});

/** What became of a notice. `waiting`: it is posted soon. `kept`: it was not posted, because no channel was chosen or it was a day old. */
const toldSchema = z.enum(["waiting", "posted", "edited", "summary", "refused", "kept"]);
export type AlarmTold = z.infer<typeof toldSchema>;

export const alarmSchema = z.strictObject({
  id: z.int(),
  /** EVE's name of the kind. */
  kind: z.string(),
  group: alarmGroupSchema,
  sentAt: instantSchema,
  readAt: instantSchema,
  /** What has happened, in the reader's language. */
  text: z.string(),
  /** The structure and the system, as far as they are known. */
  name: z.nullable(z.string()),
  systemName: z.nullable(z.string()),
  /** The security status of the system. */
  security: z.nullable(z.number()),
  fields: alarmFieldsSchema,
  told: toldSchema,
  /** The notice whose post tells of it. */
  leadId: z.nullable(z.int()),
});
export type Alarm = z.infer<typeof alarmSchema>;

const groupSchema = z.strictObject({ groupId: idSchema, name: z.string() });

/** `GET /corporations/:id/alarms`. */
export const alarmsSchema = z.strictObject({
  channels: z.partialRecord(alarmGroupSchema, z.optional(alarmChannelSchema)),
  quiet: z.nullable(quietSchema),
  language: languageSchema,
  /** The group whose operations timers become. */
  timersGroup: z.nullable(groupSchema),
  /** Groups for which the reader plans. */
  planning: z.array(groupSchema),
  /** Directors whose notices can be read, and when the last was. */
  readers: z.int(),
  readAt: z.nullable(instantSchema),
  /** The newest first. */
  alarms: z.array(alarmSchema),
  /** Notices that Muster does not know or could not read, by kind. */
  unknown: z.array(z.strictObject({ kind: z.string(), count: z.int(), since: instantSchema })),
  /** Muster has a bot. */
  hasBot: z.boolean(),
});
export type Alarms = z.infer<typeof alarmsSchema>;
