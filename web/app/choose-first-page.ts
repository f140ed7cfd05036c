import { bestLanguage } from "#shared/language/languages.ts";
import { chosenLanguage, documentTag } from "#web/language/chosen.ts";
import { readSessionEnd, readSessionToken } from "#web/lib/api/session-token.ts";

/** A page that is not painted by then is in a tab that was left. */
const LATEST_START_MS = 1000;

/**
 * Stands in a document that the build has drawn (`web/build/first-pages.ts`), after its markup in all languages, and shows the one that
 * this visitor reads. For a visitor who has or had a session, or was sent here by another page, React draws the page.
 */
const root = document.querySelector("#root");
const language = chosenLanguage() ?? bestLanguage(navigator.languages);
const template = document.querySelector<HTMLTemplateElement>(`template[lang="${language}"]`);
const state: { usr?: unknown } | null = history.state;
const isNewHere = readSessionToken() === null && readSessionEnd() === null && state?.usr == null;
const isDrawn = isNewHere && (template !== null || language === "en");
if (!isDrawn) root?.replaceChildren();
else if (template) root?.replaceChildren(template.content);
const letters = document.querySelector<HTMLTemplateElement>(`template[data-letters="${language}"]`);
if (isDrawn && letters) document.head.append(letters.content);
// A click before React has taken over is repeated then (`mount.tsx`).
document.addEventListener(
  "click",
  ({ target }) => {
    if (!(target instanceof Element) || root?.hasAttribute("data-live")) return;
    target.closest("button")?.setAttribute("data-clicked", "");
  },
  { capture: true },
);
document.documentElement.lang = documentTag(language);
document.documentElement.hidden = false;

// Code that arrives before the first paint is work before it, on a slow phone half a second. A tab in the background paints nothing.
if (isDrawn && !document.hidden) {
  requestAnimationFrame(() => setTimeout(loadCode));
  setTimeout(loadCode, LATEST_START_MS);
} else {
  loadCode();
}

function loadCode() {
  const code = document.querySelector<HTMLTemplateElement>("#code");
  if (code) document.head.append(code.content);
}
