import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { compile } from "#web/language/build/compile.ts";
import {
  addTranslations,
  currentWords,
  onLanguageChange,
  say,
  speak,
} from "#web/language/messages.ts";
import { Trans } from "#web/language/trans.tsx";

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

test("a name that looks like an element of the text is a name", () => {
  const message = compile("<0>{name}</0> left");
  const props = {
    id: "left",
    message,
    values: { name: "<0>" },
    components: { 0: createElement("b") },
  };
  expect(renderToString(createElement(Trans, props))).toBe("<b>&lt;0&gt;</b> left");
});
