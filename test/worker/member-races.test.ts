import { expect, test } from "vitest";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { eventsOf } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { countedIn, race, rolesIn } from "#test/support/kills/race.ts";

const muster = await startMuster();

test("of transferring a group to a member and that member leaving at once, exactly one holds", async () => {
  await race(
    muster,
    "open",
    async ({ owner, member, param }) => [
      () => owner.api.groups[":id"].transfer.$post({ param, json: { newOwnerId: member.userId } }),
      () => member.api.groups[":id"].leave.$post({ param }),
    ],
    async (scene, [transferred, left]) => {
      expect([transferred === 200, left === 204].filter(Boolean)).toHaveLength(1);
      const roles = await rolesIn(scene);
      expect([...roles.values()].filter((role) => role === "owner")).toHaveLength(1);
      const expected = transferred === 200 ? scene.member : scene.owner;
      expect(roles.get(expected.userId)).toBe("owner");
    },
  );
});

test("of two transfers at once, exactly one holds", async () => {
  await race(
    muster,
    "open",
    async ({ owner, manager, member, param }) => {
      const hand = (to: BuiltUser) => () =>
        owner.api.groups[":id"].transfer.$post({ param, json: { newOwnerId: to.userId } });
      return [hand(manager), hand(member)];
    },
    async (scene, statuses) => {
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const roles = await rolesIn(scene);
      const next = statuses[0] === 200 ? scene.manager : scene.member;
      expect(roles.get(next.userId)).toBe("owner");
      expect(roles.get(scene.owner.userId)).toBe("admin");
    },
  );
});

test("an admin who is dismissed at the same time removes a member only before the dismissal", async () => {
  await race(
    muster,
    "open",
    async ({ owner, manager, member, group }) => [
      () =>
        owner.api.groups[":id"].admins[":userId"].$delete({
          param: { id: group.id, userId: manager.userId },
        }),
      () =>
        manager.api.groups[":id"].members[":userId"].$delete({
          param: { id: group.id, userId: member.userId },
        }),
    ],
    async (scene, [dismissed, removed]) => {
      expect(dismissed).toBe(204);
      expect((await rolesIn(scene)).has(scene.member.userId)).toBe(removed !== 204);
      // If the removal came second, it was refused: the log has it only before the dismissal.
      expect(await eventsOf(muster, scene.group.id)).toEqual(
        removed === 204 ? ["member_removed", "admin_dismissed"] : ["admin_dismissed"],
      );
    },
  );
});

test("a user who joins a group while it is deleted is refused, or the membership is deleted with it", async () => {
  await race(
    muster,
    "open",
    async ({ owner, tovi, group, param }) => [
      () => owner.api.groups[":id"].$delete({ param, json: { name: group.name } }),
      () => tovi.api.groups[":id"].join.$post({ param }),
    ],
    async ({ tovi, group }, [deleted, joined]) => {
      expect(deleted).toBe(204);
      const mine = await (await tovi.api.groups["my-groups"].$get({ query: {} })).json();
      expect(mine.total).toBe(0);
      expect(await eventsOf(muster, group.id)).toEqual(
        joined === 200 ? ["member_joined", "group_deleted"] : ["group_deleted"],
      );
    },
  );
});

test("a member who joins twice at once is counted once", async () => {
  await race(
    muster,
    "open",
    async ({ tovi, param }) => {
      const join = () => tovi.api.groups[":id"].join.$post({ param });
      return [join, join];
    },
    async (scene, statuses) => {
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(await countedIn(scene)).toBe(4);
    },
  );
});

test("a member who leaves twice at once gets one success", async () => {
  await race(
    muster,
    "open",
    async ({ member, param }) => {
      const leave = () => member.api.groups[":id"].leave.$post({ param });
      return [leave, leave];
    },
    async (scene, statuses) => {
      expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409]);
      expect(await countedIn(scene)).toBe(2);
      expect(await eventsOf(muster, scene.group.id)).toEqual(["member_left"]);
    },
  );
});

test("a member who leaves and is removed at once is logged once", async () => {
  await race(
    muster,
    "open",
    async ({ owner, member, group, param }) => [
      () => member.api.groups[":id"].leave.$post({ param }),
      () =>
        owner.api.groups[":id"].members[":userId"].$delete({
          param: { id: group.id, userId: member.userId },
        }),
    ],
    async (scene, [left, removed]) => {
      expect([left === 204, removed === 204].filter(Boolean)).toHaveLength(1);
      expect(await eventsOf(muster, scene.group.id)).toHaveLength(1);
    },
  );
});
