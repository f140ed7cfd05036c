import * as z from "zod/mini";
import { countSchema, instantSchema, pageOf } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import { idInPath, idSchema, pageQuerySchema } from "#shared/page.ts";
import { requiredLine, toLine, toParagraphs } from "#shared/text.ts";
import {
  BRINGS_MAX,
  OPERATION_ANSWERS,
  OPERATION_DOCTRINE_MAX,
  OPERATION_GROUPS_MAX,
  OPERATION_KINDS,
  OPERATION_LINE_MAX,
  OPERATION_LONGEST,
  OPERATION_SCOPES,
  OPERATION_SHORTEST,
  OPERATION_TEXT_MAX,
  OPERATION_TITLE_MAX,
} from "./limits.ts";
import { operationPersonSchema, participationSchema } from "./participation.ts";

export const operationKindSchema = z.enum(OPERATION_KINDS);
export type OperationKind = z.infer<typeof operationKindSchema>;
export const operationAnswerSchema = z.enum(OPERATION_ANSWERS);
export type OperationAnswer = z.infer<typeof operationAnswerSchema>;

const line = (max: number, tooLong: string) =>
  z._default(z.string().check(z.overwrite(toLine), z.maxLength(max, tooLong)), "");
const paragraphs = (max: number, tooLong: string) =>
  z._default(z.string().check(z.overwrite(toParagraphs), z.maxLength(max, tooLong)), "");

const plan = () =>
  z.object({
    kind: operationKindSchema,
    title: requiredLine(
      english`Title is required`,
      OPERATION_TITLE_MAX,
      english`Title must be ${OPERATION_TITLE_MAX} characters or less`,
    ),
    startsAt: z.iso.datetime({ offset: true, error: english`Starts at must be a day and a time` }),
    minutes: z.int().check(z.minimum(OPERATION_SHORTEST), z.maximum(OPERATION_LONGEST)),
    place: line(
      OPERATION_LINE_MAX,
      english`Place must be ${OPERATION_LINE_MAX} characters or less`,
    ),
    comms: line(
      OPERATION_LINE_MAX,
      english`Comms must be ${OPERATION_LINE_MAX} characters or less`,
    ),
    text: paragraphs(
      OPERATION_TEXT_MAX,
      english`Text must be ${OPERATION_TEXT_MAX} characters or less`,
    ),
    doctrine: paragraphs(
      OPERATION_DOCTRINE_MAX,
      english`Doctrine must be ${OPERATION_DOCTRINE_MAX} characters or less`,
    ),
    /** Null: nobody commands yet. */
    commanderId: z.nullable(idSchema),
    /** The first plans it. */
    groupIds: z
      .array(idSchema)
      .check(
        z.minLength(1, english`Choose at least one group`),
        z.maxLength(OPERATION_GROUPS_MAX, english`Choose at most ${OPERATION_GROUPS_MAX} groups`),
      ),
  });

const scope = z._default(z.enum(OPERATION_SCOPES), "one");
export type OperationScope = z.infer<typeof scope>;

/** What is planned of an operation. */
export const operationPlanSchema = z.lazy(plan);
export type OperationPlan = z.infer<typeof operationPlanSchema>;

/** `POST /operations`. `place` and `comms` may be empty: told in fleet. `isWeekly`: it is the first of a series. */
export const planOperationSchema = z.lazy(() =>
  z.extend(plan(), { isWeekly: z._default(z.boolean(), false) }),
);
export type PlanOperation = z.infer<typeof planOperationSchema>;

/** `PUT /operations/:id`: with the scope `following`, those of its series that come later become as it is. `version` is that of the operation which was changed, so that no change of another planner is lost. */
export const changeOperationSchema = z.lazy(() =>
  z.extend(plan(), { version: countSchema, scope }),
);
export type ChangeOperation = z.infer<typeof changeOperationSchema>;

/** `PUT /operations/:id/answer`. Null takes the answer back. */
export const answerOperationSchema = z.lazy(() =>
  z.object({
    answer: z.nullable(operationAnswerSchema),
    brings: line(
      BRINGS_MAX,
      english`What the pilot brings must be ${BRINGS_MAX} characters or less`,
    ),
  }),
);
export type AnswerOperation = z.infer<typeof answerOperationSchema>;

export const cancelOperationSchema = z.object({ isCancelled: z.boolean(), scope });
export type CancelOperation = z.infer<typeof cancelOperationSchema>;

export type OperationPerson = z.infer<typeof operationPersonSchema>;

const groupSchema = z.strictObject({ groupId: idSchema, name: z.string() });

