import { expect, test } from "vitest";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCode,
  buildInvitation,
  buildRequest,
  eventsOf,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { countedIn, race, rolesIn } from "#test/support/kills/race.ts";

const muster = await startMuster();

test("the last use of an invite code admits one of two who redeem it at once", async () => {
  await race(
    muster,
    "invitation_only",
    async ({ tovi, nyx, owner, group }) => {
      const { code } = await buildCode(muster, group, owner, { useLimit: 1 });
      const redeem = (who: BuiltUser) => () =>
        who.api.groups["invite-codes"].redeem.$post({ json: { code } });
      return [redeem(tovi), redeem(nyx)];
    },
    async (scene, statuses) => {
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404]);
      expect(await countedIn(scene)).toBe(4);
      expect(await eventsOf(muster, scene.group.id)).toEqual(["code_redeemed"]);
    },
  );
});

test("a user who redeems the same code twice at once joins once and uses it once", async () => {
  await race(
    muster,
    "invitation_only",
    async ({ tovi, owner, group }) => {
      const { code } = await buildCode(muster, group, owner, { useLimit: 2 });
      const redeem = () => tovi.api.groups["invite-codes"].redeem.$post({ json: { code } });
      return [redeem, redeem];
    },
    async (scene, statuses) => {
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
      const codes = await scene.owner.api.groups[":id"]["invite-codes"].$get({
        param: scene.param,
      });
      expect((await codes.json()).items[0]).toMatchObject({ uses: 1 });
    },
  );
});

test("an invitation accepted twice at once adds one member", async () => {
  await race(
    muster,
    "invitation_only",
    async ({ tovi, owner, group }) => {
      const id = await buildInvitation(muster, group, tovi, owner);
      const accept = () => tovi.api.groups.invitations[":id"].accept.$post({ param: { id } });
      return [accept, accept];
    },
    async (scene, statuses) => {
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(await countedIn(scene)).toBe(4);
      expect(await eventsOf(muster, scene.group.id)).toEqual(["invitation_accepted"]);
    },
  );
});

test("of accepting and revoking an invitation at once, exactly one holds", async () => {
  await race(
    muster,
    "invitation_only",
    async ({ tovi, owner, group }) => {
      const id = await buildInvitation(muster, group, tovi, owner);
      const param = { id };
      return [
        () => tovi.api.groups.invitations[":id"].accept.$post({ param }),
        () => owner.api.groups.invitations[":id"].revoke.$post({ param }),
      ];
    },
    async (scene, [accepted, revoked]) => {
      expect([accepted === 200, revoked === 204].filter(Boolean)).toHaveLength(1);
      expect((await rolesIn(scene)).has(scene.tovi.userId)).toBe(accepted === 200);
      expect(await eventsOf(muster, scene.group.id)).toHaveLength(1);
    },
  );
});

test("a request approved twice at once adds one member", async () => {
  await race(
    muster,
    "approval",
    async ({ tovi, owner, manager, group }) => {
      const id = await buildRequest(muster, group, tovi);
      const approve = (who: BuiltUser) => () =>
        who.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
      return [approve(owner), approve(manager)];
    },
    async (scene, statuses) => {
      expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409]);
      expect(await countedIn(scene)).toBe(4);
      expect(await eventsOf(muster, scene.group.id)).toEqual(["request_approved"]);
    },
  );
});

test("of approving and rejecting a request at once, exactly one holds", async () => {
  await race(
    muster,
    "approval",
    async ({ tovi, owner, manager, group }) => {
      const id = await buildRequest(muster, group, tovi);
      const param = { id };
      return [
        () => owner.api.groups["join-requests"][":id"].approve.$post({ param }),
        () => manager.api.groups["join-requests"][":id"].reject.$post({ param, json: {} }),
      ];
    },
    async (scene, [approved, rejected]) => {
      expect([approved === 204, rejected === 204].filter(Boolean)).toHaveLength(1);
      expect((await rolesIn(scene)).has(scene.tovi.userId)).toBe(approved === 204);
    },
  );
});

test("two requests of one user at once make one", async () => {
  await race(
    muster,
    "approval",
    async ({ tovi, param }) => {
      const ask = () => tovi.api.groups[":id"]["join-requests"].$post({ param, json: {} });
      return [ask, ask];
    },
    async ({ owner, param }, statuses) => {
      expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
      const open = await owner.api.groups[":id"]["join-requests"].$get({ param, query: {} });
      expect(await open.json()).toMatchObject({ total: 1, items: [{}] });
    },
  );
});

test("of a request and an invitation at once, only one becomes pending", async () => {
  await race(
    muster,
    "approval",
    async ({ tovi, owner, param }) => [
      () => tovi.api.groups[":id"]["join-requests"].$post({ param, json: {} }),
      () =>
        owner.api.groups[":id"].invitations.$post({
          param,
          json: { characterName: tovi.mainCharacterName },
        }),
    ],
    async ({ tovi, param }, statuses) => {
      expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
      const group = await (await tovi.api.groups[":id"].$get({ param })).json();
      const waiting = [group.pendingRequestId, group.pendingInvitationId];
      expect(waiting.filter((id) => id !== null)).toHaveLength(1);
    },
  );
});

test("two managers who invite the same user at once send one invitation", async () => {
  await race(
    muster,
    "invitation_only",
    async ({ tovi, owner, manager, param }) => {
      const json = { characterName: tovi.mainCharacterName };
      return [
        () => owner.api.groups[":id"].invitations.$post({ param, json }),
        () => manager.api.groups[":id"].invitations.$post({ param, json }),
      ];
    },
    async ({ tovi }, statuses) => {
      expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409]);
      expect((await (await tovi.api.groups.invitations.$get()).json()).total).toBe(1);
    },
  );
});
