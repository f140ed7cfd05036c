import { useState } from "react";

export type View = "table" | "cards";

const KEY = "muster.screen.charactersView";

/** From this number of characters on, they are a table until the user chooses the cards. */
export const TABLE_FROM = 7;

/** The chosen view of the characters, remembered in this browser. */
export function useView(count: number) {
  const [view, setView] = useState(readView);
  const choose = (chosen: View) => {
    setView(chosen);
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // Storage may be forbidden: then the choice lasts until reload.
    }
  };
  return { view: count < TABLE_FROM ? "cards" : view, choose };
}

function readView(): View {
  try {
    return localStorage.getItem(KEY) === "cards" ? "cards" : "table";
  } catch {
    return "table";
  }
}
