import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import {
  buildGroup,
  buildInvitation,
  buildRequest,
  eventsOf,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { invitations, joinRequests } from "#worker/db/schema/groups.ts";
import { addMember } from "#worker/groups/members/add-member.ts";
import type { NewMember } from "#worker/groups/members/add-member.ts";
import { allowedBySystem } from "#worker/groups/members/policy.ts";

const muster = await startMuster();
const { context } = muster;

async function build() {
  const [owner, tovi] = await Promise.all([buildUser(muster), buildUser(muster)]);
  const group = await buildGroup(muster, { owner, joinMode: "approval" });
  return { owner, tovi, group };
}

/** Records what made the user a member, then runs the statements of `addMember` in one order or in the other. */
function add(
  kind: "invitation_accepted" | "code_redeemed",
  { groupId, ...member }: NewMember & { groupId: string },
  order: string,
) {
  return recordAndApply(context, {
    ...(kind === "code_redeemed" ? { kind, detail: { codeId: "code" } } : { kind }),
    actor: { userId: member.userId },
    subjectId: member.userId,
    groupId,
    statements: (applied) => {
      const statements = addMember(
        context,
        { allowed: allowedBySystem("enrol", groupId) },
        member,
        applied,
      );
      return order === "reversed" ? statements.toReversed() : statements;
    },
  });
}

const statusesIn = async (table: typeof joinRequests | typeof invitations, groupId: string) =>
  (await context.db.select().from(table).where(eq(table.groupId, groupId))).map(
    ({ status }) => status,
  );

test.each(["given", "reversed"])(
  "an accepted invitation is recorded once, with the statements in %s order",
  async (order) => {
    const { owner, tovi, group } = await build();
    const acceptedInvitationId = await buildInvitation(muster, group, tovi, owner);
    const member = { groupId: group.id, userId: tovi.userId, acceptedInvitationId };
    expect(await add("invitation_accepted", member, order)).toBe(true);
    expect(await eventsOf(muster, group.id)).toEqual(["invitation_accepted"]);
    expect(await statusesIn(invitations, group.id)).toEqual(["accepted"]);
  },
);

test("a pending request and a pending invitation are settled and recorded when a code is redeemed", async () => {
  const { owner, tovi, group } = await build();
  await buildRequest(muster, group, tovi);
  await buildInvitation(muster, group, tovi, owner);
  await add("code_redeemed", { groupId: group.id, userId: tovi.userId }, "given");
  expect((await eventsOf(muster, group.id)).toSorted()).toEqual([
    "code_redeemed",
    "invitation_accepted",
    "request_withdrawn",
  ]);
  expect(await statusesIn(joinRequests, group.id)).toEqual(["withdrawn"]);
  expect(await statusesIn(invitations, group.id)).toEqual(["accepted"]);
});
