import { expect, test } from "vitest";
import type { RoleHolder } from "#shared/discord/roles.ts";
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
