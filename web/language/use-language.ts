import { useSyncExternalStore } from "react";
import { currentLanguage, onLanguageChange } from "./messages.ts";

/** The language of the moment. The component is drawn again when it changes. */
export const useLanguage = (): string =>
  useSyncExternalStore(onLanguageChange, currentLanguage, currentLanguage);