/** What a list shows. `groups`: those of the reader, never others for whom it is too. */
export const operationEntrySchema = z.strictObject({
  id: idSchema,
  kind: operationKindSchema,
  title: z.string(),
  place: z.string(),
  comms: z.string(),
  startsAt: instantSchema,
  endsAt: instantSchema,
  /** It is of a series that goes on. */
  isWeekly: z.boolean(),
  commander: z.nullable(operationPersonSchema),
  groups: z.array(groupSchema),
  cancelledAt: z.nullable(instantSchema),
  cancelledBy: z.nullable(operationPersonSchema),
  /** Answers of the present members of the reader's groups. */
  counts: z.record(operationAnswerSchema, countSchema),
  own: z.nullable(z.strictObject({ answer: operationAnswerSchema, brings: z.string() })),
  /** The reader took part. `minutes` in its fleet; null: somebody has noted the name. */
  took: z.nullable(z.strictObject({ minutes: z.nullable(countSchema) })),
});
export type OperationEntry = z.infer<typeof operationEntrySchema>;

/**
 * `GET /operations`: what has not ended, of the next 60 days; with `past`, what has, the latest first; with `week`, what begins in the
 * seven days from this one.
 */
export const operationsQuerySchema = z.extend(pageQuerySchema, {
  past: z.optional(z.literal("true")),
  week: z.optional(z.iso.date()),
});
export type OperationsQuery = z.infer<typeof operationsQuerySchema>;
export const operationsSchema = z.extend(z.omit(pageOf(operationEntrySchema), { total: true }), {
  /** The groups for which the reader may plan. */
  planning: z.array(groupSchema),
});
export type Operations = z.infer<typeof operationsSchema>;

const answeredSchema = z.extend(operationPersonSchema, {
  answer: operationAnswerSchema,
  brings: z.string(),
});

/** `GET /operations/:id`. */
export const operationSchema = z.extend(operationEntrySchema, {
  text: z.string(),
  doctrine: z.string(),
  createdBy: z.nullable(operationPersonSchema),
  createdAt: instantSchema,
  version: countSchema,
  canEdit: z.boolean(),
  /** Begins, ends, and says who took part: the commander, and who plans. */
  canRun: z.boolean(),
  /** For who plans: the Discord servers that have refused its event. */
  refusedBy: z.array(z.string()),
  /** Null before it has begun. */
  participation: z.nullable(participationSchema),
  answers: z.array(answeredSchema),
});
export type Operation = z.infer<typeof operationSchema>;

/** `GET /operations/planning`: for which groups the reader may plan, and who may command there. */
export const planningSchema = z.strictObject({
  groups: z.array(
    z.extend(groupSchema, { memberCount: countSchema, commanders: z.array(operationPersonSchema) }),
  ),
});
export type Planning = z.infer<typeof planningSchema>;

/** `GET /operations/rules/:id`: of a group, for its owner. `groupId` and `name` of the planners are null if the reader does not see that group. */
export const operationRulesSchema = z.strictObject({
  planners: z.nullable(
    z.strictObject({ groupId: z.nullable(idSchema), name: z.nullable(z.string()) }),
  ),
  isOnDiscord: z.boolean(),
  /** The Discord servers that have a role of the group. */
  servers: z.array(z.string()),
});
export type OperationRules = z.infer<typeof operationRulesSchema>;

/** Without `plannersId`, the group whose members plan stays. */
export const changeOperationRulesSchema = z.object({
  plannersId: z.optional(z.nullable(idSchema)),
  isOnDiscord: z.boolean(),
});
export type ChangeOperationRules = z.infer<typeof changeOperationRulesSchema>;

/** `GET /operations/calendar`: when the link of the reader's calendar was made. */
export const calendarFeedSchema = z.strictObject({ createdAt: z.nullable(instantSchema) });
export type CalendarFeed = z.infer<typeof calendarFeedSchema>;

/** `secret` is the link, which is shown once: Muster stores a hash. */
export const calendarLinkSchema = z.strictObject({ createdAt: instantSchema, secret: z.string() });

/** `GET /calendar.ics`. */
export const calendarQuerySchema = z.object({ key: z._default(z.string(), "") });

/** `PUT /operations/:id/losses/:killmailId`. */
export const lossParamSchema = z.object({
  id: idSchema,
  killmailId: idInPath(english`Killmail must be an ID`),
});
export const payLossSchema = z.object({ isPaid: z.boolean() });

const lossSchema = z.strictObject({
  killmailId: z.int(),
  at: instantSchema,
  /** Losses of other users are of mains alone: a loss of an alt would tell whose alt it is. */
  pilotId: z.int(),
  pilotName: z.nullable(z.string()),
  isOwn: z.boolean(),
  shipTypeId: z.int(),
  shipName: z.nullable(z.string()),
  /** ISK, as of the killmail; null if the ship has no price. */
  value: z.nullable(z.number()),
  paidAt: z.nullable(instantSchema),
  /** Null also if the reader shares no group with the payer. */
  paidBy: z.nullable(z.string()),
});
export type Loss = z.infer<typeof lossSchema>;

/** `GET /operations/:id/losses`: of members who took part or did not answer “not”: the reader's own, and for planners of the group those of all mains. */
export const lossesSchema = z.strictObject({
  from: instantSchema,
  until: instantSchema,
  /** The reader notes what is paid. */
  canPay: z.boolean(),
  losses: z.array(lossSchema),
});
export type Losses = z.infer<typeof lossesSchema>;
