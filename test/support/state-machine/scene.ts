import { eq } from "drizzle-orm";
import * as fc from "fast-check";
import type { Visibility } from "#shared/groups/categories.ts";
import type { JoinMode } from "#shared/groups/groups.ts";
import {
  prepareCategory,
  prepareCode,
  prepareGroup,
  prepareInvitation,
  prepareRequest,
} from "#test/support/people/group-builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { write } from "#test/support/answers/write.ts";
import { categories, groups } from "#worker/db/schema/groups.ts";
import type { Model } from "./model.ts";
import type { Real } from "./move.ts";

const PLACES = ["admin", "member", "asking", "invited", "outside"] as const;

export const scenery = fc.record({
  joinMode: fc.constantFrom<JoinMode>("open", "approval", "invitation_only"),
  visibility: fc.constantFrom<Visibility>("public", "hidden", "system"),
  ben: fc.constantFrom(...PLACES),
  cas: fc.constantFrom(...PLACES),
  dee: fc.constantFrom(...PLACES),
});
type Scenery = typeof scenery extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * A group of Ada's with an invite code for one use, and the other actors with any role. The rows of the scene
 * before are deleted in the same batch.
 */
export async function setScene(
  muster: Muster,
  people: Real["people"],
  { joinMode, visibility, ...places }: Scenery,
  before?: Real,
) {
  const others = ["ben", "cas", "dee"] as const;
  const at = (place: (typeof PLACES)[number]) => others.filter((name) => places[name] === place);
  const { category, ...insertCategory } = prepareCategory(muster);
  const { group, ...insertGroup } = prepareGroup(muster, {
    owner: people.ada,
    admins: at("admin").map((name) => people[name]),
    members: at("member").map((name) => people[name]),
    joinMode,
    visibility,
    category,
  });
  const { code, ...insertCode } = await prepareCode(muster, group, people.ada, { useLimit: 1 });
  const requests = at("asking").map((name) => ({
    name,
    ...prepareRequest(muster, group, people[name]),
  }));
  const invitations = at("invited").map((name) => ({
    name,
    ...prepareInvitation(muster, group, people[name]),
  }));
  const remove = before === undefined ? [] : [removal(muster, before)];
  await write(
    muster,
    ...remove,
    insertCategory,
    insertGroup,
    insertCode,
    ...requests,
    ...invitations,
  );

  const model: Model = {
    exists: true,
    name: group.name,
    visibility,
    categoryVisibility: "public",
    joinMode,
    roles: new Map([
      ["ada", "owner"],
      ...at("admin").map((name) => [name, "admin"] as const),
      ...at("member").map((name) => [name, "member"] as const),
    ]),
    requests: new Map(requests.map(({ name, id }) => [name, { id, status: "pending" }])),
    invitations: new Map(invitations.map(({ name, id }) => [name, { id, status: "pending" }])),
    codes: [{ ...code, limit: 1, uses: 0, isRevoked: false }],
  };
  const real: Real = { groupId: group.id, categoryId: category.id, people, eventCount: 0 };
  return { real, model };
}

function removal({ context: { db } }: Muster, { groupId, categoryId }: Real) {
  return {
    statements: [
      db.delete(groups).where(eq(groups.id, groupId)),
      db.delete(categories).where(eq(categories.id, categoryId)),
    ],
  };
}
