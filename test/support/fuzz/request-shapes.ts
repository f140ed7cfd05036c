import { causeSchema } from "#shared/requirements/cause.ts";
import * as z from "zod/mini";
import { answersSchema, questionSchema, sharedSectionSchema } from "#shared/groups/forms.ts";
import type { Shared } from "#shared/groups/shared-values.ts";
import type { Form, GroupForm, SharedSection } from "#shared/groups/forms.ts";
import type { MyGroups, Waiting } from "#shared/groups/groups.ts";
import { REQUEST_EVENT_KINDS } from "#shared/events/kinds.ts";
import {
  corporationHistoryEntrySchema,
  currentTrainingSchema,
  queueStateSchema,
  trainedSkillsSchema,
} from "#shared/characters.ts";
import type {
  DecisionResult,
  JoinRequest,
  MyRequest,
  RequestToReview,
} from "#shared/groups/requests.ts";
import type { OwnRequest, RequestPage } from "#shared/groups/request-pages.ts";
import { membershipProblem } from "./requirement-shapes.ts";
import { count, emergency, id, membership, orNull, suspensionMark, when } from "./shapes.ts";
import type { Shape } from "./shapes.ts";

const joinRequestFields = {
  suspension: suspensionMark,
  id,
  groupId: id,
  userId: id,
  mainCharacterId: orNull(z.int()),
  mainCharacterName: orNull(z.string()),
  reason: orNull(z.string()),
  status: z.enum(["pending", "approved", "rejected", "withdrawn"]),
  createdAt: when,
  isExtension: z.boolean(),
};
export const joinRequest: Shape<JoinRequest> = z.strictObject(joinRequestFields);

const form: Shape<Form> = z.strictObject({
  introduction: orNull(z.string()),
  questions: z.array(questionSchema),
  sections: z.array(sharedSectionSchema),
  whose: z.enum(["main", "all"]),
  shareDays: count,
});
const answered = orNull(z.strictObject({ version: count, form, answers: answersSchema }));

export const groupForm: Shape<GroupForm> = z.strictObject({
  version: orNull(count),
  form: orNull(form),
  reviewers: z.strictObject({
    managers: z.array(
      z.strictObject({
        userId: id,
        mainCharacterId: orNull(z.int()),
        name: orNull(z.string()),
        role: z.enum(["owner", "admin"]),
      }),
    ),
    group: orNull(z.strictObject({ id, name: orNull(z.string()), memberCount: count })),
  }),
});

const section = sharedSectionSchema;
const history = z.array(
  z.strictObject({
    kind: z.enum(REQUEST_EVENT_KINDS),
    byName: orNull(z.string()),
    at: when,
    section: orNull(section),
    movedFrom: orNull(z.string()),
  }),
);

const toReview = {
  inTalks: z.boolean(),
  assignee: orNull(z.strictObject({ userId: id, name: orNull(z.string()) })),
  ...joinRequestFields,
  endsAt: orNull(when),
  facts: z.strictObject({
    corporationId: orNull(z.int()),
    corporationName: orNull(z.string()),
    allianceId: orNull(z.int()),
    allianceName: orNull(z.string()),
    totalSp: orNull(z.int()),
    birthday: orNull(z.string()),
    altCount: orNull(count),
  }),
};
export const requestToReview: Shape<RequestToReview> = z.strictObject(toReview);

export const requestPage: Shape<RequestPage> = z.strictObject({
  ...toReview,
  groupName: z.string(),
  rejectionReason: orNull(z.string()),
  decidedAt: orNull(when),
  requirements: orNull(
    z.strictObject({
      outcome: z.enum(["met", "unmet", "unknown"]),
      causes: z.array(causeSchema),
    }),
  ),
  answered,
  reviewer: orNull(
    z.strictObject({
      sections: z.array(z.strictObject({ section, shared: count })),
      sharedUntil: orNull(when),
      notes: z.array(
        z.strictObject({
          id,
          byName: orNull(z.string()),
          text: z.string(),
          createdAt: when,
          isOwn: z.boolean(),
        }),
      ),
      history,
    }),
  ),
});

const shared: Shape<Shared> = z.union([
  sharedOf("skills", trainedSkillsSchema),
  sharedOf(
    "training",
    z.strictObject({ training: orNull(currentTrainingSchema), queueState: queueStateSchema }),
  ),
  sharedOf("wallet", z.strictObject({ balance: z.number() })),
  sharedOf("assets", z.strictObject({ assetCount: count, totalValue: z.number() })),
  sharedOf("corporationHistory", z.array(corporationHistoryEntrySchema)),
]);
export const look = shared;
export const previews: Shape<Shared[]> = z.array(shared);

function sharedOf<Name extends SharedSection, Value extends z.ZodMiniType>(
  name: Name,
  value: Value,
) {
  return z.strictObject({
    section: z.literal(name),
    characters: z.array(
      z.strictObject({
        characterId: z.int(),
        name: z.string(),
        readAt: orNull(when),
        value: orNull(value),
      }),
    ),
  });
}

export const ownRequest: Shape<OwnRequest> = z.strictObject({
  id,
  groupId: id,
  groupName: orNull(z.string()),
  reason: orNull(z.string()),
  status: z.enum(["pending", "approved", "rejected", "withdrawn"]),
  createdAt: when,
  isExtension: z.boolean(),
  decidedAt: orNull(when),
  rejectionReason: orNull(z.string()),
  answered,
  inTalks: z.boolean(),
  assigneeName: orNull(z.string()),
  shared: z.array(z.strictObject({ section, characterIds: z.array(z.int()) })),
  sharedUntil: orNull(when),
  history,
});

const myRequest: Shape<MyRequest> = z.strictObject({
  id,
  groupId: id,
  groupName: z.string(),
  reason: orNull(z.string()),
  createdAt: when,
  isExtension: z.boolean(),
});

export const myGroups: Shape<MyGroups> = z.strictObject({
  items: z.array(membership),
  total: count,
  owned: count,
  admin: count,
  nextCursor: orNull(z.string()),
  requests: z.array(myRequest),
});

export const decisionResult: Shape<DecisionResult> = z.strictObject({
  done: z.array(id),
  refused: z.array(z.strictObject({ id, message: z.string() })),
});

export const waiting: Shape<Waiting> = z.strictObject({
  invitations: count,
  requests: z.array(z.strictObject({ groupId: id, groupName: z.string(), count })),
  problems: z.array(
    z.extend(membershipProblem, { groupId: id, groupName: z.string(), isOwner: z.boolean() }),
  ),
  ends: z.array(
    z.strictObject({ groupId: id, groupName: z.string(), endsAt: when, isRequested: z.boolean() }),
  ),
  emergencies: z.array(z.extend(emergency, { groupId: id, groupName: z.string() })),
  held: orNull(count),
  corporations: z.array(
    z.strictObject({ corporationId: z.int(), name: z.string(), since: orNull(when) }),
  ),
  rosters: z.array(z.strictObject({ corporationId: z.int(), name: z.string() })),
  reviews: z.array(z.strictObject({ groupId: id, groupName: z.string(), dueAt: when })),
});
