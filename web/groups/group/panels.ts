import { once } from "#web/lib/once.ts";

/** The code of a group's tabs that are linked from elsewhere: it loads beside the page. */
export const panels = {
  requests: once(() => import("#web/groups/requests/requests-panel.tsx")),
  invitations: once(() => import("#web/groups/invitations/invitations-panel.tsx")),
  codes: once(() => import("#web/groups/invitations/codes-panel.tsx")),
  activity: once(() => import("./activity-panel.tsx")),
};
