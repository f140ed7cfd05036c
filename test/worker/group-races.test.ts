import { isDeepStrictEqual } from "node:util";
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
import type { RaceScene, Send } from "#test/support/kills/race.ts";

const muster = await startMuster();

/** What each of two requests was answered, what the log of the group then has, and how many members there are. Three were there. */
type Outcome = { statuses: number[]; events: string[]; members: number; refusal?: string };
type Race = [
  joinMode: Parameters<typeof race>[1],
  requests: (scene: RaceScene) => Promise<[Send, Send]>,
  outcomes: Outcome[],
];

/** Whichever of the two comes first. */
const either = (one: number, other: number, outcome: Omit<Outcome, "statuses">): Outcome[] => [
  { statuses: [one, other], ...outcome },
  { statuses: [other, one], ...outcome },
];

async function redeem({ owner, group }: RaceScene, ...people: [BuiltUser, BuiltUser]) {
  const { code } = await buildCode(muster, group, owner, {
    useLimit: people[0] === people[1] ? 2 : 1,
  });
  const by =
    ({ api }: BuiltUser) =>
    () =>
      api.groups["invite-codes"].redeem.$post({ json: { code } });
  return [by(people[0]), by(people[1])] satisfies [Send, Send];
}

const accept =
  ({ api }: BuiltUser, id: string) =>
  () =>
    api.groups.invitations[":id"].accept.$post({ param: { id } });
const approve =
  ({ api }: BuiltUser, id: string) =>
  () =>
    api.groups["join-requests"][":id"].approve.$post({ param: { id } });
const ask =
  ({ tovi, param }: RaceScene) =>
  () =>
    tovi.api.groups[":id"]["join-requests"].$post({ param, json: {} });
const invite =
  ({ tovi, param }: RaceScene, { api }: BuiltUser) =>
  () =>
    api.groups[":id"].invitations.$post({
      param,
      json: { characterName: tovi.mainCharacterName },
    });
const remove =
  ({ member, param }: RaceScene, { api }: BuiltUser) =>
  () =>
    api.groups[":id"].members[":userId"].$delete({ param: { ...param, userId: member.userId } });
const both = (send: Send) => Promise.resolve<[Send, Send]>([send, send]);

