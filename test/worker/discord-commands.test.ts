import * as z from "zod/mini";
import { afterEach, expect, test, vi } from "vitest";
import { buildInvitation } from "#test/support/people/group-builders.ts";
import { openFrontDoor } from "#test/support/discord/front-door.ts";
import type { FrontDoor } from "#test/support/discord/front-door.ts";
import { linkAccount } from "#test/support/discord/server-builders.ts";
import type { D1PreparedStatement } from "@cloudflare/workers-types";
import { override } from "#test/support/workerd/counting-database.ts";
import { readJson } from "#test/support/answers/read-json.ts";
import { answerIn } from "#test/support/workerd/fetch-in.ts";

afterEach(() => vi.useRealTimers());

const choicesSchema = z.object({
  choices: z.array(z.object({ name: z.string(), value: z.string() })),
});
type Who = { discordId: string };
const PRIVATE = 1 << 6;

function command(door: FrontDoor, who: Who, name: string, options: Record<string, string> = {}) {
  return door.act(who, { kind: "command", name, options });
}

function whoIsThis(door: FrontDoor, who: Who, { discordId: targetId }: Who) {
  return door.act(who, { kind: "command", name: "Who is this?", targetId });
}

async function suggestions(door: FrontDoor, who: Who, name: string, option: string, text: string) {
  const { answer } = await door.act(who, { kind: "autocomplete", name, option, text });
  expect(answer.type).toBe(8);
  return choicesSchema.parse(answer.data).choices;
}

async function hide(door: FrontDoor, visibility: "hidden" | "system") {
  await door.muster.env.DB.prepare(
    "update groups set visibility = ?1, effective_visibility = ?1 where id = ?2",
  )
    .bind(visibility, door.group.id)
    .run();
}

/** The administrator of Muster, with a linked account. */
async function linkAdministrator(door: FrontDoor) {
  const person = await door.discord.createUser();
  await linkAccount(door.muster, door.admin, person);
  await door.discord.servers.addMembers(door.id, [{ userId: person.id, pending: false }]);
  return { ...door.admin, discordId: person.id };
}

test("/access tells what the user has and why, to the user alone", async () => {
  const door = await openFrontDoor({ name: "Capitals Wing" });
  const mira = await door.addPilot();
  const { id } = await door.ask(mira);
  await door.owner.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
  const { answer, text } = await command(door, mira, "access");
  expect(answer.type).toBe(4);
  expect((answer.data?.flags ?? 0) & PRIVATE).toBe(PRIVATE);
  expect(text).toContain(`**Capitals Wing**, approved by ${door.owner.mainCharacterName} since`);
});

test("/groups lists and suggests what the user may join, and shows one group", async () => {
  const door = await openFrontDoor({ name: "Logistics Wing" });
  const mira = await door.addPilot();
  expect((await command(door, mira, "groups")).text).toContain("**Logistics Wing**");
  const [choice] = await suggestions(door, mira, "groups", "group", "logis");
  expect(choice).toEqual({ name: "Logistics Wing", value: door.group.id });
  for (const group of [door.group.id, "logistics wing"]) {
    const { text } = await command(door, mira, "groups", { group });
    expect(text).toContain("**Logistics Wing**");
    expect(text).toContain("2 members");
  }
});

test("/join joins an open group, asks to join a reviewed one, and accepts an invitation", async () => {
  const door = await openFrontDoor();
  const [mira, oskar] = [await door.addPilot(), await door.addPilot()];
  const open = { group: door.scouts.id };
  expect((await command(door, mira, "join", open)).text).toContain("You are now a member of");
  expect((await command(door, mira, "join", open)).text).toContain("already a member");
  const reviewed = { group: door.group.id, reason: "I fly logistics" };
  expect((await command(door, mira, "join", reviewed)).text).toContain("was sent");
  await door.driver.drain();
  expect((await door.messages())[0]?.embeds[0]?.description).toContain("I fly logistics");
  expect((await command(door, mira, "join", reviewed)).text).toContain("already requested");
  await buildInvitation(door.muster, door.group, oskar, door.owner);
  expect((await command(door, oskar, "join", reviewed)).text).toContain("You are now a member of");
});

