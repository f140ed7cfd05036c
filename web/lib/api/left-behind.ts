const ALL = "muster.";
/** How this device likes its screens, whoever uses it. */
const OF_THE_SCREEN = "muster.screen.";

/**
 * Removes what this browser keeps of the person who logs out: drafts, recent pilots, decisions. A session that expires leaves
 * them, because the same person comes back.
 */
export function forgetPerson(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(ALL) && !key.startsWith(OF_THE_SCREEN)) storage.removeItem(key);
      }
    }
  } catch {
    // Storage is blocked: nothing was kept.
  }
}
