import { and, eq, exists, sql } from "drizzle-orm";
import type { RosterSettings } from "#shared/corporations/roster.ts";
import { changesBetween, recordAndApply } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { orm, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { kindOf, requireRoster } from "./policy.ts";
import { selectCorporation } from "./summary-store.ts";

const isGroup = (id: string) =>
  orm.select({ name: groups.name }).from(groups).where(eq(groups.id, id));

/** Who may read the roster, and whether it has roles and titles. For system administrators. */
export function updateRosterSettings(
  context: Context,
  actor: UserActor,
  corporationId: number,
  input: RosterSettings,
): Promise<true> {
  return withOptimisticLock(
    async () => {
      const [[row], [group]] = await runBatch(context.db, [
        selectCorporation(kindOf(actor))({ corporationId, userId: actor.userId }),
        rows({ name: groups.name }, (fields) =>
          orm
            .select(fields)
            .from(groups)
            .where(eq(groups.id, input.groupId ?? "")),
        ),
      ]);
      const before = requireRoster(row);
      if (typeof input.groupId === "string" && group === undefined) {
        throw new ApiError("chosen_group_gone", {}, { field: "groupId" });
      }
      return { before, groupName: group?.name ?? null };
    },
    async ({ before, groupName }) => {
      const { groupId = before.groupId, readsRoles = before.readsRoles } = input;
      const changes = changesBetween(
        { rosterGroup: before.groupId, rosterRoles: onOff(before.readsRoles) },
        { rosterGroup: groupId, rosterRoles: onOff(readsRoles) },
        ["rosterGroup", "rosterRoles"],
      );
      if (changes === undefined) return true;
      const named = changes["rosterGroup"] && {
        rosterGroup: {
          from: before.groupName,
          to: groupId === before.groupId ? before.groupName : groupName,
        },
      };
      const isDone = await recordAndApply(context, {
        kind: "corporation_updated",
        corporationId,
        actor,
        detail: { changes: { ...changes, ...named } },
        condition: and(
          sql`${corporations.rosterGroupId} is ${before.groupId}`,
          eq(corporations.readsRoles, before.readsRoles),
          groupId === null ? undefined : exists(isGroup(groupId)),
        ),
        statements: (applied) => [
          orm
            .update(corporations)
            .set({ rosterGroupId: groupId, readsRoles })
            .where(and(eq(corporations.id, corporationId), applied)),
        ],
      });
      return isDone ? true : undefined;
    },
  );
}

const onOff = (isOn: boolean) => (isOn ? "on" : "off");