test("a group that the user may not see is answered like one that does not exist", async () => {
  const door = await openFrontDoor({ name: "Secret Wing" });
  const mira = await door.addPilot();
  for (const visibility of ["hidden", "system"] as const) {
    await hide(door, visibility);
    for (const [name, group] of [
      ["groups", door.group.id],
      ["groups", "Secret Wing"],
      ["join", door.group.id],
      ["groups", "nothing"],
    ] as const) {
      expect((await command(door, mira, name, { group })).text).toBe("Group not found");
    }
    expect(await suggestions(door, mira, "groups", "group", "Secret")).toEqual([]);
    expect((await command(door, mira, "groups")).text).not.toContain("Secret");
  }
});

test("only system administrators learn whose Discord account it is, and the player reads that they asked", async () => {
  const door = await openFrontDoor();
  const admin = await linkAdministrator(door);
  const mira = await door.addPilot({ name: "Mira Tall" });
  const { id: stranger } = await door.discord.createUser();
  const refusal = "Muster tells only system administrators whose Discord account this is.";
  for (const target of [mira, { discordId: stranger }]) {
    for (const asker of [door.owner, door.reviewer]) {
      expect((await whoIsThis(door, asker, target)).text).toBe(refusal);
      const user = { user: target.discordId };
      expect((await command(door, asker, "whois", user)).text).toBe(refusal);
    }
  }
  expect((await whoIsThis(door, mira, mira)).text).toContain("**Mira Tall**");
  const views = async () => (await (await mira.api.access.$get()).json()).views;
  expect(await views()).toEqual([]);
  expect((await whoIsThis(door, admin, mira)).text).toContain("**Mira Tall**");
  expect(await views()).toHaveLength(1);
  expect((await whoIsThis(door, admin, { discordId: stranger })).text).toContain("is not linked");
});

test("a user who asks about themselves does not learn of a system group in which they are", async () => {
  const door = await openFrontDoor({ name: "Secret Wing" });
  const mira = await door.addPilot();
  const { id } = await door.ask(mira);
  await door.owner.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
  const user = { user: mira.discordId };
  const answers = async () => [
    (await whoIsThis(door, mira, mira)).text,
    (await command(door, mira, "whois", user)).text,
  ];
  for (const text of await answers()) expect(text).toContain("Secret Wing");
  await hide(door, "system");
  for (const text of await answers()) expect(text).toContain("No groups");
  const admin = await linkAdministrator(door);
  expect((await whoIsThis(door, admin, mira)).text).toContain("Secret Wing");
});

test("/whois finds mains by name, as the search of the pages does, and no alts", async () => {
  const door = await openFrontDoor();
  const name = `Zanara ${door.id}`;
  await door.addPilot({ name });
  const mira = await door.addPilot();
  const [choice] = await suggestions(door, mira, "whois", "pilot", name.slice(0, 12));
  expect(choice?.name).toBe(name);
  for (const pilot of [choice?.value ?? "", name.toLowerCase()]) {
    expect((await command(door, mira, "whois", { pilot })).text).toContain(`**${name}**`);
  }
  expect((await command(door, mira, "whois", { pilot: "Nobody At All" })).text).toBe(
    "No main character named Nobody At All.",
  );
});

/** Who asks, and what each command answers: the rights are those of the pages. */
const COMMANDS = ["access", "groups", "join", "whois"] as const;
const BLOCKED: Record<string, (door: FrontDoor) => Promise<{ who: Who; says: string }>> = {
  async unlinked(door) {
    const { id: discordId } = await door.discord.createUser();
    return { who: { discordId }, says: "not linked to Muster yet" };
  },
  async suspended(door) {
    const mira = await door.addPilot();
    await door.muster.env.DB.prepare("update users set suspended_until = ? where id = ?")
      .bind(Date.now() + 1_000_000, mira.userId)
      .run();
    return { who: mira, says: "You cannot use Muster now." };
  },
  async locked(door) {
    const mira = await door.addPilot();
    await door.muster.env.DB.prepare("update users set main_character_id = null where id = ?")
      .bind(mira.userId)
      .run();
    return { who: mira, says: "You cannot use Muster now." };
  },
};

