import type { Language } from "#shared/language/languages.ts";
import { bestLanguage } from "#shared/language/languages.ts";
import { makeFormatters } from "#shared/language/messages.ts";
import { chosenLanguage, documentTag } from "./chosen.ts";
import { addTranslations, currentLanguage, speak } from "./messages.ts";
import type { Translations } from "#shared/language/messages.ts";
import type { SharedTranslations } from "./shared-texts.ts";

/** The parts of the code that this page has asked for. The first is what `main.ts` imports. */
const parts = new Set(["main"]);

/** What the build makes of `import()`: the code of a part, when its translations have arrived too. */
export function withTexts<Module>(code: Promise<Module>, part: string): Promise<Module> {
  parts.add(part);
  return Promise.all([code.catch(loadAgain<Module>), translate(part)]).then(([module]) => module);
}

let tries = 0;

/**
 * A browser remembers for as long as the page is open that a module could not be fetched (Chromium since 150), and never asks for its
 * address again: https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-single-module-script. Another address has the same code.
 */
async function loadAgain<Module>(error: unknown): Promise<Module> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
  if (address === undefined || new URL(address).origin !== location.origin) throw error;
  tries += 1;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module that was asked for
  return (await import(/* @vite-ignore */ `${address}?again=${tries}`)) as Module;
}

/** Adds the translations of a part, in the language that is spoken when they arrive. */
async function translate(part: string): Promise<void> {
  const language = currentLanguage();
  const translations = await load(language, part);
  if (language === currentLanguage()) addTranslations(translations);
  else await translate(part);
}

/**
 * Begins in the language of this device, or the first that the browser asks for. Resolves when its translations are here. What is said
 * after the first page comes when that is painted: 25 KB before it cost a slow phone 0.1 s.
 */
export async function startLanguage(painted: Promise<void>): Promise<void> {
  const language = chosenLanguage() ?? bestLanguage(navigator.languages);
  document.documentElement.lang = documentTag(language);
  speak(language);
  // In a task of its own, while the code of the page is on its way.
  setTimeout(() => makeFormatters(language));
  await translate("main");
  if (language !== "en") {
    // Not if another language was asked for since: the account may have its own.
    const translated = painted.then(() => (latest === "" ? translateShared(language) : undefined));
    void translated.then(() => speak());
  }
}

/** Words everything in another language, from the moment when all translations that this page needs are here. */
export async function changeLanguage(language: Language): Promise<void> {
  const shared = translateShared(language);
  const loaded: Translations[] = [];
  // A page may ask for more parts until the last of these has arrived: nothing is waited for between the loop and `speak`.
  do {
    const missing = [...parts].slice(loaded.length);
    loaded.push(...(await Promise.all(missing.map((part) => load(language, part)))));
    await shared;
  } while (loaded.length < parts.size);
  if (language !== latest) return;
  document.documentElement.lang = documentTag(language);
  speak(language, Object.assign({}, ...loaded));
}

/** The language that was asked for last: an earlier one may arrive after it. */
let latest = "";

/** What is said after the first page: its code and its translations come when they are needed. */
async function translateShared(language: Language): Promise<void> {
  latest = language;
  const [translations, { speakAll }] = await Promise.all([
    load<SharedTranslations>(language, "shared"),
    import("./shared-texts.ts"),
  ]);
  if (language === latest) speakAll(translations);
}

/** What was asked for. The same part is imported in several places, and again when a link to it is pointed at. */
const files = new Map<string, Promise<unknown>>();

async function fetchFile(path: string): Promise<unknown> {
  const response = await fetch(path, { signal: AbortSignal.timeout(5000) });
  if (!response.ok) throw new Error(path);
  return response.json();
}

/** Without a file, or after five seconds, its texts are English: a page in the wrong language is better than none. */
async function load<Content = Translations>(
  language: string,
  file: string,
): Promise<Content | Record<string, never>> {
  if (language === "en") return {};
  const path = `${TEXTS_PATH}/${language}/${file}.json`;
  const asked = files.get(path) ?? fetchFile(path);
  files.set(path, asked);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of the same build
    return (await asked) as Content;
  } catch {
    files.delete(path);
    return {};
  }
}
