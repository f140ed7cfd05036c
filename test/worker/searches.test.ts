import { expect, test } from "vitest";
import { fold } from "#shared/fold.ts";
import { insertManaged } from "#test/support/discord/managed-builders.ts";
import { buildAdministrator, buildUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup } from "#test/support/people/group-builders.ts";
import { NAMES_IN_SCRIPTS } from "#test/support/people/names-in-scripts.ts";
import { watchEntry } from "#test/support/vetting/watch-entry.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { run } from "#worker/db/batch.ts";
import { foldTitles } from "#worker/db/folded-titles.ts";
import { dataPages } from "#worker/db/schema/corporations.ts";
import { corporationMembers, memberTitles } from "#worker/db/schema/evidence.ts";
import { insertServer } from "#worker/discord/servers/settings-store.ts";
import { upsertNames } from "#worker/universe/names.ts";

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildAdministrator(muster);
const category = await buildCategory(muster, { name: "Wings" });

let lastId = 98_770_000;
const newId = () => (lastId += 1);

/** Stores what has the name, and returns its search: whether it is found. */
type Search = (name: string) => Promise<(typed: string) => Promise<boolean>>;

const palette =
  (prepare: (name: string) => Promise<unknown>, kind: string): Search =>
  async (name) => {
    await prepare(name);
    return async (q) => {
      const answer = await (await admin.api.admin.search.$get({ query: { q } })).json();
      return JSON.stringify(Object.entries(answer).find(([key]) => key === kind)).includes(name);
    };
  };

/** A corporation of administrators, with a member that EVE lists. */
async function buildRoster({ member = "Member", titles = "" }) {
  const { corporation } = await insertManaged(muster, admin.mainCharacterId);
  const corporationId = Number(corporation);
  const user = await buildUser(muster, { name: `Main of ${member}`, alts: [member] });
  const characterId = user.characterIds[1] ?? 0;
  await db.insert(corporationMembers).values({
    corporationId,
    characterId,
    name: member,
    nameFolded: fold(member),
    listedAt: new Date(),
  });
  if (titles !== "") {
    await db.insert(memberTitles).values({ corporationId, characterId, titleIds: [3] });
    const data = JSON.stringify([{ title_id: 3, name: titles }, { title_id: 4 }]);
    const page = { source: "titles", isStaged: false, page: 1, itemCount: 2 };
    await db
      .insert(dataPages)
      .values({ corporationId, ...page, data, titlesFolded: foldTitles(data) });
  }
  return async (search: string) => {
    const query = { param: { id: corporation }, query: { search } };
    const { items } = await (await admin.api.rosters[":id"].members.$get(query)).json();
    return items.some((one) => one.characterId === characterId);
  };
}

async function watch(name: string, reason: string) {
  const json = watchEntry({ subject: "corporation", eveId: newId(), name, reason });
  await admin.api.watchlist.$post({ json });
  return async (search: string) => {
    const { items } = await (await admin.api.watchlist.$get({ query: { search } })).json();
    return items.some((one) => one.name === name && one.reason === reason);
  };
}

const createGroup = (name: string) =>
  admin.api.groups.$post({
    json: {
      name,
      categoryId: category.id,
      description: null,
      visibility: "public",
      joinMode: "open",
    },
  });

const known =
  (kind: "corporation" | "alliance", firstId: number): Search =>
  async (name) => {
    const id = firstId + newId();
    await run(db, upsertNames([{ id, name }]));
    return async (q) => {
      const answer = await admin.api.requirements.search.$get({ query: { kind, q } });
      const { items } = await answer.json();
      return items.some((one) => one.id === id);
    };
  };

