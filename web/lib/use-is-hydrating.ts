import { useSyncExternalStore } from "react";

/** Whether React takes over what the build has drawn: that knows no session, no data and no time. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  );
