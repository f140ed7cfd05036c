import { expect, onTestFinished, test } from "vitest";
import { createKeyReader } from "#web/app/palette/keys.ts";
import type { Press } from "#web/app/palette/keys.ts";
import { ADMIN_PLACES, placesOf } from "#web/app/navigation/places.ts";
import { routes } from "#web/app/routes.tsx";
import { speak } from "#web/language/messages.ts";
import { pathsOf } from "#test/e2e/route-paths.ts";
import { administrator, found, pilot } from "./palette-users.ts";

test("the palette finds a page by the start of any of its words, in any order and case", () => {
  expect(found(pilot, "my gr")).toEqual(["My Groups"]);
  expect(found(pilot, "GROUPS my")).toEqual(["My Groups"]);
  expect(found(pilot, "roups")).toEqual([]);
});

test("the palette finds pages and actions by synonyms, after matches of the name", () => {
  expect(found(pilot, "sign out")).toEqual(["Log out"]);
  expect(found(pilot, "home")).toEqual(["Dashboard"]);
  expect(found(pilot, "group")).toEqual(["Groups", "My Groups", "Create Group"]);
});

test("in another language, a page is found by its name there and by its English one", () => {
  speak("zh", { "My Groups": "我的群组", "Log out": "登出" });
  onTestFinished(() => speak("en", {}));
  expect(found(pilot, "群组")).toEqual(["我的群组"]);
  expect(found(pilot, "my gr")).toEqual(["我的群组"]);
  expect(found(pilot, "sign out")).toEqual(["登出"]);
});

test("admin pages are offered to administrators only", () => {
  expect(found(pilot, "").some((text) => text.startsWith("Admin"))).toBe(false);
  expect(found(administrator, "admin corp")).toEqual(["Admin: Corporations"]);
});

test("every admin page of the routes is in the menu, and so in the palette", () => {
  const pages = pathsOf(routes).filter((path) => /^\/admin\/[a-z-]+$/.test(path));
  expect(pages.length).toBeGreaterThan(10);
  const linked = ADMIN_PLACES.flatMap(placesOf).map(({ to }) => to);
  expect(linked.toSorted()).toEqual(pages.toSorted());
});

test("the palette lists every page and action once", () => {
  const texts = found(administrator, "");
  expect(texts).toEqual([...new Set(texts)]);
});

const plain: Press = {
  key: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isTyping: false,
  isInDialog: false,
};
const keyboard = { areSingleKeysOn: true, isAdmin: false };

/** The command of the last key, when the keys are pressed 100 ms apart. */
function press(keys: string, where: Partial<Press> = {}, own: Partial<typeof keyboard> = {}) {
  const read = createKeyReader();
  const answers = keys
    .split("")
    .map((key, index) => read({ ...plain, ...where, key }, { ...keyboard, ...own }, index * 100));
  return answers.at(-1);
}

test("g followed by a letter opens a page; g a is for administrators only", () => {
  expect(press("gd")).toEqual({ do: "go", to: "/dashboard" });
  expect(press("gg")).toEqual({ do: "go", to: "/groups" });
  expect(press("gm")).toEqual({ do: "go", to: "/my-groups" });
  expect(press("gi")).toEqual({ do: "go", to: "/invitations" });
  expect(press("ga")).toBeUndefined();
  expect(press("ga", {}, { isAdmin: true })).toEqual({ do: "go", to: "/admin/overview" });
  expect(press("d")).toBeUndefined();
  expect(press("gxd")).toBeUndefined();
});

test("g expires after a second and a half", () => {
  const read = createKeyReader();
  expect(read({ ...plain, key: "g" }, keyboard, 0)).toBeUndefined();
  expect(read({ ...plain, key: "d" }, keyboard, 1600)).toBeUndefined();
});

test("single-key shortcuts are ignored in fields and dialogs, on repeat, with modifiers and when disabled", () => {
  expect(press("?")).toEqual({ do: "shortcuts" });
  expect(press("/")).toEqual({ do: "search" });
  for (const keys of ["?", "/", "gd"]) {
    expect(press(keys, { isTyping: true })).toBeUndefined();
    expect(press(keys, { isInDialog: true })).toBeUndefined();
    expect(press(keys, { repeat: true })).toBeUndefined();
    expect(press(keys, { altKey: true })).toBeUndefined();
    expect(press(keys, { ctrlKey: true })).toBeUndefined();
    expect(press(keys, {}, { areSingleKeysOn: false })).toBeUndefined();
  }
});

test("Ctrl+K and ⌘K open the palette everywhere, even with single-key shortcuts disabled", () => {
  const off = { areSingleKeysOn: false };
  const opened = { do: "palette", isInDialog: false };
  expect(press("k", { ctrlKey: true, isTyping: true }, off)).toEqual(opened);
  expect(press("K", { metaKey: true })).toEqual(opened);
  expect(press("k")).toBeUndefined();
});
