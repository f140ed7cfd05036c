import * as z from "zod/mini";
import type { Emergency } from "#shared/groups/ends.ts";
import type { Group } from "#shared/groups/groups.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { isRestricted } from "#worker/requirements/gate.ts";
import type { GroupRow } from "./group-row.ts";
import { abilitiesOf, endOf, shownCategoryName } from "./policy.ts";

export function presentGroup(row: GroupRow, actor: UserActor): Group {
  const { role } = row;
  const can = abilitiesOf(row, actor);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    categoryId: row.categoryId,
    category: { id: row.categoryId, name: shownCategoryName(row, actor) },
    visibility: row.visibility,
    effectiveVisibility: row.effectiveVisibility,
    joinMode: row.joinMode,
    enrolment: row.enrolment,
    isOpenToGuests: row.memberGroupId === null ? null : row.isOpenToGuests,
    isShownInInvites: row.isShownInInvites,
    hasRequirements: isRestricted(row),
    hasForm: row.formVersion !== null,
    memberCount: row.memberCount,
    membershipDays: row.membershipDays,
    emergencies: emergenciesOf(row, can.manageMembers),
    pendingRequestCount: can.reviewRequests ? row.pendingRequestCount : null,
    createdAt: row.createdAt.toISOString(),
    ownerId: row.ownerId,
    ownerMainCharacterId: row.ownerMainCharacterId,
    ownerName: row.ownerName,
    adminUserIds: row.adminUserIds?.split(",") ?? [],
    isMember: role !== null,
    isOwner: role === "owner",
    isAdmin: role === "admin",
    endsAt: endOf(row, row),
    pendingRequestId: row.pendingRequestId,
    pendingInvitationId: row.pendingInvitationId,
    can,
  };
}

const emergenciesSchema = z.array(
  z.object({
    userId: z.string(),
    name: z.nullable(z.string()),
    role: z.enum(["member", "admin"]),
    startedAt: z.int(),
    endsAt: z.int(),
    reason: z.string(),
  }),
);

function emergenciesOf({ emergencies }: GroupRow, seesReason: boolean): Emergency[] {
  return emergenciesSchema.parse(JSON.parse(emergencies)).map((one) => ({
    ...one,
    startedAt: new Date(one.startedAt).toISOString(),
    endsAt: new Date(one.endsAt).toISOString(),
    reason: seesReason ? one.reason : null,
    isActive: true,
  }));
}
