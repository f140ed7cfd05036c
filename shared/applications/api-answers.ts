import * as z from "zod/mini";
import { ERROR_STATUS } from "#shared/error.ts";
import type { ErrorCode } from "#shared/error.ts";
import { factKindSchema, missingSchema } from "#shared/facts.ts";
import { operationAnswerSchema, operationKindSchema } from "#shared/operations/operations.ts";
import { rightSchema } from "./tokens.ts";

// What `/api/v1` answers. The document for other programs is made from it (`worker/ops/api-document.ts`); the Worker has the types alone.

const say = (description: string) => z.describe(description);
const instant = z.iso.datetime();

const characterSchema = z
  .strictObject({ id: z.int(), name: z.string() })
  .check(z.meta({ id: "Character", description: "A character, with EVE's id." }));

const organizationSchema = z
  .strictObject({
    id: z.int(),
    name: z.nullable(z.string().check(say("Null until EVE has told it."))),
  })
  .check(
    z.meta({ id: "Organization", description: "A corporation or an alliance, with EVE's id." }),
  );

const groupRoleSchema = z.enum(["owner", "admin", "member"]);

const pilotGroupSchema = z
  .strictObject({ id: z.string(), name: z.string(), role: groupRoleSchema, joinedAt: instant })
  .check(z.meta({ id: "PilotGroup", description: "A group of a pilot." }));

export const pilotSchema = z
  .strictObject({
    id: z
      .string()
      .check(say("It never changes, also when the main does; the `sub` of Sign in with Muster.")),
    main: z.nullable(characterSchema).check(say("Null while the account has no main.")),
    corporation: z
      .nullable(organizationSchema)
      .check(say("Of the main. Null until EVE has told it, also after the main has left one.")),
    alliance: z
      .nullable(organizationSchema)
      .check(say("Of the main. Null without one, and while the corporation is null.")),
    isSuspended: z
      .boolean()
      .check(say("A suspended pilot has no groups until the suspension ends.")),
    isGuest: z.boolean().check(say("Has an account, and does not belong to the community.")),
    groups: z
      .optional(z.array(pilotGroupSchema))
      .check(say("Of the groups granted to the application. Needs the right `groups`.")),
    characters: z
      .optional(z.array(characterSchema))
      .check(say("All of them, the main too. Only if the application was granted characters.")),
  })
  .check(
    z.meta({ id: "Pilot", description: "A pilot: one account, which may have many characters." }),
  );
export type ApiPilot = z.infer<typeof pilotSchema>;

export const apiPilotsSchema = z.strictObject({ items: z.array(pilotSchema) });
export type ApiPilots = z.infer<typeof apiPilotsSchema>;

export const apiLookupSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      character: characterSchema,
      pilot: pilotSchema,
    }),
  ),
  unknown: z
    .array(z.union([z.int(), z.string()]))
    .check(
      say(
        "Ids or names, as they were asked for but without spaces around a name, that belong to no pilot the application may know.",
      ),
    ),
});
export type ApiLookupAnswer = z.infer<typeof apiLookupSchema>;

export const pilotGroupsSchema = z.strictObject({ items: z.array(pilotGroupSchema) });
export type ApiPilotGroups = z.infer<typeof pilotGroupsSchema>;

export const groupsSchema = z.strictObject({
  items: z.array(
    z
      .strictObject({
        id: z.string(),
        name: z.string(),
        memberCount: z
          .int()
          .check(say("With suspended members, whom the list of members leaves out.")),
      })
      .check(z.meta({ id: "Group", description: "A group that was granted to the application." })),
  ),
});
export type ApiGroups = z.infer<typeof groupsSchema>;

const nextCursorSchema = z
  .nullable(z.string())
  .check(say("Send it as `cursor` for the next page. Null on the last page."));

export const membersSchema = z.strictObject({
  items: z.array(
    z
      .strictObject({
        pilotId: z.string(),
        main: z.nullable(characterSchema),
        corporation: z.nullable(organizationSchema),
        alliance: z.nullable(organizationSchema),
        role: groupRoleSchema,
        joinedAt: instant,
      })
      .check(z.meta({ id: "Member" })),
  ),
  nextCursor: nextCursorSchema,
});
export type ApiMembers = z.infer<typeof membersSchema>;

