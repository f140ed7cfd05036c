import { recordOf } from "#test/support/answers/records.ts";
import { MIRA_TAL_ID, QUIET_ENGINES_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { FLEETS, prepareProgram } from "#test/support/applications/application-rows.ts";
import { buildUser, prepareSignIn } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { linkMember } from "#test/support/corporations/corporation-builders.ts";
import { insertManaged } from "#test/support/discord/managed-builders.ts";
import {
  buildCategory,
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { prepareHeld } from "#test/support/requirements/requirement-builders.ts";
import { prepareReview } from "#test/support/reviews/review-builders.ts";
import { MAPPED_ROLE_ID, prepareServer } from "#test/support/discord/server-rows.ts";
import { write } from "#test/support/answers/write.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { invitationBlocks } from "#worker/db/schema/groups.ts";
import { KINDS } from "./references.ts";
import type { Pools } from "./references.ts";
import type { Sender } from "./requests.ts";
import { discordAccountOf } from "./vault.ts";
import type { Vault } from "./vault.ts";

type SignIn = { token?: string; proof?: string };

let lastCode = 0;
const nextCode = () => `C0DE${String(++lastCode).padStart(6, "0")}`;

/**
 * New users, groups and a corporation for a few hundred requests, which change them; the administrator and
 * the vault are kept.
 */
export async function buildScene(muster: Muster, administrator: BuiltUser, vault: Vault) {
  const { db } = muster.context;
  // This world does not have the directors of earlier scenes.
  await db.delete(corporations);
  const owner = (await linkPilot(muster)).user;
  const [groupAdmin, member, stranger, asker, other] = [
    await buildUser(muster, { alts: [`Alt ${randomToken(6)}`] }),
    await buildUser(muster, { alts: [`Alt ${randomToken(6)}`] }),
    await buildUser(muster, { alts: [`Alt ${randomToken(6)}`] }),
    await buildUser(muster),
    await buildUser(muster),
  ];
  for (const { userId } of [owner, groupAdmin, member, stranger]) {
    await db.insert(discordAccounts).values(await discordAccountOf(muster, userId));
  }
  const director = await linkMember(muster, SABLE_MERIDIAN_ID);
  const categories = [
    await buildCategory(muster),
    await buildCategory(muster, { visibility: "hidden", allowGroupCreation: "admin_only" }),
  ];
  const name = `Empty ${randomToken(6)}`;
  const empty = await Promise.all([1, 2, 3].map(() => buildCategory(muster, { name })));
  const pools: Pools = {
    users: [owner, groupAdmin, member, stranger, asker, other, administrator].map(
      (one) => one.userId,
    ),
    groups: [],
    categories: [...categories, ...empty].map((one) => one.id),
    requests: [],
    invitations: [],
    codeIds: [],
    codes: [],
    sessions: [],
    characters: [owner, groupAdmin, member, stranger, administrator, director.user]
      .flatMap((one) => one.characterIds.map(String))
      .concat(String(MIRA_TAL_ID)),
    corporations: [String(SABLE_MERIDIAN_ID), String(QUIET_ENGINES_ID)],
    directors: [],
    names: [owner, groupAdmin, stranger, other, director.user].map((one) => one.mainCharacterName),
    titles: empty.map((one) => one.name),
    heldChanges: [],
    reviews: [],
    discordServers: [],
    discordRoles: [MAPPED_ROLE_ID],
    applications: [],
    apiTokens: [],
    webhooks: [],
    deliveries: [],
    facts: [FLEETS],
  };
  for (const server of [prepareServer(muster), prepareServer(muster)]) {
    await write(muster, server);
    pools.discordServers.push(server.id);
  }

  for (const [visibility, joinMode, category] of [
    ["public", "open", categories[0]],
    ["public", "approval", categories[0]],
    ["hidden", "invitation_only", categories[1]],
    ["system", "open", categories[0]],
  ] as const) {
    const group = await buildGroup(muster, {
      owner,
      admins: [groupAdmin],
      members: [member],
      visibility,
      joinMode,
      ...(category && { category }),
    });
    const codes = [
      await buildCode(muster, group, owner, { code: nextCode() }),
      await buildCode(muster, group, owner, { code: nextCode(), useLimit: 1 }),
    ];
    const held = prepareHeld(muster, group);
    const review = prepareReview(muster, group);
    const isReviewed = joinMode === "approval";
    await write(muster, held, ...(isReviewed ? [review] : []));
    pools.heldChanges.push(held.id);
    if (isReviewed) pools.reviews.push(review.id);
    pools.groups.push(group.id);
    pools.titles.push(group.name);
    pools.requests.push(
      await buildRequest(muster, group, joinMode === "approval" ? stranger : asker),
    );
    pools.invitations.push(
      await buildInvitation(muster, group, joinMode === "approval" ? asker : stranger, owner),
      await buildInvitation(muster, group, other, owner),
    );
    const blockers = [owner, groupAdmin, member, stranger, administrator];
    await db.insert(invitationBlocks).values(
      blockers.map(({ userId }) => ({
        userId,
        groupId: group.id,
        groupName: group.name,
        createdAt: new Date(),
      })),
    );
    pools.codeIds.push(...codes.map(({ id }) => id));
    pools.codes.push(...codes.map(({ code }) => code));
  }
  const program = await prepareProgram(muster, {
    groupIds: pools.groups,
    claims: ["characters"],
    isWriter: true,
  });
  const { ids, ...changing } = await prepareProgram(muster, { groupIds: pools.groups });
  await write(muster, program, changing);
  // No request names the other one, so its token goes on working.
  pools.applications.push(ids.application);
  pools.apiTokens.push(ids.apiToken);
  pools.webhooks.push(ids.webhook);
  pools.deliveries.push(ids.delivery);
  const managed = await insertManaged(muster, director.pilot.id);
  pools.corporations.push(managed.corporation, managed.corporation);
  pools.directors.push(managed.director);

  async function openSession(
    { userId, mainCharacterId }: BuiltUser,
    expiresAt?: Date,
  ): Promise<SignIn> {
    const { token, proof, row } = await prepareSignIn(userId, mainCharacterId);
    await db.insert(sessions).values({ ...row, ...(expiresAt && { expiresAt }) });
    pools.sessions.push(row.id);
    return { token, proof };
  }

  const people: Partial<Record<Sender, BuiltUser>> = {
    owner,
    groupAdmin,
    member,
    stranger,
    administrator,
  };
  const signIns = new Map<Sender, SignIn>([
    ["anonymous", {}],
    ["expired", await openSession(owner, new Date(0))],
    ["revoked", { token: randomToken() }],
    ["garbage", { token: "not a token, \\0" }],
    ["program", { token: program.secret }],
  ]);

  /** A sender's session. A sender that was signed out by a request gets a new one. */
  async function signInOf(sender: Sender): Promise<SignIn> {
    const user = people[sender];
    if (user !== undefined && !signIns.has(sender)) signIns.set(sender, await openSession(user));
    return signIns.get(sender) ?? {};
  }

  const vaultPools: Partial<Pools> = vault.pools;
  // The vault's items come first, so that they are named often enough.
  const outsiderPools = recordOf(KINDS, (kind) => [...(vaultPools[kind] ?? []), ...pools[kind]]);

  return {
    poolsOf: (sender: Sender) => (sender === "administrator" ? pools : outsiderPools),
    signInOf,
    signedOut: (sender: Sender) => {
      if (people[sender] !== undefined) signIns.delete(sender);
    },
    /** All tokens of sessions and proofs: no response may contain one. */
    tokens: (): string[] =>
      [...signIns.values()]
        .flatMap(({ token, proof }) => [token, proof])
        .flatMap((token) => (token?.length === 43 ? [token] : [])),
  };
}
