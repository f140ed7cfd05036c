import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepIntent, takeIntent } from "#web/proof/intent.ts";

const intent = {
  act: "unlinkCharacter",
  input: { characterId: 7, characterName: "Mira Tal" },
} as const;

/** Node has no `sessionStorage`. */
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an act that waits for EVE goes on once", () => {
  keepIntent("mira", intent);
  expect(takeIntent("mira")).toMatchObject(intent);
  expect(takeIntent("mira")).toBeUndefined();
});

test("an act goes on for its own user only, and is forgotten by others", () => {
  keepIntent("mira", intent);
  expect(takeIntent("oskar")).toBeUndefined();
  expect(takeIntent("mira")).toBeUndefined();
});

test("an act goes on for ten minutes", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  keepIntent("mira", intent);
  vi.advanceTimersByTime(10 * 60 * 1000 + 1);
  expect(takeIntent("mira")).toBeUndefined();
});

test("an unknown act, or anything else in the storage, does nothing", () => {
  keepIntent("mira", intent);
  const [[key = "", text = ""] = []] = stored;
  for (const act of ["https://evil.example", "toString", "__proto__"]) {
    stored.set(key, text.replace("unlinkCharacter", act));
    expect(takeIntent("mira")).toBeUndefined();
  }
  stored.set(key, "{");
  expect(takeIntent("mira")).toBeUndefined();
});
