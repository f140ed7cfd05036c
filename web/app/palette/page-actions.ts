import type { Entry } from "./entries.ts";

/** Buttons, and links that look like buttons. */
const ACTIONS = "main :is(button, a.control)";
/** Labels of rows can be long; a longer text is not the label of an action. */
const MAX_LABEL = 120;

/** What can be done on the page behind the palette: its buttons, each label once. */
export function pageActions(): Entry[] {
  const entries = new Map<string, Entry>();
  for (const element of document.querySelectorAll<HTMLElement>(ACTIONS)) {
    const text = (element.ariaLabel ?? element.textContent).replaceAll(/\s+/g, " ").trim();
    const isUsable = element.ariaDisabled !== "true" && element.checkVisibility();
    if (text === "" || text.length > MAX_LABEL || !isUsable || entries.has(text)) continue;
    entries.set(text, { key: `page ${text}`, text, icon: "chevron", press: element });
  }
  return [...entries.values()];
}