/** Every search of the API, by the files that have its SQL: `test/logic/fold.test.ts` compares. */
const SEARCHES: Record<string, Record<string, Search>> = {
  "worker/search.ts": {
    groups: palette(createGroup, "groups"),
    corporations: palette(
      (name) => insertManaged(muster, admin.mainCharacterId, { name }),
      "corporations",
    ),
    servers: palette((name) => {
      const id = String(newId());
      const facts = { id, name, ownerId: "1", memberCount: 1, roles: [], botRoleIds: [] };
      return run(
        db,
        insertServer({
          id,
          name,
          facts: { ...facts, hasMembersIntent: true, requiresTwoFactor: false, readAt: 0 },
          addedAt: new Date(),
          sweepAfter: "",
        }),
      );
    }, "servers"),
    applications: palette(
      (name) =>
        admin.api.admin.applications.$post({
          json: { name, isPublic: false, redirectUris: ["https://wiki.example.com/callback"] },
        }),
      "applications",
    ),
  },
  "worker/pilots/service.ts": {
    pilots: palette((name) => buildUser(muster, { name }), "pilots"),
  },
  "worker/pilots/walks.ts": {
    mains: async (name) => {
      const { userId } = await buildUser(muster, { name });
      return async (search) => {
        const answer = await admin.api.admin.pilots.$get({ query: { search } });
        return (await answer.json()).items.some((one) => one.userId === userId);
      };
    },
    alts: async (name) => {
      const { userId } = await buildUser(muster, { alts: [name] });
      return async (search) => {
        const answer = await admin.api.admin.pilots.$get({ query: { search } });
        const hit = (await answer.json()).items.find((one) => one.userId === userId);
        return hit?.matchedAlt === name;
      };
    },
  },
  "worker/characters/search-store.ts": {
    mains: async (name) => {
      const { mainCharacterId } = await buildUser(muster, { name });
      return async (q) => {
        const answer = await admin.api.characters.search.$get({ query: { q } });
        return (await answer.json()).some((one) => one.characterId === mainCharacterId);
      };
    },
  },
  "worker/groups/group/list-store.ts": {
    groups: async (name) => {
      await createGroup(name);
      return async (search) => {
        const { items } = await (await admin.api.groups.$get({ query: { search } })).json();
        return items.some((one) => one.name === name);
      };
    },
  },
  "worker/groups/members/list-store.ts": {
    members: async (name) => {
      const member = await buildUser(muster, { name });
      const { id } = await buildGroup(muster, { owner: admin, category, members: [member] });
      return async (search) => {
        const asked = { param: { id }, query: { search } };
        const { items } = await (await admin.api.groups[":id"].members.$get(asked)).json();
        return items.some((one) => one.userId === member.userId);
      };
    },
    admins: async (name) => {
      const member = await buildUser(muster, { name });
      const { id } = await buildGroup(muster, { owner: admin, category, admins: [member] });
      return async (search) => {
        const asked = { param: { id }, query: { search, role: "admin" } } as const;
        const { items } = await (await admin.api.groups[":id"].members.$get(asked)).json();
        return items.some((one) => one.userId === member.userId);
      };
    },
  },
  "worker/corporations/store.ts": {
    corporations: async (name) => {
      await insertManaged(muster, admin.mainCharacterId, { name });
      return async (q) => {
        const answer = await admin.api.corporations.search.$get({ query: { q } });
        return (await answer.json()).items.some((one) => one.name === name);
      };
    },
  },
  "worker/corporations/directors/service.ts": {
    candidates: async (name) => {
      await buildUser(muster, { name });
      return async (q) => {
        const answer = await admin.api.corporations.directors.candidates.$get({ query: { q } });
        return (await answer.json()).characters.some((one) => one.characterName === name);
      };
    },
  },
  "worker/roster/members-store.ts": {
    names: (member) => buildRoster({ member }),
    titles: (titles) => buildRoster({ titles }),
  },
  "worker/enrolment/rules/eve-search.ts": {
    corporations: known("corporation", 0),
    alliances: known("alliance", 1_000_000),
    managed: async (name) => {
      await insertManaged(muster, admin.mainCharacterId, { name });
      return async (q) => {
        const query = { kind: "corporation", q } as const;
        const { items } = await (await admin.api.requirements.search.$get({ query })).json();
        return items.some((one) => one.name === name);
      };
    },
  },
  "worker/watchlist/store.ts": {
    names: (name) => watch(name, "Took our ships."),
    reasons: (reason) => watch("Vantar Freight", `Since May: ${reason}.`),
  },
};

const rows = Object.entries(SEARCHES).flatMap(([file, searches]) =>
  Object.entries(searches).map(([what, search]) => ({ file, what, search })),
);

test.each(rows)(
  "$file finds $what in every script, whatever the case and the accents",
  async ({ search }) => {
    for (const [language, { name, typed }] of Object.entries(NAMES_IN_SCRIPTS)) {
      const find = await search(name);
      for (const text of typed)
        expect([language, text, await find(text)]).toEqual([language, text, true]);
      expect([language, await find("Vanished")]).toEqual([language, false]);
    }
  },
);

test("a name of another language names one pilot: an invitation, the log", async () => {
  const { id } = await buildGroup(muster, { owner: admin, category });
  for (const { name } of Object.values(NAMES_IN_SCRIPTS)) {
    const pilot = await buildUser(muster, { name: `${name} ${newId()}` });
    const typed = pilot.mainCharacterName.toUpperCase();
    const param = { id };
    const invited = await admin.api.groups[":id"].invitations.$post({
      param,
      json: { characterName: typed },
    });
    expect(invited.status).toBe(201);
    const answer = await admin.api.activity.$get({ query: { subject: typed } });
    const { items } = await answer.json();
    expect(items.map((one) => one.kind)).toContain("invitation_sent");
  }
});