export const corporationsSchema = z.strictObject({
  items: z.array(
    z
      .strictObject({ id: z.int(), name: z.string(), ticker: z.string() })
      .check(
        z.meta({ id: "Corporation", description: "A corporation that the community manages." }),
      ),
  ),
});
export type ApiCorporations = z.infer<typeof corporationsSchema>;

export const apiRosterSchema = z.strictObject({
  items: z.array(
    z
      .strictObject({
        character: z.strictObject({
          id: z.int(),
          name: z.nullable(z.string().check(say("Null until EVE has told it."))),
        }),
        isRegistered: z.boolean().check(say("The character is linked to an account.")),
        pilotId: z
          .nullable(z.string())
          .check(say("Of mains; of all characters if the application was granted characters.")),
        token: z
          .enum(["ok", "unknown", "revoked", "none"])
          .check(say("What is known of the character's EVE authorization.")),
        joinedAt: z.nullable(instant).check(say("Null unless a director's token tells it.")),
        lastOnlineAt: z.nullable(instant).check(say("Null unless a director's token tells it.")),
      })
      .check(z.meta({ id: "RosterEntry", description: "A member of a corporation." })),
  ),
  nextCursor: nextCursorSchema,
});
export type ApiRoster = z.infer<typeof apiRosterSchema>;

export const apiFactsSchema = z.strictObject({
  items: z.array(
    z
      .strictObject({
        key: z.string(),
        title: z.string(),
        kind: factKindSchema,
        options: z.array(z.string()).check(say("Of the kind `one_of`; else empty.")),
        maxAgeHours: z.int().check(say("A value that is older is unknown.")),
        missing: missingSchema.check(say("What a pilot without a value has.")),
        asOf: z
          .nullable(instant)
          .check(say("The latest time that a value was true at; null before the first.")),
        writtenAt: z.nullable(instant),
      })
      .check(z.meta({ id: "Fact", description: "What the application tells about pilots." })),
  ),
});
export type ApiFactList = z.infer<typeof apiFactsSchema>;

export const factRefusalSchema = z
  .enum(["no_such_pilot", "wrong_value", "wrong_time", "ahead", "too_old", "ends_before"])
  .check(
    z.meta({
      id: "FactRefusal",
      description:
        "`no_such_pilot`: none that the application may know. `wrong_value`: of another kind, or no option. `wrong_time`: neither the value nor the request says when it was true. `ahead`: true only in the future. `too_old`: older than the fact may be. `ends_before`: it ends before it was true.",
    }),
  );
export type FactRefusal = z.infer<typeof factRefusalSchema>;

export const writtenFactsSchema = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          pilot: z.union([z.string(), z.int()]).check(say("As it was sent.")),
          outcome: z
            .enum(["set", "kept", "older", "contradictory", "refused"])
            .check(
              say(
                "`set`: written. `kept`: the pilot has this value already; its date moves forward as far as it matters. `older`: a later value is there. `contradictory`: another value has the same time, or one that was confirmed may be later, so the fact is unknown until a later one. `refused`: see `reason`.",
              ),
            ),
          reason: z.optional(factRefusalSchema),
        })
        .check(z.meta({ id: "WrittenFact" })),
    )
    .check(say("In the order of the request.")),
});
export type ApiWrittenFacts = z.infer<typeof writtenFactsSchema>;

export const memberRefusalSchema = z
  .enum([
    "no_such_pilot",
    "member",
    "not_member",
    "leader",
    "suspended",
    "unmet",
    "unknown",
    "blocked",
    "emergency",
  ])
  .check(
    z.meta({
      id: "MemberRefusal",
      description:
        "`no_such_pilot`: none that the application may know. `leader`: the owner and admins are changed by people. `unmet`, `unknown`: of the requirements. `blocked`: the pilot wants nothing from this group. `emergency`: an administrator's access for some hours.",
    }),
  );
export type MemberRefusal = z.infer<typeof memberRefusalSchema>;

