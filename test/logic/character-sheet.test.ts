import { expect, test } from "vitest";
import type { CharacterDetail } from "#shared/characters.ts";
import { eveDate } from "#test/support/eve-date.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import type { SheetCharacter } from "#worker/characters/sheet-store.ts";
import type { SectionData } from "#worker/characters/refresh/section-sources.ts";
import { authorizationOf, presentSheet } from "#worker/characters/present-sheet.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const ID = 90_000_001;
const OWNER = "owner";

const TOVI: SheetCharacter = {
  name: "Tovi Lark",
  userId: OWNER,
  tokenState: "ok",
  scopes: CHARACTER_SCOPES,
  record: { checks: {} },
  corporationId: 98_000_001,
  allianceId: 99_000_001,
};

const queued = (hours: [start: number, finish: number], finished_level: number) => ({
  skill_id: 3300,
  finished_level,
  queue_position: finished_level,
  start_date: new Date(NOON + hours[0] * 3_600_000).toISOString(),
  finish_date: new Date(NOON + hours[1] * 3_600_000).toISOString(),
  level_start_sp: 8000,
  level_end_sp: finished_level * 10_000,
  training_start_sp: 8000,
});
const [TRAINED, TRAINING] = [queued([-9, -1], 4), queued([-1, 9], 5)];

const KEPT: SectionData = {
  info: {
    name: "Tovi Lark",
    corporationId: 98_000_002,
    allianceId: 99_000_002,
    birthday: "2012-05-01T00:00:00Z",
    securityStatus: 4.5,
  },
  corporationHistory: [
    { recordId: 2, corporationId: 98_000_001, startDate: "2024-01-01", isDeleted: false },
    { recordId: 1, corporationId: 98_000_003, startDate: "2020-01-01", isDeleted: true },
  ],
  attributes: {
    intelligence: 20,
    perception: 21,
    memory: 22,
    willpower: 23,
    charisma: 24,
    lastRemapDate: null,
    bonusRemaps: 1,
  },
  skills: {
    total_sp: 8000,
    unallocated_sp: 0,
    skills: [{ skill_id: 3300, skillpoints_in_skill: 8000, trained_skill_level: 3 }],
  },
  skillQueue: [TRAINED, TRAINING],
  location: { solarSystemId: 30_000_142, stationId: 60_003_760, isStructure: false },
  status: { online: true, lastLogin: "2026-11-20T11:00:00Z" },
  ship: { typeId: 587, name: "Needle" },
  wallet: { balance: 31_337.77 },
  assets: { assetCount: 12, totalValue: 500 },
};

const NAMES = new Map([
  [98_000_001, "Lark Industries"],
  [99_000_001, "Night Sky"],
  [587, "Rifter"],
  [1_030_000_000_001, "Lark's Rest"],
  [30_000_142, "Jita"],
  [60_003_760, "Jita IV - Moon 4 - Caldari Navy Assembly Plant"],
  [39_000_000, "A new system"],
]);

function read(
  viewerId: string,
  character: Partial<SheetCharacter> = {},
  sections: Partial<SectionData> = KEPT,
  isAdmin = false,
) {
  const viewer = {
    kind: "user" as const,
    userId: viewerId,
    sessionId: "s",
    isAdmin,
    isGuest: false,
  };
  const kept = new Map(
    Object.entries(sections).map(([name, data]) => [name, JSON.stringify(data)]),
  );
  const text = presentSheet(
    ID,
    { ...TOVI, ...character },
    { sections: kept, names: NAMES },
    { viewer, imagesUrl: "https://images.test", now: NOON },
  );
  const detail: CharacterDetail = JSON.parse(text);
  return detail;
}

test("only a system administrator learns to whom a character is linked", () => {
  expect(read("somebody else").userId).toBeNull();
  expect(read(OWNER).userId).toBeNull();
  expect(read("somebody else", {}, KEPT, true).userId).toBe(OWNER);
});

test("every user sees the public part, with levels that finished since as trained", () => {
  for (const viewer of [OWNER, "somebody else"]) {
    expect(read(viewer).public).toEqual({
      info: {
        name: "Tovi Lark",
        corporationId: 98_000_001,
        corporationName: "Lark Industries",
        allianceId: 99_000_001,
        allianceName: "Night Sky",
        corporation_name: "Lark Industries",
        alliance_name: "Night Sky",
        portrait: { px128x128: `https://images.test/characters/${ID}/portrait?size=128` },
        birthday: "2012-05-01T00:00:00Z",
        securityStatus: 4.5,
      },
      attributes: KEPT.attributes,
      corporationHistory: [
        { ...KEPT.corporationHistory[0], corporationName: "Lark Industries" },
        { ...KEPT.corporationHistory[1], corporationName: null },
      ],
      skills: {
        total_sp: 40_000,
        unallocated_sp: 0,
        skills: [{ skill_id: 3300, skillpoints_in_skill: 40_000, trained_skill_level: 4 }],
      },
    });
  }
});

