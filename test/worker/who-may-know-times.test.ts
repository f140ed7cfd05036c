import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { community } from "#worker/db/schema/installation.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { encrypt } from "#worker/ground/crypto.ts";

const muster = await startMuster();
const { db, config } = muster.context;
const admin = await buildUser(muster, { characterId: AURELIA_VOSS_ID });
const owner = await buildUser(muster);

const RULE = { enrolment: "manual" as const, listing: "everyone" as const, graceDays: 3 };
const DISCORD = { ...RULE, tree: { type: "discord_linked" as const } };

const IN_CORPORATION = {
  type: "characters" as const,
  which: "main" as const,
  meet: { type: "corporation" as const, corporationIds: [98_000_001] },
};

let lastDiscordId = 100_000_000_000_000_000n;

async function linkDiscord(userId: string) {
  const discordId = String(++lastDiscordId);
  const token = await encrypt(config.keyring, "token", `discord:${discordId}`);
  await db.insert(discordAccounts).values({
    discordId,
    userId,
    username: "somebody",
    discriminator: "0",
    refreshToken: token,
    isAuthorized: true,
    linkedAt: new Date(),
    checkDueAt: new Date(Date.now() + 86_400_000),
  });
}

test("an owner's draft tells nothing about a stranger's Discord, by count or by name", async () => {
  const group = await buildGroup(muster, { owner });
  const strangers = await Promise.all(Array.from({ length: 12 }, () => buildUser(muster)));
  const param = { id: group.id };
  const drafts = [
    DISCORD,
    { ...RULE, tree: { type: "not" as const, of: DISCORD.tree } },
    {
      ...RULE,
      tree: {
        type: "any" as const,
        of: [DISCORD.tree, IN_CORPORATION],
      },
    },
  ];
  const answers = async () =>
    JSON.stringify([
      ...(await Promise.all(
        drafts.map(async (rule) => {
          const routes = owner.api.groups[":id"].requirements;
          return (await routes.preview.$post({ param, json: { rule } })).json();
        }),
      )),
      ...(await Promise.all(
        drafts.map(async (rule) => {
          const json = { rule, characterName: strangers[0]?.mainCharacterName ?? "" };
          return (await owner.api.groups[":id"].requirements.check.$post({ param, json })).json();
        }),
      )),
    ]);
  const before = await answers();
  for (const { userId } of strangers) await linkDiscord(userId);
  expect(JSON.parse(await answers())).toEqual(JSON.parse(before));
  // A system administrator may know.
  const preview = admin.api.groups[":id"].requirements.preview;
  const known = await (await preview.$post({ param, json: { rule: DISCORD } })).json();
  expect(known.users.filter(({ kind }) => kind === "could_join").length).toBeGreaterThanOrEqual(12);
});

test("only the player gets the minute in which a sheet was read", async () => {
  const { user, pilot, refresh } = await linkPilot(muster, {});
  await refresh();
  const group = await buildGroup(muster, { owner, members: [user] });
  const tree = {
    type: "characters" as const,
    which: "main" as const,
    meet: { type: "total_sp" as const, minimum: 9e12 },
  };
  const param = { id: group.id };
  for (const viewer of [owner, admin]) {
    const { check } = viewer.api.groups[":id"].requirements;
    const answer = await check.$post({
      param,
      json: { rule: { ...RULE, tree }, characterName: pilot.name },
    });
    const { user: checked } = await answer.json();
    const times = (checked?.causes ?? []).map(({ reading }) => reading.asOf);
    for (const at of times) expect(at).toMatch(/:00:00\.000Z$/);
  }
});

test("a guest who owns a group neither previews nor checks", async () => {
  const guest = await buildUser(muster);
  const group = await buildGroup(muster, { owner: guest });
  const inner = await buildGroup(muster, { owner: admin });
  await db.update(community).set({ memberGroupId: inner.id });
  const param = { id: group.id };
  const routes = guest.api.groups[":id"].requirements;
  expect((await routes.preview.$post({ param, json: { rule: DISCORD } })).status).toBe(403);
  const json = { rule: DISCORD, characterName: owner.mainCharacterName };
  expect((await routes.check.$post({ param, json })).status).toBe(403);
  await db.update(community).set({ memberGroupId: null });
});
