import * as z from "zod/mini";
import type { GroupRole, WayIn } from "#shared/groups/groups.ts";
import type { WhoCan, WhoCanEntry, WhoCanQuery } from "#shared/pilots/who-can.ts";
import { DAY_MS } from "#shared/time.ts";
import { eventIdsFrom } from "#worker/audit/event-id.ts";
import { toNotedSeal } from "#worker/audit/seals/canonical.ts";
import { selectLastSeal } from "#worker/audit/seals/store.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { requireAbilityToRead, requireVisible } from "#worker/groups/group/authorized-group.ts";
import { selectGroup } from "#worker/groups/group/group-row.ts";
import { encodeCursor, readCursor } from "#worker/http/page.ts";
import { membershipAt } from "./memberships.ts";
import type { Membership } from "./memberships.ts";
import * as store from "./who-could-store.ts";

const pageKey = z.tuple([z.string()]);

/** Who was a member of a group at the end of a day, with which role and how they got in. One round trip. */
export async function whoCan(
  { db }: Context,
  actor: UserActor,
  groupId: string,
  { on, cursor }: WhoCanQuery,
): Promise<WhoCan> {
  const [after] = readCursor(cursor, pageKey) ?? [""];
  const before = eventIdsFrom(on === undefined ? Date.now() + DAY_MS : Date.parse(on) + DAY_MS);
  const [[row], events, members, handovers, [beginning], applications, [seal]] = await runBatch(
    db,
    [
      selectGroup(actor.userId, groupId),
      store.selectEvents({ groupId, after, namesFormer: Number(actor.isAdmin) }),
      store.selectMembers({ groupId, after }),
      store.selectHandovers({ groupId }),
      store.selectBeginning({ groupId }),
      store.selectApplications({ groupId }),
      selectLastSeal(),
    ],
  );
  requireAbilityToRead(requireVisible(row, actor), "seeActivity");
  const last = lastWhole(events, members);
  const eventsOf = Map.groupBy(events, ({ subjectId }) => subjectId);
  const memberOf = new Map(members.map((member) => [member.userId, member]));
  const ids = [...new Set([...eventsOf.keys(), ...memberOf.keys()])].filter(
    (id) => last === undefined || id <= last,
  );
  const instant = on === undefined ? Date.now() : Date.parse(on) + DAY_MS;
  const found = ids.flatMap((userId) => {
    const own = eventsOf.get(userId) ?? [];
    const others = handovers.filter(({ subjectId }) => subjectId !== userId);
    const replayed = membershipAt(own.map(toEvent), others, before);
    const present = memberOf.get(userId);
    // A member whom the log has no event of: the row of the membership says since when.
    const isUnlogged = own.length === 0 && present !== undefined;
    const membership =
      isUnlogged && present.joinedAt.getTime() < instant
        ? unlogged(
            present,
            others.some(({ id }) => id >= before),
          )
        : replayed;
    const wayIn = own.find(({ id }) => id === membership?.wayInId);
    const shown = present ?? own.find(({ isNamed }) => isNamed === 1);
    return membership === null ? [] : [{ userId, membership, wayIn, shown }];
  });
  const isCreationLogged =
    beginning?.firstKind === "group_created" || beginning?.firstKind === "group_moved_in";
  return {
    items: found.map(({ userId, membership, wayIn, shown }): WhoCanEntry => ({
      userId: shown === undefined ? null : userId,
      mainCharacterId: shown?.mainCharacterId ?? null,
      name: shown?.name ?? null,
      role: membership.role,
      since: membership.since === null ? null : new Date(membership.since).toISOString(),
      wayIn: wayIn?.wayIn ? { kind: wayIn.wayIn, by: hostOf(wayIn, actor) } : null,
    })),
    applications:
      on === undefined && cursor === undefined
        ? applications.map(({ isRequired, isGranted, ...application }) => ({
            ...application,
            isRequired: isRequired === 1,
            isGranted: isGranted === 1,
          }))
        : [],
    existsSince: isCreationLogged ? toIso(beginning.createdAt) : null,
    loggedSince: toIso(beginning?.loggedSince),
    seal: toNotedSeal(seal),
    nextCursor: last === undefined ? null : encodeCursor([last]),
  };
}

/** `isHandedOver`: the group had another owner at that time, who may be this member. */
function unlogged(
  { role, joinedAt }: { role: GroupRole; joinedAt: Date },
  isHandedOver: boolean,
): Membership {
  const isUncertain = isHandedOver && role === "admin";
  return { role: isUncertain ? null : role, since: joinedAt.getTime(), wayInId: null };
}

function toEvent({ id, kind, createdAt, role }: store.EventRow) {
  return { id, kind, at: createdAt.getTime(), role };
}

/** Who let the member in. Leaders read the names of present members only. */
function hostOf({ byId, byName, isByMember }: store.EventRow, { isAdmin }: UserActor): WayIn["by"] {
  const isShown = isAdmin || isByMember === 1;
  return isShown && byId !== null && byName !== null ? { userId: byId, name: byName } : null;
}

function toIso(instant: number | null | undefined): string | null {
  return instant == null ? null : new Date(instant).toISOString();
}

/** The last user of whom this page has everything; undefined on the last page. */
function lastWhole(
  events: readonly { subjectId: string }[],
  members: readonly { userId: string }[],
): string | undefined {
  const ends: string[] = [];
  if (events.length === store.EVENTS_PER_PAGE) {
    const cut = events.at(-1)?.subjectId ?? "";
    // The events of the last user may go on.
    ends.push(events.findLast(({ subjectId }) => subjectId !== cut)?.subjectId ?? cut);
  }
  if (members.length === store.EVENTS_PER_PAGE) ends.push(members.at(-1)?.userId ?? "");
  return ends.length === 0 ? undefined : ends.reduce((a, b) => (a < b ? a : b));
}