export const changedMembersSchema = z.strictObject({
  group: z.strictObject({ id: z.string(), name: z.string() }),
  isPreview: z.boolean(),
  isHeld: z
    .boolean()
    .check(
      say("The change waits for a person. Until then it is as before: `isMember` says what is so."),
    ),
  items: z.array(
    z
      .strictObject({
        pilot: z.union([z.string(), z.int()]).check(say("As it was sent.")),
        outcome: z
          .enum(["added", "removed", "held", "end_set", "refused"])
          .check(say("In a preview: what it would be.")),
        reason: z.optional(memberRefusalSchema),
        isMember: z.boolean().check(say("After the change.")),
      })
      .check(z.meta({ id: "ChangedMember" })),
  ),
});
export type ApiChangedMembers = z.infer<typeof changedMembersSchema>;

const operation = {
  id: z.string(),
  kind: operationKindSchema,
  title: z.string(),
  startsAt: instant,
  endsAt: instant,
  place: z.string().check(say("Empty: told in fleet.")),
  comms: z.string().check(say("Empty: told in fleet.")),
  commander: z
    .nullable(z.strictObject({ pilotId: z.string(), main: z.nullable(characterSchema) }))
    .check(say("Null without one, or if the commander is in none of the groups below.")),
  groups: z
    .array(z.strictObject({ id: z.string(), name: z.string() }))
    .check(say("For whom it is, of the groups granted to the application.")),
  counts: z
    .record(operationAnswerSchema, z.int())
    .check(say("Answers of members of these groups, each pilot once.")),
  cancelledAt: z.nullable(instant),
  version: z.int().check(say("Higher after each change.")),
};

export const apiOperationsSchema = z.strictObject({
  items: z.array(
    z
      .strictObject(operation)
      .check(z.meta({ id: "Operation", description: "What groups do together at a time." })),
  ),
  nextCursor: nextCursorSchema,
});
export type ApiOperations = z.infer<typeof apiOperationsSchema>;

export const apiOperationSchema = z
  .strictObject({
    ...operation,
    text: z.string(),
    doctrine: z.string().check(say("A fit, or a link to one.")),
  })
  .check(z.meta({ id: "OperationWithText" }));
export type ApiOperation = z.infer<typeof apiOperationSchema>;

export const tokenInfoSchema = z.strictObject({
  name: z.string(),
  application: z.strictObject({ id: z.string(), name: z.string() }),
  rights: z.array(rightSchema),
  expiresAt: z.nullable(instant),
});
export type ApiTokenInfo = z.infer<typeof tokenInfoSchema>;

/** The answer of each route of `/api/v1`. */
export const API_ANSWERS = {
  "GET /token": tokenInfoSchema,
  "GET /characters/:id/pilot": pilotSchema,
  "GET /pilots": apiPilotsSchema,
  "POST /pilots/lookup": apiLookupSchema,
  "GET /pilots/:id": pilotSchema,
  "GET /pilots/:id/groups": pilotGroupsSchema,
  "GET /groups": groupsSchema,
  "GET /groups/:id/members": membersSchema,
  "POST /groups/:id/members": changedMembersSchema,
  "GET /facts": apiFactsSchema,
  "PUT /facts/:key": writtenFactsSchema,
  "GET /operations": apiOperationsSchema,
  "GET /operations/:id": apiOperationSchema,
  "POST /operations": apiOperationSchema,
  "GET /corporations": corporationsSchema,
  "GET /corporations/:id/roster": apiRosterSchema,
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

export const problemSchema = z
  .strictObject({
    type: z.string().check(say("An address with an explanation, relative to this API.")),
    title: z.string(),
    status: z.int(),
    detail: z.string().check(say("What is wrong, in words.")),
    code: z.enum(codes),
    reason: z
      .string()
      .check(say("Why, finer than the code. More reasons may come; none changes its name.")),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .check(say("What the words of `detail` are made of.")),
    requestId: z.string().check(say("Name it when you report a problem.")),
    errors: z
      .optional(z.record(z.string(), z.string()))
      .check(say("A message for each invalid field.")),
  })
  .check(z.meta({ id: "Problem", description: "An error, as in RFC 9457." }));
export type ApiProblem = z.infer<typeof problemSchema>;
