import { expect, test } from "vitest";
import type { RoleHolder } from "#shared/discord/roles.ts";
import type { ServerSettings } from "#shared/discord/servers.ts";
import { previewQuery } from "#web/discord-servers/queries.ts";
import { editOf } from "#web/discord-servers/use-settings-draft.ts";
import { roleHoldersCsv, whyText } from "#web/discord-servers/role-holders-card.tsx";

const HOLDER: RoleHolder = {
  discordId: "7",
  name: "mira",
  userId: "u",
  mainCharacterId: 90,
  mainCharacterName: "Mira Tal",
  state: "given",
  groups: [
    { id: "a", name: "Home Defence" },
    { id: "b", name: "Interdictors" },
  ],
  problem: null,
};

test("the reason for a role names the groups, and where Discord differs from them", () => {
  expect(whyText(HOLDER)).toBe("Member of Home Defence, Interdictors.");
  expect(whyText({ ...HOLDER, state: "taken" })).toBe(
    "Member of Home Defence, Interdictors. A person removed the role on Discord.",
  );
  expect(whyText({ ...HOLDER, state: "by_hand", groups: [] })).toBe(
    "A person gave the role on Discord.",
  );
  expect(whyText({ ...HOLDER, state: "impossible", groups: [], problem: "role_gone" })).toBe(
    "A role was deleted on Discord.",
  );
});

test("the list of who has a role is a CSV with a line for each person", () => {
  const lines = roleHoldersCsv([HOLDER, { ...HOLDER, state: "coming", mainCharacterName: null }])
    .trim()
    .split(/\r?\n/);
  expect(lines[0]).toContain("Has the role");
  expect(lines[1]).toContain("yes");
  expect(lines[2]).toContain("no");
});

const SETTINGS: ServerSettings = {
  roles: [{ roleId: "1", groupIds: ["a"] }],
  nickname: null,
  joinGroupId: null,
  drift: "list",
};

test("an edit can be saved after a check, and not after another person's edit of the same server", () => {
  const read = editOf({ settings: SETTINGS, version: 1 });
  const edit = { ...read, settings: { ...SETTINGS, joinGroupId: "a" } };
  const checked = { settings: structuredClone(SETTINGS), version: 2 };
  expect(editOf(checked, edit)).toEqual({ ...edit, version: 2 });
  expect(editOf({ settings: { ...SETTINGS, roles: [] }, version: 2 }, edit)).toEqual(edit);
});

test("what settings would change is asked again after a check", () => {
  const at = "2026-11-20T10:00:00.000Z";
  const server = { id: "7", sweptAt: null, factsAt: at };
  const keys = [
    server,
    { ...server, sweptAt: at },
    { ...server, factsAt: "2026-11-20T11:00:00.000Z" },
  ].map((one) => JSON.stringify(previewQuery(one, SETTINGS).queryKey));
  expect(new Set(keys).size).toBe(3);
});