const RACES: Record<string, Race> = {
  "the last use of an invite code admits one of two users": [
    "invitation_only",
    (scene) => redeem(scene, scene.tovi, scene.nyx),
    either(200, 404, { events: ["code_redeemed"], members: 4 }),
  ],
  "a user who redeems the same code twice joins once": [
    "invitation_only",
    (scene) => redeem(scene, scene.tovi, scene.tovi),
    either(200, 409, { events: ["code_redeemed"], members: 4 }),
  ],
  "an invitation that is accepted twice adds one member": [
    "invitation_only",
    async ({ tovi, owner, group }) =>
      both(accept(tovi, await buildInvitation(muster, group, tovi, owner))),
    either(200, 409, { events: ["invitation_accepted"], members: 4 }),
  ],
  "of accepting and revoking an invitation, exactly one holds": [
    "invitation_only",
    async ({ tovi, owner, group }) => {
      const id = await buildInvitation(muster, group, tovi, owner);
      return [
        accept(tovi, id),
        () => owner.api.groups.invitations[":id"].revoke.$post({ param: { id } }),
      ];
    },
    [
      { statuses: [200, 409], events: ["invitation_accepted"], members: 4 },
      { statuses: [409, 204], events: ["invitation_revoked"], members: 3 },
    ],
  ],
  "a request that two approve adds one member": [
    "approval",
    async ({ tovi, owner, manager, group }) => {
      const id = await buildRequest(muster, group, tovi);
      return [approve(owner, id), approve(manager, id)];
    },
    either(204, 409, { events: ["request_approved"], members: 4 }),
  ],
  "of approving and rejecting a request, exactly one holds": [
    "approval",
    async ({ tovi, owner, manager, group }) => {
      const id = await buildRequest(muster, group, tovi);
      const param = { id };
      return [
        approve(owner, id),
        () => manager.api.groups["join-requests"][":id"].reject.$post({ param, json: {} }),
      ];
    },
    [
      { statuses: [204, 409], events: ["request_approved"], members: 4 },
      { statuses: [409, 204], events: ["request_rejected"], members: 3 },
    ],
  ],
  "two requests of one user make one": [
    "approval",
    (scene) => both(ask(scene)),
    either(201, 409, { events: ["request_made"], members: 3 }),
  ],
  "of a request and an invitation, only one becomes pending": [
    "approval",
    (scene) => Promise.resolve([ask(scene), invite(scene, scene.owner)]),
    [
      { statuses: [201, 409], events: ["request_made"], members: 3 },
      { statuses: [409, 201], events: ["invitation_sent"], members: 3 },
    ],
  ],
  "two managers who invite the same user send one invitation": [
    "invitation_only",
    (scene) => Promise.resolve([invite(scene, scene.owner), invite(scene, scene.manager)]),
    either(201, 409, {
      events: ["invitation_sent"],
      members: 3,
      refusal: "The user is already invited to Scouts.",
    }),
  ],
  "of two who remove a member, one is told that the user is none": [
    "open",
    (scene) => Promise.resolve([remove(scene, scene.owner), remove(scene, scene.manager)]),
    either(204, 404, {
      events: ["member_removed"],
      members: 2,
      refusal: "This player is not a member of Scouts.",
    }),
  ],
  "of two promotions of a member, one is told that the member is an admin": [
    "open",
    ({ owner, member, param }) =>
      both(() => owner.api.groups[":id"].admins.$post({ param, json: { userId: member.userId } })),
    either(204, 409, {
      events: ["admin_appointed"],
      members: 3,
      refusal: "The member is already an admin of Scouts.",
    }),
  ],
  "of two demotions of an admin, one is told that the member is none": [
    "open",
    ({ owner, manager, param }) =>
      both(() =>
        owner.api.groups[":id"].admins[":userId"].$delete({
          param: { ...param, userId: manager.userId },
        }),
      ),
    either(204, 409, {
      events: ["admin_dismissed"],
      members: 3,
      refusal: "The manager is not an admin of Scouts.",
    }),
  ],
  "of making a member the owner and removing that member, exactly one holds": [
    "open",
    (scene) => {
      const { owner, member, manager, param } = scene;
      const json = { newOwnerId: member.userId };
      return Promise.resolve([
        () => owner.api.groups[":id"].transfer.$post({ param, json }),
        remove(scene, manager),
      ]);
    },
    [
      {
        statuses: [200, 409],
        events: ["ownership_transferred"],
        members: 3,
        refusal: "The member owns Scouts and cannot be removed.",
      },
      {
        statuses: [404, 204],
        events: ["member_removed"],
        members: 2,
        refusal: "This player is not a member of Scouts.",
      },
    ],
  ],
};

test.each(Object.entries(RACES))("at once: %s", async (_, [joinMode, requests, outcomes]) => {
  await race(muster, joinMode, requests, async (scene, statuses, message) => {
    const refusal = message
      ?.replace(scene.tovi.mainCharacterName, "The user")
      .replace(scene.member.mainCharacterName, "The member")
      .replace(scene.manager.mainCharacterName, "The manager");
    const events = await eventsOf(muster, scene.group.id);
    const found = { statuses, events, members: (await rolesIn(scene)).size };
    const expected = outcomes.find((one) => isDeepStrictEqual(one.statuses, statuses));
    expect({ ...found, refusal }).toEqual({ refusal, ...expected });
    expect(await countedIn(scene)).toBe(found.members);
    const { items } = await (
      await scene.owner.api.groups[":id"]["invite-codes"].$get({ param: scene.param })
    ).json();
    expect(items.every(({ uses }) => uses === 1)).toBe(true);
  });
});
