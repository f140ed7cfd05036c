import { expect, test } from "vitest";
import { CLIENT_ID, fakeJwt } from "#test/support/move-in/old-community.ts";
import { readAllianceAuth } from "#worker/ops/move-in/alliance-auth/read.ts";
import { planInWords } from "#worker/ops/move-in/plan-words.ts";
import type { Existing } from "#worker/ops/move-in/plan/community.ts";
import { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import { makePlan } from "#worker/ops/move-in/plan/make-plan.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";

const NOTHING: Existing = {
  holders: new Map(),
  groupNames: new Map(),
  discord: new Map(),
  discordOf: new Map(),
  watched: new Map(),
};
const [VEX, VEX_ALT, ORA, KAEL] = [9001, 9002, 9003, 9004];

const row = (model: string, pk: number, fields: object) => ({ model, pk, fields });
const character = (id: number, name: string) =>
  row("eveonline.evecharacter", id, { character_id: id, character_name: name });
const owned = (id: number, user: string, owner_hash = `owner of ${user}`.replaceAll(" ", "-")) =>
  row("authentication.characterownership", id, { character: id, user: [user], owner_hash });
const token = (pk: number, id: number, user: string, scopes: string[], fields: object = {}) =>
  row("esi.token", pk, {
    user: [user],
    character_id: id,
    character_owner_hash: `owner-of-${user}`,
    refresh_token: `token ${pk}`,
    access_token: fakeJwt({ id, ownerHash: `owner-of-${user}`, scopes }),
    scopes: [],
    ...fields,
  });
const profile = (pk: number, user: string, main_character: number | null, state: number) =>
  row("authentication.userprofile", pk, { user: [user], main_character, state });
const state = (pk: number, name: string, priority: number, fields: object) =>
  row("authentication.state", pk, { name, priority, public: false, ...fields });
const authGroup = (pk: number, fields: object) =>
  row("groupmanagement.authgroup", pk, { internal: false, hidden: false, ...fields });

/** Vex with an alt, Ora, and Kael, whose account is inactive. */
const PEOPLE = [
  row("auth.group", 7, { name: "Logi" }),
  row("auth.group", 8, { name: "Leads" }),
  row("auth.group", 9, { name: "Corp SBLM" }),
  row("auth.user", 3, { username: "Vex", groups: [["Logi"], ["Leads"]] }),
  row("auth.user", 4, { username: "Ora", groups: [["Leads"], ["Corp SBLM"]], is_superuser: true }),
  row("auth.user", 5, { username: "Kael", groups: [], is_active: false }),
  character(VEX, "Vex"),
  character(VEX_ALT, "Vex Two"),
  character(ORA, "Ora"),
  character(KAEL, "Kael"),
  row("eveonline.evecorporationinfo", 1, { corporation_id: 98_000_001 }),
  row("eveonline.eveallianceinfo", 1, { alliance_id: 99_000_001 }),
  state(11, "Member", 100, { member_corporations: [1] }),
  state(12, "Blue", 50, { member_alliances: [1] }),
  state(13, "Friend", 60, { member_characters: [KAEL] }),
  state(14, "Guest", 0, { public: true }),
  profile(1, "Vex", VEX, 11),
  profile(2, "Ora", ORA, 12),
  profile(3, "Kael", KAEL, 13),
  owned(VEX, "Vex"),
  owned(VEX_ALT, "Vex"),
  owned(ORA, "Ora"),
  owned(KAEL, "Kael"),
  token(1, VEX, "Vex", ["publicData"]),
  token(2, VEX, "Vex", ["publicData", "esi-skills.read_skills.v1"]),
  token(3, ORA, "Ora", ["publicData"]),
  authGroup(7, {
    open: false,
    group_leaders: [["Ora"]],
    group_leader_groups: [["Leads"]],
    states: [11],
  }),
  authGroup(8, { hidden: true, open: true }),
  authGroup(9, { internal: true }),
  row("eve_autogroups.autogroupsconfig", 1, { states: [11, 12] }),
  row("eve_autogroups.managedgroup", 1, { group: ["Corp SBLM"], config: 1 }),
  row("eve_autogroups.managedcorpgroup", 1, { corp: 1 }),
];

async function* inOnePiece(rows: object[]): AsyncGenerator<string> {
  yield JSON.stringify(rows);
}

async function plan(rows: object[], existing: Existing = NOTHING) {
  const report: Report = [];
  const grants = grantReader(CLIENT_ID, async (text) => text, report);
  const community = await readAllianceAuth(inOnePiece(rows), grants, report);
  const move = { id: "m", system: "alliance-auth", startedAt: new Date(0) } as const;
  const planned = makePlan(community, { existing, ownerId: "importer", move }, report);
  const group = (name: string) => {
    const found = planned.groups.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no group ${name}.`);
    return found;
  };
  const user = (name: string) => planned.users.find((one) => one.name === name);
  const reasons = report.map(
    ({ outcome, what, name, reason }) => `${outcome} ${what} ${name}: ${reason}`,
  );
  return { planned, group, user, reasons, report };
}

test("states, autogroups and groups for some states become groups with requirements", async () => {
  const { group, user, reasons } = await plan(PEOPLE);
  const [member, blue, friend] = ["Member", "Blue", "Friend"].map((name) =>
    group(`${name} (state)`),
  );
  expect(member?.rule).toEqual({
    enrolment: "automatic",
    listing: "everyone",
    graceDays: 3,
    tree: {
      type: "characters",
      which: "main",
      meet: { type: "corporation", corporationIds: [98_000_001] },
    },
  });
  expect(blue?.rule?.tree).toEqual({
    type: "all",
    of: [
      { type: "characters", which: "main", meet: { type: "alliance", allianceIds: [99_000_001] } },
      { type: "not", of: { type: "member_of", groupIds: [member?.id, friend?.id] } },
    ],
  });
  expect(friend).toMatchObject({ rule: undefined, visibility: "system" });
  expect(reasons).toContainEqual(
    expect.stringMatching(/^changed state Friend: It lists characters/),
  );
  expect([...(friend?.members.keys() ?? [])]).toEqual(["importer", user("Kael")?.id]);
  expect(group("Logi").rule).toMatchObject({
    enrolment: "manual",
    listing: "everyone",
    tree: { type: "member_of", groupIds: [member?.id] },
  });
  expect(group("Corp SBLM")).toMatchObject({
    visibility: "system",
    joinMode: "invitation_only",
    rule: {
      enrolment: "automatic",
      listing: "everyone",
      tree: {
        type: "all",
        of: [
          { type: "characters", meet: { corporationIds: [98_000_001] } },
          { type: "member_of", groupIds: [member?.id, blue?.id] },
        ],
      },
    },
  });
});

test("leaders who are members become admins, also by their group; other leaders are reported", async () => {
  const { group, user, reasons } = await plan(PEOPLE);
  expect(Object.fromEntries(group("Logi").members)).toEqual({
    importer: "owner",
    [user("Vex")?.id ?? ""]: "admin",
  });
  expect(reasons).toContainEqual(expect.stringMatching(/^refused leader Ora: Leads Logi without/));
  expect(group("Leads")).toMatchObject({ visibility: "hidden", joinMode: "open" });
  expect(reasons).toContainEqual(expect.stringMatching(/^note pilot Ora: A superuser/));
});

test("a character keeps the token with the most scopes", async () => {
  const { user, reasons } = await plan(PEOPLE);
  expect(user("Vex")?.characters).toMatchObject([
    { id: VEX, grant: { refreshToken: "token 2" } },
    { id: VEX_ALT, grant: undefined },
  ]);
  expect(user("Kael")).toMatchObject({ isActive: false });
  expect(reasons).toContain(
    `refused token ${VEX}: The character has another token with more scopes.`,
  );
});

test("a character that two users claim belongs to the one that EVE named last", async () => {
  const later = token(9, VEX, "Ora", [], {
    access_token: null,
    scopes: ["publicData"],
    created: "2030-01-01T00:00:00Z",
  });
  const { planned, reasons } = await plan([...PEOPLE, owned(VEX, "Ora"), later]);
  const holders = planned.users.filter(({ characters }) => characters.some(({ id }) => id === VEX));
  expect(holders.map(({ key }) => key)).toEqual(["#4"]);
  expect(reasons).toContain(
    "refused character Vex: The same character is linked to another user too.",
  );
});

test("a sold character is not linked, and another becomes the main", async () => {
  const sold = token(9, VEX, "Vex", ["publicData"], {
    access_token: null,
    character_owner_hash: "buyer",
    scopes: ["publicData"],
    created: "2030-01-01T00:00:00Z",
  });
  const { planned, reasons } = await plan([...PEOPLE, sold]);
  expect(planned.users.find(({ key }) => key === "#3")).toMatchObject({
    mainCharacterId: VEX_ALT,
    name: "Vex Two",
  });
  expect(reasons).toContain(
    "refused character Vex: It was sold: a later token names another owner.",
  );
  expect(reasons).toContainEqual(expect.stringMatching(/^changed pilot Vex: Has no main among/));
});

test("a user whose character has an account in Muster joins it, and a known owner is not replaced", async () => {
  const holders = new Map([
    [VEX, { userId: "vex-here", ownerHash: "owner-of-Vex", isConfirmed: true }],
    [ORA, { userId: "buyer-here", ownerHash: "buyer", isConfirmed: true }],
  ]);
  const { planned, reasons } = await plan(PEOPLE, { ...NOTHING, holders });
  expect(planned.users).toMatchObject([
    { id: "vex-here", isNew: false, characters: [{ id: VEX_ALT }] },
    { name: "Kael", isNew: true },
  ]);
  expect(reasons).toContain("merged pilot Vex: Joins the account in Muster that has Vex.");
  expect(reasons).toContain(
    "refused character Ora: Muster knows another owner of it, who has signed in since.",
  );
  expect(reasons).toContainEqual(expect.stringMatching(/^refused pilot Ora: Has no character/));
});

test("a user joins no account by a character that waits for a confirmation there", async () => {
  const holders = new Map([
    [VEX, { userId: "robbed", ownerHash: "owner-of-Vex", isConfirmed: false }],
  ]);
  const { planned, reasons } = await plan(PEOPLE, { ...NOTHING, holders });
  expect(planned.users.filter(({ id }) => id === "robbed")).toEqual([]);
  expect(planned.users).toContainEqual(
    expect.objectContaining({
      isNew: true,
      mainCharacterId: VEX_ALT,
      characters: [expect.objectContaining({ id: VEX_ALT })],
    }),
  );
  expect(reasons).toContain("refused character Vex: It is linked to another account in Muster.");
});

test("a group of the same name gets another one", async () => {
  const groupNames = new Map([
    ["logi", "other"],
    ["logi (alliance auth)", "another"],
  ]);
  const { group } = await plan(PEOPLE, { ...NOTHING, groupNames });
  expect(group("Logi (Alliance Auth 2)").members.size).toBe(2);
});

test("a Discord account of another user stays with that user", async () => {
  const rows = [
    ...PEOPLE,
    row("discord.discorduser", 3, { uid: "900719925474099312", username: "vex" }),
    row("discord.discorduser", 4, { uid: "900719925474099313", username: "ora" }),
    row("discord.discorduser", 5, { uid: "none", username: "kael" }),
  ];
  const discord = new Map([["900719925474099312", "somebody"]]);
  const { planned, reasons } = await plan(rows, { ...NOTHING, discord });
  expect(planned.discord).toMatchObject([{ discordId: "900719925474099313", username: "ora" }]);
  expect(reasons).toContainEqual(expect.stringMatching(/^refused Discord account vex: This Disc/));
  expect(reasons).toContain("refused Discord account none: It is no Discord id.");
});

test("the plan tells numbers, and a few examples of what changes", async () => {
  const { planned, report } = await plan(PEOPLE);
  const words = planInWords(planned, report, "Mira Tal");
  expect(words).toContain(
    "Pilots       3 new accounts (1 of them suspended), 0 join accounts that Muster has, 0 stay behind",
  );
  expect(words).toContain("Characters   4 are linked, 2 with their tokens; 0 are not");
  expect(words).toContain("Groups       6, of which 4 get requirements; in the new category");
  expect(words).toContain("all owned by Mira Tal, who thereby is a member of each");
  expect(words).toContain("refused leader: 1");
});

const question = (pk: number, fields: object = {}) =>
  row("hrapplications.applicationquestion", pk, { title: `Question ${pk}`, ...fields });
const application = (pk: number, user: string, fields: object = {}) =>
  row("hrapplications.application", pk, { form: 1, user: [user], approved: null, ...fields });
const form = (questions: number[]) =>
  row("hrapplications.applicationform", 1, { corp: 1, questions });
const evenote = (pk: number, eve_catagory: string, eve_id: number, fields: object = {}) =>
  row("blacklist.evenote", pk, {
    eve_id,
    eve_name: `Subject ${eve_id}`,
    eve_catagory,
    blacklisted: true,
    added_by: "Boss",
    reason: "Scams.",
    ...fields,
  });

test("a dump of Alliance Auth tells which applications come, which cannot, and why", async () => {
  const numbers = Array.from({ length: 25 }, (_, index) => index + 1);
  const { planned, group, reasons, report } = await plan([
    ...PEOPLE,
    ...numbers.map((pk) => question(pk)),
    form(numbers.toReversed()),
    application(1, "Vex", { reviewer: ["Ora"], created: "2026-10-01T10:00:00Z" }),
    application(2, "Ora", { approved: true }),
    application(3, "Gone"),
    row("hrapplications.applicationresponse", 1, { application: 1, question: 25, answer: "Yes" }),
    row("hrapplications.applicationresponse", 2, { application: 1, question: 1, answer: "No" }),
    row("hrapplications.applicationcomment", 1, { application: 1, user: ["Ora"], text: "Fine." }),
    row("hrapplications.applicationcomment", 2, { application: 1, user: ["Gone"], text: "Bad." }),
  ]);
  const { form: asked, requests, joinMode, visibility } = group("Applications");
  expect({ joinMode, visibility }).toEqual({ joinMode: "approval", visibility: "public" });
  expect(asked).toMatchObject({ sections: [], questions: { length: 20, 0: { id: "q25" } } });
  expect(requests).toMatchObject([
    {
      inTalks: true,
      createdAt: new Date("2026-10-01T10:00:00Z"),
      answers: { q25: "Yes" },
      notes: [{ text: "Fine." }],
    },
  ]);
  expect(
    reasons.filter((reason) => /application |answer |note \S+:|form |request /.test(reason)),
  ).toEqual([
    "changed application Vex: It is in talks with Ora. Choose who reviews in the form of the group.",
    "refused application Ora: It was approved. Only applications that wait move.",
    "changed form Applications: 5 of its 25 questions are left out: a form in Muster has at most 20 questions and 16 KB.",
    "refused note Vex: Its author does not move.",
    "changed answer Vex: Applications: 1 of its answers belong to questions that the form does not ask.",
    "refused request =Gone: Applications: the user is not in the export.",
  ]);
  expect(planInWords(planned, report, "Mira Tal")).toContain(
    "Requests     1, of which 1 answer the forms of 1 groups; 1 notes about them. Nothing of a sheet is shared",
  );
});

test("questions that fill more than a form holds are left out, and so are answers", async () => {
  const long = "\u{1F680}".repeat(250);
  const numbers = Array.from({ length: 18 }, (_, index) => index + 1);
  const { group, reasons } = await plan([
    ...PEOPLE,
    ...numbers.map((pk) => question(pk, { title: long })),
    form(numbers),
    application(1, "Vex"),
    ...numbers.map((pk) =>
      row("hrapplications.applicationresponse", pk, {
        application: 1,
        question: pk,
        answer: "\u{1F680}".repeat(1200),
      }),
    ),
  ]);
  const { form: asked, requests } = group("Applications");
  expect(asked?.questions).toHaveLength(15);
  expect(Object.keys(requests[0]?.answers ?? {})).toHaveLength(4);
  expect(reasons.filter((reason) => reason.includes("left out: all have 16 KB"))).toHaveLength(11);
  expect(reasons.filter((reason) => reason.includes("is cut after 1000 letters"))).toHaveLength(15);
});

test("a dump tells by name who of its pilots is on the blacklist, what is merged, and what is restricted", async () => {
  const { planned, reasons, report } = await plan(
    [
      ...PEOPLE,
      evenote(1, "character", VEX_ALT),
      evenote(2, "character", VEX_ALT, { blacklisted: false, reason: "Late." }),
      evenote(3, "alliance", 99_000_009, { restricted: true, blacklisted: false }),
      evenote(4, "faction", 500_001),
      evenote(5, "corporation", 98_000_009),
      evenote(6, "character", KAEL, { eve_name: " " }),
      row("blacklist.evenotecomment", 1, { eve_note: 1, added_by: "Ora", comment: "Again." }),
    ],
    { ...NOTHING, watched: new Map([["corporation 98000009", "there"]]) },
  );
  const days180 = new Date(180 * 86_400_000);
  expect(planned.watched).toMatchObject([
    {
      eveId: VEX_ALT,
      level: "refuse",
      reason: "Scams.\n(Boss)\nAgain. (Ora)\nLate.\n(Boss)",
      until: days180,
    },
    { subject: "alliance", level: "watch", until: days180 },
  ]);
  expect(reasons.filter((reason) => reason.includes("watchlist"))).toEqual([
    "note watchlist Subject 99000009: Restricted: in Muster, everybody who keeps the watchlist reads all of it.",
    "refused watchlist Subject 500001: It is about a faction, which Muster does not watch.",
    "merged watchlist Subject 98000009: The watchlist has it already, and keeps its own reason.",
    "refused watchlist  : Name is required",
    "note hit of the watchlist Vex: Is on the watchlist as Vex Two, which refuses this pilot.",
  ]);
  expect(planInWords(planned, report, "Mira Tal")).toContain(
    "Watchlist    2 entries, of which 1 refuse; 1 of these pilots are on it",
  );
});

test("hrapps, which succeeds hrapplications, is read beside it, and their keys do not mix", async () => {
  const { planned } = await plan([
    ...PEOPLE,
    question(1),
    form([1]),
    application(1, "Vex"),
    row("hrapps.applicationquestion", 1, { title: "Another", multi_select: true }),
    row("hrapps.applicationchoice", 1, { question: 1, choice_text: "Roams" }),
    row("hrapps.applicationchoice", 2, { question: 1, choice_text: "Mining" }),
    row("hrapps.applicationform", 1, { corp: 1, questions: [1], filters: [] }),
    row("hrapps.application", 1, { form: 1, user: ["Ora"], approved: null }),
    row("hrapps.applicationresponse", 1, { question: 1, application: 1, answer: "Roams\nMining" }),
  ]);
  const forms = planned.groups.filter((one) => one.form !== null);
  expect(
    forms.map((one) => [one.form?.questions[0]?.text, one.requests.map(({ answers }) => answers)]),
  ).toEqual([
    ["Question 1", [{}]],
    ["Another", [{ q1: ["Roams", "Mining"] }]],
  ]);
});

test("operations, timers and participation move to a group of everybody but guests, and what is a year old stays behind", async () => {
  const fleet = (pk: number, fatdatetime: string) =>
    row("fleetactivitytracking.fatlink", pk, {
      fatdatetime,
      duration: 90,
      fleet: `Fleet ${pk}`,
      creator: ["Ora"],
    });
  const fat = (pk: number, character: number, fatlink: number) =>
    row("fleetactivitytracking.fat", pk, { character, fatlink, system: "Jita", shiptype: "Ferox" });
  const { planned, group, user, reasons } = await plan([
    ...PEOPLE,
    row("optimer.optimer", 1, {
      doctrine: "Shield Ferox",
      system: "Okkamon",
      start: "1970-01-03T19:00:00Z",
      duration: "2h",
      operation_name: "Roam",
      fc: "Vex",
    }),
    row("optimer.optimer", 2, { operation_name: "Someday", start: null }),
    row("timerboard.timer", 1, {
      system: "Jita",
      structure: "Astrahus",
      objective: "Hostile",
      eve_time: "1970-01-02T12:00:00Z",
      corp_timer: false,
    }),
    row("timerboard.timer", 2, { eve_time: "1970-01-02T12:00:00Z", corp_timer: true }),
    fleet(1, "1969-12-20T19:00:00Z"),
    fleet(2, "1968-12-20T19:00:00Z"),
    fat(1, VEX, 1),
    fat(2, VEX_ALT, 1),
    fat(3, ORA, 1),
    fat(4, VEX, 2),
  ]);
  const { id, visibility, members } = group("Operations");
  expect(visibility).toBe("hidden");
  expect([...members.keys()]).toEqual([
    "importer",
    ...["Vex", "Ora", "Kael"].map((name) => user(name)?.id),
  ]);
  expect(
    planned.operations.map(({ groupId, kind, title, place, startsAt, endsAt, took }) => [
      groupId === id,
      kind,
      title,
      place,
      (endsAt.getTime() - startsAt.getTime()) / 60_000,
      took,
    ]),
  ).toEqual([
    [true, "fleet", "Roam", "Okkamon", 120, []],
    [true, "timer", "Jita Astrahus Hostile", "Jita", 15, []],
    [true, "fleet", "Fleet 1", "", 90, [user("Vex")?.id, user("Ora")?.id]],
  ]);
  expect(planned.operations[0]?.text).toBe("FC: Vex\n2h");
  expect(reasons).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^refused operation Someday: It has no time/),
      expect.stringMatching(/^refused timer : It is for one corporation alone/),
      expect.stringMatching(/^refused operation Fleet 2: It is older than 366 days/),
    ]),
  );
});
