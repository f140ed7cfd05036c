import { useSyncExternalStore } from "react";
import { currentLanguage, onLanguageChange } from "./messages.ts";

/** The language of the moment. The component draws itself anew when it changes. */
export const useLanguage = (): string =>
  useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