for (const [state, prepare] of Object.entries(BLOCKED)) {
  test(`every command of a user who is ${state} is refused in words, and suggests nothing`, async () => {
    const door = await openFrontDoor();
    const { who, says } = await prepare(door);
    for (const name of COMMANDS) {
      const options = name === "access" ? {} : { group: door.group.id, user: door.owner.discordId };
      const { answer, text } = await command(door, who, name, options);
      expect([name, answer.type, text]).toEqual([name, 4, expect.stringContaining(says)]);
      expect((answer.data?.flags ?? 0) & PRIVATE).toBe(PRIVATE);
    }
    expect((await whoIsThis(door, who, door.owner)).text).toContain(says);
    expect(await suggestions(door, who, "groups", "group", "")).toEqual([]);
    expect(await suggestions(door, who, "whois", "pilot", "Pilot")).toEqual([]);
  });
}

test("a guest sees groups open to guests alone, and no pilots", async () => {
  const door = await openFrontDoor({ name: "Members Wing" });
  const guest = await door.addPilot();
  await door.muster.env.DB.prepare("update community set member_group_id = ?1")
    .bind(door.scouts.id)
    .run();
  try {
    expect((await command(door, guest, "groups", { group: door.group.id })).text).toBe(
      "Group not found",
    );
    expect((await command(door, guest, "join", { group: door.group.id })).text).toBe(
      "Group not found",
    );
    expect((await command(door, guest, "whois", { pilot: "Pilot" })).text).toBe(
      "Only members of this community can look up other pilots.",
    );
    expect(await suggestions(door, guest, "whois", "pilot", "Pilot")).toEqual([]);
    expect(await suggestions(door, guest, "groups", "group", "Members")).toEqual([]);
  } finally {
    await door.muster.env.DB.prepare("update community set member_group_id = null").run();
  }
});

test("the self-diagnosis registers the commands on every server, and tells Discord where this Muster is", async () => {
  const door = await openFrontDoor();
  const before = await (await door.admin.api.health.details.$get()).json();
  const line = ({ checks }: typeof before) => checks.find(({ id }) => id === "discord-commands");
  expect(line(before)).toMatchObject({ state: "warning" });
  const done = await (await door.admin.api.admin.discord.commands.$post()).json();
  expect(done.problems).toEqual([]);
  expect((await door.discord.commands(door.id)).map(({ name }) => name)).toEqual([
    "access",
    "groups",
    "join",
    "whois",
    "Who is this?",
  ]);
  await door.driver.advance(61);
  const after = await (await door.admin.api.health.details.$get()).json();
  expect(line(after)).toMatchObject({ state: "ok" });
});

/** Longer than Muster lets Discord wait. */
const SLOW_MS = 2_500;

const pause = () => new Promise((resolve) => setTimeout(resolve, SLOW_MS));

/** A database whose first answer takes long. */
function slowDatabase(real: Env["DB"]): Env["DB"] {
  let isFirst = true;
  return override(real, {
    batch: async (statements: D1PreparedStatement[]) => {
      const isSlow = isFirst;
      isFirst = false;
      if (isSlow) await pause();
      return real.batch(statements);
    },
  });
}

test("an answer that takes longer than two seconds is announced in time, and follows", async () => {
  const door = await openFrontDoor({ name: "Slow Wing" });
  const signed = await door.discord.interaction(
    door.owner.discordId,
    { kind: "command", name: "access" },
    door.id,
  );
  const { response, done } = await answerIn(
    { ...door.muster.env, DB: slowDatabase(door.muster.env.DB) },
    new Request("https://muster.test/api/discord/interactions", {
      method: "POST",
      headers: signed.headers,
      body: signed.body,
    }),
  );
  const announced = await readJson(response, z.looseObject({ type: z.number() }));
  expect(announced).toEqual({ type: 5, data: { flags: 64 } });
  await door.discord.respond(signed.interaction.token, announced);
  expect(await door.discord.replies(signed.interaction.token)).toEqual([]);
  await done();
  const [reply] = await door.discord.replies(signed.interaction.token);
  expect(reply).toMatchObject({ isPrivate: true });
  expect(reply?.content).toContain("**Slow Wing**");
});
