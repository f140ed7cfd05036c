import { eq, inArray } from "drizzle-orm";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { OWNERS_CONDITIONS } from "#shared/requirements/owners.ts";
import type { Rule } from "#shared/requirements/rule.ts";
import {
  characterConditionSchema,
  requirementSchema,
  userConditionSchema,
} from "#shared/requirements/tree.ts";
import type { Requirement } from "#shared/requirements/tree.ts";
import { DAY_MS } from "#shared/time.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { write } from "#test/support/answers/write.ts";
import { prepareServer } from "#test/support/discord/server-rows.ts";
import { arbitraryOf, optionsOf, typeOf } from "#test/support/fuzz/arbitrary-of-schema.ts";
import type { Schema } from "#test/support/fuzz/arbitrary-of-schema.ts";
import { buildToken, buildUser, buildUsers } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { checkedAt, evidenceWriter } from "#test/support/requirements/evidence-writer.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { shareOf } from "#test/support/workerd/share.ts";
import { encrypt } from "#worker/ground/crypto.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { discordAccounts, discordMembers } from "#worker/db/schema/discord-servers.ts";
import { directorLists } from "#worker/db/schema/evidence.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";

const CORPORATION = 98_000_001;
const ALLIANCE = 99_000_001;
const SKILL = 3300;

const muster = await startMuster();
const { db, config } = muster.context;
const { affiliate, setSection, setChecks, setContact } = evidenceWriter(muster, CORPORATION);
const admin = await buildUser(muster, { characterId: AURELIA_VOSS_ID });
const owner = await buildUser(muster);
const group = await buildGroup(muster, { owner });
const strangers = await buildUsers(muster, 12);
const strangerIds = strangers.map(({ userId }) => userId);
/** A group that everybody sees, and one that its members alone see. */
const wing = await buildGroup(muster, { owner: admin, members: strangers });
const hidden = await buildGroup(muster, { owner: admin, visibility: "hidden" });
const server = prepareServer(muster);
await write(muster, server);

// What every signed-in user can see of the strangers: the public sheets of their mains.
for (const { mainCharacterId: id } of strangers) {
  await affiliate(id, ALLIANCE);
  const read = checkedAt(Date.now());
  await setSection(id, "info", { birthday: "2010-01-01T00:00:00Z", securityStatus: 5 });
  await setSection(id, "skills", { total_sp: 9_000_000 }, { [SKILL]: 5 });
  await setSection(id, "corporationHistory", [
    { recordId: 1, corporationId: CORPORATION, startDate: "2015-01-01T00:00:00Z" },
  ]);
  await setChecks(id, {
    info: read,
    skills: read,
    skillQueue: read,
    corporationHistory: read,
    roles: read,
    titles: read,
  });
}

const eachStranger = async (act: (stranger: (typeof strangers)[number]) => Promise<unknown>) => {
  for (const stranger of strangers) await act(stranger);
};

let lastDiscordId = 100_000_000_000_000_000n;
let lastAltId = 2_117_500_000;

/** What an owner may not know of a stranger, one after the other. */
const DIFFERENCES: Record<string, () => Promise<unknown>> = {
  "an authorization": () =>
    eachStranger(({ mainCharacterId }) => buildToken(muster, mainCharacterId)),
  "a revoked authorization": () => db.update(eveTokens).set({ state: "revoked" }),
  "an alt in another corporation": () =>
    eachStranger(async ({ userId }) => {
      const id = ++lastAltId;
      await db
        .insert(characters)
        .values({ id, name: `Alt ${id}`, nameFolded: `alt ${id}`, userId });
      await affiliate(id, 99_000_002);
    }),
  "in-game roles and titles": async () => {
    await db.insert(directorLists).values([
      { ownerId: CORPORATION, list: "roles", readAt: new Date() },
      { ownerId: CORPORATION, list: "titles", readAt: new Date() },
      { ownerId: CORPORATION, list: "contacts", readAt: new Date() },
    ]);
    await eachStranger(async ({ mainCharacterId }) => {
      await setSection(mainCharacterId, "roles", { roles: ["Director"] });
      await setSection(mainCharacterId, "titles", [{ title_id: 1 }]);
    });
  },
  "a standing": () =>
    eachStranger(({ mainCharacterId }) => setContact(CORPORATION, mainCharacterId, 10)),
  "a linked Discord account": () =>
    eachStranger(async ({ userId }) => {
      const discordId = String(++lastDiscordId);
      await db.insert(discordAccounts).values({
        discordId,
        userId,
        username: "somebody",
        discriminator: "0",
        refreshToken: await encrypt(config.keyring, "token", `discord:${discordId}`),
        isAuthorized: true,
        linkedAt: new Date(),
        checkDueAt: new Date(Date.now() + DAY_MS),
      });
    }),
  "a place on a Discord server": async () => {
    const linked = await db.select({ discordId: discordAccounts.discordId }).from(discordAccounts);
    await db.insert(discordMembers).values(
      linked.map(({ discordId }) => ({
        serverId: server.id,
        discordId,
        name: "somebody",
        roles: [],
        given: [],
        accepted: [],
        readAt: new Date(),
      })),
    );
  },
  "a hidden group": () =>
    db.insert(groupMembers).values(
      strangerIds.map((userId) => ({
        groupId: hidden.id,
        userId,
        role: "member" as const,
        joinedAt: new Date(),
      })),
    ),
  "an entry of the watchlist that refuses them": async () => {
    const entry = { id: "refused", subject: "pilot", eveId: 1, level: "refuse" } as const;
    const now = new Date();
    await db.insert(watchEntries).values({
      ...entry,
      name: "One",
      reason: "Why",
      createdAt: now,
      until: new Date(now.getTime() + DAY_MS),
    });
    await eachStranger(({ mainCharacterId: characterId }) =>
      db.insert(watchHits).values({ entryId: entry.id, characterId, fact: "pilot", foundAt: now }),
    );
  },
  "an older account": () =>
    db
      .update(users)
      .set({ createdAt: new Date(Date.now() - 3000 * DAY_MS) })
      .where(inArray(users.id, strangerIds)),
  "a suspension": () =>
    db
      .update(users)
      .set({ suspendedUntil: new Date(Date.now() + DAY_MS) })
      .where(inArray(users.id, strangerIds)),
};