test("only the owner sees the private part", () => {
  const { isOwner, private: secrets, characterId } = read(OWNER);
  expect({ isOwner, characterId }).toEqual({ isOwner: true, characterId: ID });
  expect(secrets).toEqual({
    location: {
      solarSystemId: 30_000_142,
      solarSystemName: "Jita",
      securityStatus: 0.9,
      stationId: 60_003_760,
      stationName: "Jita IV - Moon 4 - Caldari Navy Assembly Plant",
      isStructure: false,
    },
    wallet: KEPT.wallet,
    assets: KEPT.assets,
    status: KEPT.status,
    skillQueue: [TRAINING],
    ship: { typeId: 587, typeName: "Rifter", name: "Needle" },
    tokenState: "ok",
    missingScopes: [],
  });
  expect(read("somebody else")).toMatchObject({ isOwner: false, private: null });
  expect(read("anybody", { userId: null })).toMatchObject({ isOwner: false, private: null });
});

test("a character that EVE says is deleted is biomassed", () => {
  const check = { checkedAt: eveDate(NOON), dueAt: NOON, failure: null };
  const isBiomassed = (failure: "deleted" | "unavailable" | null) => {
    const checks = { info: check, skills: { ...check, failure } };
    return read("somebody else", { record: { checks } }).isBiomassed;
  };
  expect((["deleted", "unavailable", null] as const).map(isBiomassed)).toEqual([
    true,
    false,
    false,
  ]);
});

test("the sheet is as new as the newest section that the viewer may see", () => {
  const at = (hours: number) => ({
    checkedAt: eveDate(NOON - hours * 3_600_000),
    dueAt: NOON + 3_600_000,
    failure: null,
  });
  const record = { checks: { info: at(3), skills: at(2), wallet: at(1) } };
  const updated = (viewer: string, userId: string | null = OWNER) =>
    read(viewer, { record, userId }).lastUpdated;
  expect(updated(OWNER)).toBe("2026-11-20T11:00:00.000Z");
  expect(updated("somebody else")).toBe("2026-11-20T10:00:00.000Z");
  expect(updated("somebody else", null)).toBe("2026-11-20T09:00:00.000Z");
});

test("a queue in which nothing has finished, and skills that were never read, are shown as stored", () => {
  const { skills } = KEPT;
  const waiting = read(OWNER, {}, { skills, skillQueue: [TRAINING] });
  expect(waiting.public.skills).toEqual(skills);
  expect(waiting.private?.skillQueue).toEqual([TRAINING]);
  const unread = read(OWNER, {}, { skillQueue: [TRAINED, TRAINING] });
  expect(unread.public.skills).toBeNull();
  expect(unread.private?.skillQueue).toEqual([TRAINING]);
});

test("the states of sections depend on the viewer", () => {
  const names = (viewer: string, userId: string | null = OWNER) =>
    Object.keys(read(viewer, { userId }).sections);
  const told = ["info", "corporationHistory"];
  expect(names("anybody", null)).toEqual(told);
  expect(names("somebody else")).toEqual([...told, "attributes", "skills"]);
  expect(names(OWNER)).toHaveLength(10);
});

test("without data every part is empty and the authorization counts as revoked", () => {
  const character = {
    record: null,
    corporationId: null,
    allianceId: null,
    tokenState: null,
    scopes: null,
  };
  const sheet = read(OWNER, character, {});
  expect(sheet.lastUpdated).toBeNull();
  expect(sheet.public).toMatchObject({
    info: {
      name: "Tovi Lark",
      corporationId: null,
      corporationName: null,
      allianceId: null,
      birthday: null,
      securityStatus: null,
    },
    attributes: null,
    corporationHistory: [],
    skills: null,
  });
  expect(sheet.private).toEqual({
    location: null,
    wallet: null,
    assets: null,
    status: null,
    skillQueue: null,
    ship: null,
    tokenState: "revoked",
    missingScopes: [],
  });
  expect(authorizationOf(character)).toEqual({ tokenState: "revoked", scopes: [] });
});

test("the affiliation takes precedence over the public sheet, also without an alliance", () => {
  const affiliationOf = (character: Partial<SheetCharacter>) => {
    const { corporationId, allianceId } = read("somebody else", character).public.info;
    return [corporationId, allianceId];
  };
  expect(affiliationOf({})).toEqual([98_000_001, 99_000_001]);
  expect(affiliationOf({ allianceId: null })).toEqual([98_000_001, null]);
  expect(affiliationOf({ corporationId: null, allianceId: null })).toEqual([
    98_000_002, 99_000_002,
  ]);
});

test("without a queue skills are shown as stored", () => {
  const { skills } = KEPT;
  expect(read(OWNER, {}, { skills }).public.skills).toEqual(skills);
});

test.each([
  ["in space", { stationId: null, isStructure: false }, null],
  ["in a structure", { stationId: 1_030_000_000_001, isStructure: true }, "Lark's Rest"],
  ["in a structure without a name", { stationId: 1_030_000_000_002, isStructure: true }, null],
])("%s, a place is named as far as it is known", (_, at, stationName) => {
  const location = { solarSystemId: 39_000_000, ...at };
  expect(read(OWNER, {}, { location }).private?.location).toEqual({
    ...location,
    solarSystemName: "A new system",
    securityStatus: null,
    stationName,
  });
});
