import { expect, test } from "vitest";
import type { UndoChange, UndoRemainder } from "#shared/pilots/undo.ts";
import { textOf } from "#web/lib/sentence.ts";
import { lastHours, ownSpan, toFields } from "#web/undo/undo-page.tsx";
import { staysText, stepText, wayOn } from "#web/undo/words.ts";

const said = (change: UndoChange) =>
  textOf(
    stepText({
      groupId: "g",
      groupName: "Logistics",
      person: change.kind === "setting" ? null : { userId: "u", name: "Mira Lark" },
      change,
    }),
  );

test("each step names what it does", () => {
  const endsAt = "2026-12-03T10:00:00.000Z";
  expect(said({ kind: "add", role: "admin", endsAt })).toBe(
    "Adds Mira Lark again as an admin, until Dec 3, 2026",
  );
  expect(said({ kind: "add", role: "member", endsAt: null })).toBe("Adds Mira Lark again");
  expect(said({ kind: "remove" })).toBe("Removes Mira Lark");
  expect(said({ kind: "role", role: "admin" })).toBe("Makes Mira Lark an admin again");
  expect(said({ kind: "end", endsAt })).toBe(
    "Sets the end of the membership of Mira Lark back to Dec 3, 2026",
  );
  expect(said({ kind: "setting", field: "visibility", from: "hidden", to: "public" })).toBe(
    "Visibility: Hidden → Public",
  );
  expect(said({ kind: "setting", field: "membershipDays", from: "5", to: null })).toBe(
    "Days of a membership: 5 → none",
  );
  expect(said({ kind: "setting", field: "description", from: "o7", to: null })).toBe(
    "Description: the former one again",
  );
});

test("what stays says why, and where to undo it by hand", () => {
  const event: UndoRemainder["event"] = {
    log: "corporations",
    id: "e",
    kind: "corporation_added",
    corporationId: 1,
    corporationName: "Sable Meridian",
    createdAt: "2026-11-23T10:00:00.000Z",
    actor: null,
    character: null,
    detail: {},
    requestId: "r",
  };
  const stays = (because: UndoRemainder["because"], name: string | null = null) =>
    textOf(staysText({ event, count: 1, because, changed: { name, at: null } }));
  expect(stays("changed", "Oskar Venn")).toBe("Changed since by Oskar Venn");
  expect(stays("changed")).toBe("Changed since");
  expect(stays("unmet")).toBe("The player does not meet the requirements");
  expect(stays("by_hand")).toBe("Undo it under Corporations");
  const changed = { name: null, at: null };
  expect(wayOn({ event, count: 1, because: "by_hand", changed })).toBe("/admin/corporations/1");
  expect(wayOn({ event, count: 1, because: "changed", changed })).toBeNull();
});

test("what stays leads to the very thing that it was about", () => {
  const common = {
    id: "e",
    createdAt: "2026-11-23T10:00:00.000Z",
    actor: null,
    subject: null,
    detail: {},
    requestId: "r",
  };
  const group = { groupId: "g", groupName: "Wing", categoryId: null, categoryName: null };
  const application = { applicationId: "a", applicationName: "Wiki" };
  const server = { serverId: "s", serverName: "Harbour" };
  const events: [event: UndoRemainder["event"], to: string | null][] = [
    [
      { log: "applications", kind: "api_token_created", ...common, ...application },
      "/admin/applications/a",
    ],
    [
      { log: "applications", kind: "application_removed", ...common, ...application },
      "/admin/applications",
    ],
    [{ log: "discord", kind: "server_updated", ...common, ...server }, "/admin/discord/s"],
    [{ log: "discord", kind: "server_removed", ...common, ...server }, "/admin/discord"],
    [
      { log: "groups", kind: "invitation_sent", ...common, ...group },
      "/admin/groups/g?tab=invitations",
    ],
    [{ log: "groups", kind: "group_updated", ...common, ...group }, "/admin/groups/g?tab=settings"],
    [{ log: "groups", kind: "code_created", ...common, ...group }, "/admin/groups/g?tab=codes"],
    [{ log: "groups", kind: "category_updated", ...common, ...group }, "/admin/categories"],
    [{ log: "groups", kind: "group_deleted", ...common, ...group }, null],
    [
      { log: "groups", kind: "removals_held", ...common, ...group, detail: { heldId: "h" } },
      "/admin/held/h",
    ],
  ];
  const changed = { name: null, at: null };
  const ways = events.map(([event]) => wayOn({ event, count: 1, because: "by_hand", changed }));
  expect(ways).toEqual(events.map(([, to]) => to));
});

test("a span is in EVE's time, and its fields show the whole minutes in which it lies", () => {
  expect(lastHours(24, Date.parse("2026-11-23T10:00:30Z"))).toEqual({
    from: "2026-11-22T10:00:30.000Z",
    to: "2026-11-23T10:00:30.000Z",
  });
  const own = ownSpan("2026-11-23T09:00", "2026-11-23T10:00");
  expect(own).toEqual({ from: "2026-11-23T09:00:00.000Z", to: "2026-11-23T10:00:00.000Z" });
  expect(ownSpan("2026-11-23T09:00", "")).toBeUndefined();
  expect(toFields({ from: "2026-11-23T09:00:30.000Z", to: "2026-11-23T10:00:30.000Z" })).toEqual([
    "2026-11-23T09:00",
    "2026-11-23T10:01",
  ]);
});