/** Values with which the strangers meet conditions. Other fields get any value of their schema. */
const KNOWN = {
  corporationIds: [CORPORATION],
  allianceIds: [ALLIANCE],
  corporationId: CORPORATION,
  ownerId: CORPORATION,
  titleIds: [1],
  roles: ["Director"],
  scopes: [],
  skills: [{ skillId: SKILL, level: 1 }],
  minimum: 5,
  days: 1,
  groupIds: [wing.id],
  serverId: server.id,
};

const ofCharacters = optionsOf(characterConditionSchema);
const conditions: { type: string; trees: Requirement[] }[] = [
  ...ofCharacters,
  ...optionsOf(userConditionSchema),
].map((option) => ({ type: typeOf(option), trees: treesOf(option) }));

/** Rules of owners in which a condition of this schema decides, alone and beside others. */
function treesOf(option: Schema): Requirement[] {
  const [found] = fc.sample(arbitraryOf(option, KNOWN), { numRuns: 1, seed: 1 });
  const part = ofCharacters.includes(option)
    ? { type: "characters", which: "main", meet: found }
    : found;
  const isIn = {
    type: "characters",
    which: "main",
    meet: { type: "corporation", corporationIds: [CORPORATION] },
  };
  const isMember = { type: "member_of", groupIds: [wing.id] };
  const trees = [
    part,
    { type: "not", of: part },
    { type: "all", of: [isIn, part] },
    { type: "all", of: [isMember, { type: "not", of: part }] },
    { type: "any", of: [part, { type: "not", of: isIn }] },
  ];
  return shareOf(trees, 2).map((tree) => requirementSchema.parse(tree));
}

const param = { id: group.id };
const ruleOf = (tree: Requirement): Rule => ({
  tree,
  enrolment: "manual",
  listing: "everyone",
  graceDays: 3,
});

async function answersTo({ api }: typeof owner, trees: Requirement[]) {
  const routes = api.groups[":id"].requirements;
  const characterName = strangers[0]?.mainCharacterName ?? "";
  const answers = [];
  for (const rule of trees.map(ruleOf)) {
    const preview = await routes.preview.$post({ param, json: { rule } });
    const check = await routes.check.$post({ param, json: { rule, characterName } });
    answers.push({
      statuses: [preview.status, check.status],
      preview: preview.ok ? await preview.json() : null,
      check: check.ok ? await check.json() : null,
    });
  }
  return answers;
}

const countOf = (answers: Awaited<ReturnType<typeof answersTo>>) =>
  answers.map(({ preview }) => preview?.unnamed.could_join ?? 0);

const before = new Map<string, Awaited<ReturnType<typeof answersTo>>>();
for (const { type, trees } of conditions) before.set(type, await answersTo(owner, trees));

test("an owner's drafts count strangers by what everybody can see, and are refused with other conditions", () => {
  for (const { type } of conditions) {
    const answers = before.get(type) ?? [];
    const isRefused = answers.every(({ statuses }) => statuses.every((status) => status === 403));
    expect({ type, isRefused }).toEqual({
      type,
      isRefused: !([...OWNERS_CONDITIONS] as string[]).includes(type),
    });
    // Otherwise the drafts would tell nothing at all, and the tests below nothing about them.
    if (isRefused || type === "discord_linked") continue;
    expect({ type, counts: countOf(answers).some((count) => count >= 10) }).toEqual({
      type,
      counts: true,
    });
  }
});

test.each(Object.entries(DIFFERENCES))(
  "an owner's drafts give equal answers whether or not strangers have %s",
  async (_, differ) => {
    await differ();
    for (const { type, trees } of conditions) {
      expect({ type, answers: await answersTo(owner, trees) }).toEqual({
        type,
        answers: before.get(type),
      });
    }
  },
);

test("a system administrator may know all of it", async () => {
  await db
    .update(users)
    .set({ suspendedUntil: null })
    .where(eq(users.id, strangerIds[0] ?? ""));
  for (const type of ["discord_linked", "on_discord_server", "account_age"]) {
    const trees = conditions.find((one) => one.type === type)?.trees.slice(0, 1) ?? [];
    const [answer] = await answersTo(admin, trees);
    const named = answer?.preview?.users.filter(({ kind }) => kind === "could_join").length ?? 0;
    expect({ type, isKnown: named >= 12 }).toEqual({ type, isKnown: true });
  }
});

test("only the player gets the minute in which a sheet was read", async () => {
  const { user, pilot, refresh } = await linkPilot(muster, {});
  await refresh();
  const own = await buildGroup(muster, { owner, members: [user] });
  const tree = {
    type: "characters" as const,
    which: "main" as const,
    meet: { type: "total_sp" as const, minimum: 9e12 },
  };
  for (const viewer of [owner, admin]) {
    const { check } = viewer.api.groups[":id"].requirements;
    const json = { rule: ruleOf(tree), characterName: pilot.name };
    const answer = await check.$post({ param: { id: own.id }, json });
    const { user: checked } = await answer.json();
    const times = (checked?.causes ?? []).map(({ reading }) => reading.asOf);
    for (const at of times) expect(at).toMatch(/:00:00\.000Z$/);
  }
});
