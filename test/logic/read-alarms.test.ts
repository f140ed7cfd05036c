import fc from "fast-check";
import { expect, test } from "vitest";
import { readAlarms, readText } from "#worker/alarms/read-alarms.ts";

const SENT = "2026-11-26T18:04:00Z";
const sentAt = Date.parse(SENT);
const notice = (type: string, text: string, id = 1) => ({
  notification_id: id,
  type,
  timestamp: SENT,
  text,
});
const read = (type: string, text: string) => readAlarms([notice(type, text)])[0];

const UNDER_ATTACK = `allianceID: 99003581
allianceLinkData:
- showinfo
- 16159
- 99003581
allianceName: Ashen Reach
armorPercentage: 100.0
charID: 2112625428
corpLinkData:
- showinfo
- 2
- 98599770
corpName: 'Korvan: "Dreyse" & Sons'
hullPercentage: 100.0
shieldPercentage: 94.98224673480567
solarsystemID: 30002780
structureID: &id001 1039189968644
structureShowInfoData:
- showinfo
- 35832
- *id001
structureTypeID: 35832
`;

test("an attack is read as EVE writes it, with anchors, lists and a quoted name", () => {
  expect(read("StructureUnderAttack", UNDER_ATTACK)).toEqual({
    id: 1,
    kind: "StructureUnderAttack",
    group: "attack",
    sentAt,
    fields: {
      structureId: 1_039_189_968_644,
      typeId: 35_832,
      systemId: 30_002_780,
      shield: 94.98224673480567,
      armor: 100,
      hull: 100,
      attackerId: 2_112_625_428,
      attackerName: 'Korvan: "Dreyse" & Sons',
    },
  });
  expect(readText(UNDER_ATTACK).get("structureShowInfoData")).toEqual([
    "showinfo",
    "35832",
    "1039189968644",
  ]);
});

test("times are read as ticks left, Windows file times, days and hours", () => {
  const place = "solarsystemID: 30002780\nstructureID: &id001 1039189968644\n";
  const endOf = (type: string, text: string) => read(type, place + text)?.fields.endsAt;
  const hour = 3_600_000;
  expect(endOf("StructureLostShields", "timeLeft: 958011150532\n")).toBe(sentAt + 95_801_115);
  expect(endOf("SovStructureReinforced", "decloakTime: 134402112000000000\n")).toBe(
    Date.UTC(2026, 10, 27),
  );
  expect(endOf("StructureImpendingAbandonmentAssetsAtRisk", "daysUntilAbandon: 4\n")).toBe(
    sentAt + 96 * hour,
  );
  const war = "againstID: 98000001\ndeclaredByID: 98000002\ndelayHours: 24\n";
  expect(read("WarDeclared", war)?.fields).toEqual({
    declaredById: 98_000_002,
    againstId: 98_000_001,
    endsAt: sentAt + 24 * hour,
  });
  // A time that is far away is a mistake.
  expect(endOf("SovStructureReinforced", "decloakTime: 1\n")).toBeUndefined();
});

test("fuel, customs offices and escaped Cyrillic names are read", () => {
  const fuel =
    "listOfTypesAndQty:\n- - 440\n  - 4051\nsolarsystemID: 30002780\nstructureID: 1039189968644\n";
  expect(read("StructureFuelAlert", fuel)?.fields).toMatchObject({
    quantity: 440,
    quantityTypeId: 4051,
  });
  const office =
    'aggressorID: 2112625428\ncorpName: "\\u041F\\u0435\\u0440\\u0432\\u044B\\u0439\n  \\u0424\\u043B\\u043E\\u0442"\nplanetID: 40175999\nshieldLevel: 0.25\nsolarSystemID: 30002780\ntypeID: 2233\n';
  expect(read("OrbitalAttacked", office)?.fields).toEqual({
    typeId: 2233,
    systemId: 30_002_780,
    planetId: 40_175_999,
    shield: 25,
    attackerId: 2_112_625_428,
    attackerName: "Первый Флот",
  });
});

test("private matters are dropped, and what Muster should know is counted", () => {
  const kinds = ["KillRightEarned", "InsurancePayoutMsg", "CharLeftCorpMsg", "BountyClaimMsg"];
  expect(readAlarms(kinds.map((kind) => notice(kind, UNDER_ATTACK)))).toEqual([]);
  expect(readAlarms([notice("StructureItemsDelivered", UNDER_ATTACK)])).toEqual([]);
  const unknown = { group: "unknown", fields: {} };
  expect(read("SkyhookRaided", "planetID: 1\n")).toMatchObject(unknown);
  expect(read("StructureUnderAttack", "")).toMatchObject(unknown);
  expect(read("StructureUnderAttack", "corpName: {a: 1}\n")).toMatchObject(unknown);
  expect(readAlarms([notice("constructor", UNDER_ATTACK), notice("__proto__", "")])).toEqual([]);
});

/** As PyYAML writes a text of a player: quoted, with its other lines indented. */
const quoted = (text: string) =>
  `'${text.replaceAll("'", "''").replaceAll(/\r\n|[\n\r\u0085\u2028\u2029]/g, "\n\n  ")}'`;
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom(
    "structureID: 666",
    "o7\nstructureID: 666\nsolarsystemID: 1",
    "@everyone **[free ISK](https://evil.example)** <@&1> `code`",
    "it's: 'quoted' \"twice\" \\u0041 &id001 *id001",
    "*id001",
    "- - 440",
    "x".repeat(10_000),
  ),
);

test("what players write changes none of EVE's fields", () => {
  const holds = (corpName: string, allianceName: string) => {
    const text = UNDER_ATTACK.replace(
      /^corpName: .*$/m,
      () => `corpName: ${quoted(corpName)}`,
    ).replace(/^allianceName: .*$/m, () => `allianceName: ${quoted(allianceName)}`);
    const { attackerName = "", ...fields } = read("StructureUnderAttack", text)?.fields ?? {};
    expect(fields).toEqual({
      structureId: 1_039_189_968_644,
      typeId: 35_832,
      systemId: 30_002_780,
      shield: 94.98224673480567,
      armor: 100,
      hull: 100,
      attackerId: 2_112_625_428,
    });
    expect(attackerName.length).toBeLessThanOrEqual(100);
  };
  fc.assert(fc.property(hostile, hostile, holds));
});

test("no text breaks the reader", () => {
  const texts = fc.string({ unit: "binary", maxLength: 2000 });
  fc.assert(
    fc.property(texts, (text) => {
      const [found] = readAlarms([notice("StructureUnderAttack", text)]);
      expect(["attack", "unknown"]).toContain(found?.group);
    }),
  );
});
