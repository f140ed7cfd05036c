import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { readError } from "#test/support/answers/read-error.ts";
import type { Muster } from "#test/support/workerd/harness.ts";

export type Send = () => Promise<Response>;
export type RaceScene = Awaited<ReturnType<typeof buildScene>>;

/** A group with an owner, an admin and a member, and two other users. */
async function buildScene(
  muster: Muster,
  joinMode: "open" | "approval" | "invitation_only" = "open",
) {
  const [owner, manager, member, tovi, nyx] = await Promise.all([
    buildUser(muster),
    buildUser(muster),
    buildUser(muster),
    buildUser(muster),
    buildUser(muster),
  ]);
  const group = await buildGroup(muster, {
    owner,
    admins: [manager],
    members: [member],
    joinMode,
    name: "Scouts",
  });
  return { owner, manager, member, tovi, nyx, group, param: { id: group.id } };
}

/**
 * Builds a scene and sends two requests at once, in one order and then, in a new scene, in the other. `check` gets the
 * scene, the status of each request, and what the refused one was told.
 */
export async function race(
  muster: Muster,
  joinMode: "open" | "approval" | "invitation_only",
  requests: (scene: RaceScene) => Promise<[Send, Send]>,
  check: (scene: RaceScene, statuses: number[], refusal?: string) => Promise<void>,
) {
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const scene = await buildScene(muster, joinMode);
    const sends = await requests(scene);
    const answers: Response[] = [];
    await Promise.all(order.map(async (n) => (answers[n] = await sends[n]())));
    const statuses = answers.map(({ status }) => status);
    if (statuses.some((status) => status >= 500)) throw new Error(`Broken: ${statuses.join(", ")}`);
    const refused = answers.find(({ ok }) => !ok);
    await check(scene, statuses, refused && (await readError(refused)).message);
  }
}

export async function rolesIn({ owner, param }: RaceScene, who: BuiltUser = owner) {
  const page = await (await who.api.groups[":id"].members.$get({ param, query: {} })).json();
  return new Map(page.items.map(({ userId, role }) => [userId, role]));
}

export async function countedIn({ owner, param }: RaceScene) {
  return (await (await owner.api.groups[":id"].$get({ param })).json()).memberCount;
}
