import { useSyncExternalStore } from "react";
import { currentWords, onLanguageChange } from "./messages.ts";

/** What words everything at the moment. The component is drawn again when it changes. */
export const useWords = () => useSyncExternalStore(onLanguageChange, currentWords, currentWords);
