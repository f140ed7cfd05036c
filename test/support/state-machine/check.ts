import { sql } from "drizzle-orm";
import { expect } from "vitest";
import * as z from "zod/mini";
import type { Muster } from "#test/support/workerd/harness.ts";
import { ACTORS, effectiveOf, isPending } from "./model.ts";
import type { ActorName, Model } from "./model.ts";
import type { Real } from "./move.ts";

const membersSchema = z.array(z.tuple([z.string(), z.string()]));
const codesSchema = z.array(z.tuple([z.string(), z.number(), z.number()]));

/**
 * Asserts that the database equals the model. The model has one owner, who is a member, and
 * at most one role, one request and one invitation for each player; and so has the database.
 * Returns the number of events of the group and of its category.
 */
export async function checkInvariants(
  { context: { db } }: Muster,
  real: Real,
  model: Model,
): Promise<number> {
  const { groupId, categoryId, people } = real;
  const named = new Map(ACTORS.map((name) => [people[name].userId, name]));
  const nameOf = (userId: string) => named.get(userId) ?? userId;
  const [row] = await db.all<
    Record<"members" | "requests" | "invitations" | "codes", string> &
      Record<
        "memberCount" | "pendingCount" | "effective" | "counted" | "events",
        string | number | null
      >
  >(sql`
    select
      (select json_group_array(json_array(user_id, role)) from group_members
        where group_id = ${groupId}) as members,
      (select json_group_array(user_id) from join_requests
        where group_id = ${groupId} and status = 'pending') as requests,
      (select json_group_array(invitee_id) from invitations
        where group_id = ${groupId} and status = 'pending') as invitations,
      (select json_group_array(json_array(id, uses, use_limit)) from invite_codes
        where group_id = ${groupId}) as codes,
      (select member_count from groups where id = ${groupId}) as "memberCount",
      (select pending_request_count from groups where id = ${groupId}) as "pendingCount",
      (select effective_visibility from groups where id = ${groupId}) as effective,
      (select sum(count) from group_counts where category_id = ${categoryId}) as counted,
      (select count(*) from audit_events where group_id = ${groupId})
        + (select count(*) from audit_events where category_id = ${categoryId}) as events`);
  if (row === undefined) throw new Error("unreachable");
  const { exists } = model;
  const waiting = (of: Map<ActorName, { id: string; status: string }>) =>
    exists ? ACTORS.filter((name) => isPending(of.get(name))).toSorted() : [];

  const members = z.parse(membersSchema, JSON.parse(row.members));
  expect(Object.fromEntries(members.map(([id, role]) => [nameOf(id), role]))).toEqual(
    Object.fromEntries(model.roles),
  );
  expect(members.filter(([, role]) => role === "owner")).toHaveLength(exists ? 1 : 0);
  const list = (json: string) =>
    z.parse(z.array(z.string()), JSON.parse(json)).map(nameOf).toSorted();
  expect(list(row.requests)).toEqual(waiting(model.requests));
  expect(list(row.invitations)).toEqual(waiting(model.invitations));
  const codes = z.parse(codesSchema, JSON.parse(row.codes));
  expect(new Map(codes.map(([id, ...use]) => [id, use]))).toEqual(
    new Map(
      (exists ? model.codes : [])
        .filter(({ isRevoked }) => !isRevoked)
        .map(({ id, uses, limit }) => [id, [uses, limit]]),
    ),
  );
  for (const [, uses, limit] of codes) expect(uses).toBeLessThanOrEqual(limit);
  expect(row).toMatchObject({
    memberCount: exists ? model.roles.size : null,
    pendingCount: exists ? waiting(model.requests).length : null,
    effective: exists ? effectiveOf(model) : null,
    counted: exists ? 1 : 0,
  });
  return Number(row.events);
}
