import { afterEach, expect, test, vi } from "vitest";
import {
  addTranslations,
  currentWords,
  onLanguageChange,
  say,
  speak,
} from "#web/language/messages.ts";

afterEach(() => speak("en", {}));

test("translations that arrive with a part of the code draw nothing again", () => {
  const german = { greeting: "Hallo" };
  speak("de", german);
  const listener = vi.fn<() => void>();
  const stop = onLanguageChange(listener);
  const before = currentWords();
  addTranslations({ parting: "Bis bald" });
  stop();
  expect(say({ id: "parting", message: "See you" })).toBe("Bis bald");
  expect(currentWords()).toBe(before);
  expect(listener).not.toHaveBeenCalled();
  expect(german).toEqual({ greeting: "Hallo" });
});

test("another language draws everything again", () => {
  const before = currentWords();
  const listener = vi.fn<() => void>();
  const stop = onLanguageChange(listener);
  speak("de", {});
  stop();
  expect(currentWords()).not.toBe(before);
  expect(listener).toHaveBeenCalledOnce();
});
