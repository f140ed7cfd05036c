import { lazyModule } from "#web/lib/lazy-module.ts";

/** The code of each tab but the members. The router preloads the panel named in the URL along with the page. */
export const PANELS = {
  requests: lazyModule(() => import("#web/groups/requests/requests-panel.tsx")),
  invitations: lazyModule(() => import("#web/groups/invitations/invitations-panel.tsx")),
  codes: lazyModule(() => import("#web/groups/codes/codes-panel.tsx")),
  activity: lazyModule(() => import("./activity-panel.tsx")),
};

export function panelAt(tab: string | null) {
  return Object.entries(PANELS).find(([name]) => name === tab)?.[1];
}
