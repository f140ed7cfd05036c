import { randomToken } from "#worker/ground/crypto.ts";
import { encryptToken } from "#worker/discord/link/encrypted-token.ts";
import { characterSections } from "#worker/db/schema/characters.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { eveTokens, sessions } from "#worker/db/schema/accounts.ts";
import { buildToken, buildUser } from "#test/support/people/builders.ts";
import {
  buildCategory,
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import type { Muster } from "#test/support/workerd/harness.ts";

let lastDiscordId = 80_351_110_224_678;

/** Stores a linked Discord account. */
export async function discordAccountOf(
  { context: { config } }: Muster,
  userId: string,
  refreshToken = "refresh",
) {
  const discordId = String(++lastDiscordId);
  return {
    discordId,
    userId,
    username: `Somebody ${discordId}`,
    displayName: null,
    discriminator: "0",
    refreshToken: await encryptToken(config, refreshToken, discordId),
    isAuthorized: true,
    linkedAt: new Date(),
    checkDueAt: new Date(Date.now() + 1e9),
  };
}

export type Vault = Awaited<ReturnType<typeof buildVault>>;

/**
 * A hidden group in a hidden category with its own users. No sender of requests is a member or administrator, and
 * no response may contain its data.
 */
export async function buildVault(muster: Muster) {
  const { db } = muster.context;
  const keeper = await buildUser(muster, { name: "Vault Keeper", alts: ["Vault Keeper's Alt"] });
  const [friend, asker, invitee] = [
    await buildUser(muster),
    await buildUser(muster),
    await buildUser(muster),
  ];
  const category = await buildCategory(muster, { name: "Vault-Category", visibility: "hidden" });
  const group = await buildGroup(muster, {
    owner: keeper,
    members: [friend],
    name: "Vault-Group",
    visibility: "hidden",
    joinMode: "approval",
    category,
  });
  const code = await buildCode(muster, group, keeper, { code: "VAVTC0DE00" });
  const expired = await buildCode(muster, group, keeper, {
    code: "VAVTC0DE01",
    expiresAt: new Date(0),
  });
  const request = await buildRequest(muster, group, asker);
  const invitation = await buildInvitation(muster, group, invitee, keeper);

  const { mainCharacterId } = keeper;
  const plain = {
    refreshToken: `refresh-${randomToken()}`,
    accessToken: `access-${randomToken()}`,
  };
  await buildToken(muster, mainCharacterId, plain);
  const wallet = "7310427913.37";
  const section = (name: string, data: object) => ({
    characterId: mainCharacterId,
    section: name,
    data: JSON.stringify(data),
  });
  await db
    .insert(characterSections)
    .values([
      section("wallet", { balance: Number(wallet) }),
      section("ship", { typeId: 587, name: "Vault-Ship" }),
      section("location", { solarSystemId: 30_002_813, stationId: 60_009_999, isStructure: false }),
    ]);
  const discordToken = `discord-${randomToken()}`;
  await db.insert(discordAccounts).values({
    ...(await discordAccountOf(muster, keeper.userId, discordToken)),
    username: "Vault-On-Discord",
  });

  const encrypted = await db.select().from(eveTokens);
  const hashes = await db.select().from(sessions);
  return {
    /** Texts that only requests may contain. */
    pools: {
      users: [keeper.userId, friend.userId],
      groups: [group.id],
      categories: [category.id],
      requests: [request],
      invitations: [invitation],
      codeIds: [code.id],
      codes: [expired.code],
      sessions: hashes.filter(({ userId }) => userId === keeper.userId).map((row) => row.id),
      characters: keeper.characterIds.map(String),
    },
    /** Texts that no response may contain. */
    secrets: [
      keeper.sessionToken,
      ...Object.values(plain),
      discordToken,
      ...encrypted.flatMap((row) => [row.refreshToken, row.accessToken]),
      ...hashes.map(({ tokenHash }) => tokenHash),
      `owner-of-${keeper.userId}`,
      wallet,
      "Vault-Ship",
      "60009999",
      muster.env.TOKEN_ENCRYPTION_KEY,
      muster.env.EVE_CLIENT_SECRET,
    ],
    /** Texts that only system administrators may see. */
    hidden: ["Vault-Group", "Vault-Category", "Vault-On-Discord", code.code, code.id, expired.id],
    wallet,
  };
}
