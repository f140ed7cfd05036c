import { once } from "#web/lib/once.ts";

/** The code of a group's tabs beside the first: it loads with the page. */
export const panels = {
  requests: once(() => import("#web/groups/requests/requests-panel.tsx")),
  invitations: once(() => import("#web/groups/invitations/invitations-panel.tsx")),
  codes: once(() => import("#web/groups/invitations/codes-panel.tsx")),
  who: once(() => import("./who-can-panel.tsx")),
  activity: once(() => import("./activity-panel.tsx")),
  settings: once(() => import("./settings-panel.tsx")),
};

export type Tab = "members" | keyof typeof panels;
