import { open } from "./room.ts";
import type { Room } from "./room.ts";

const webLib: Record<string, Room> = {
  "web/lib": open(),
  "web/lib/time": open("web/lib"),
  "web/lib/api": open("worker/app.ts", "web/lib", "web/lib/time"),
  "web/lib/form": open("web/lib/api"),
};
const lib = Object.keys(webLib);

export const webLeaves: Record<string, Room> = {
  ...webLib,
  "web/lib/waiting.ts": open("web/lib/api"),
  "web/eve": open(...lib),
  "web/eve/skills": open(...lib),
  "web/ui": open(...lib),
  "web/ui/feedback": open(...lib, "web/ui"),
  "web/ui/form": open(...lib, "web/ui"),
  "web/ui/dialog": open(...lib, "web/ui", "web/ui/feedback", "web/ui/form"),
  "web/ui/menu": open(...lib, "web/ui"),
  "web/ui/page": open(...lib, "web/ui"),
  "web/ui/table": open(...lib, "web/ui"),
  "web/eve/director-access": open(...lib, "web/ui", "web/ui/dialog", "web/ui/feedback"),
  "web/eve/suspension": open(...lib, "web/ui", "web/ui/dialog", "web/ui/feedback", "web/ui/form"),
  "web/brand": open(...lib, "web/eve", "web/ui/page"),
  "web/requirements-text": open(...lib, "web/eve/scopes.ts"),
  "web/events": open(...lib, "web/ui", "web/requirements-text"),
  "web/repairs": open(...lib, "web/ui", "web/ui/feedback", "web/requirements-text"),
  "web/memberships": open(...lib),
  "web/proof": open(...lib, "web/ui/feedback"),
};
export const parts = Object.keys(webLeaves);

/** Features never import each other: `web/app` puts them together. */
export const webFeatures: Record<string, Room> = {
  "web/access": open(...parts),
  "web/account": open(...parts),
  "web/activity": open(...parts),
  "web/dashboard/queries.ts": open(...parts),
  "web/dashboard/account": open(...parts, "web/dashboard/queries.ts"),
  "web/dashboard/characters": open(...parts, "web/dashboard/queries.ts"),
  "web/dashboard": open(
    ...parts,
    "web/dashboard/queries.ts",
    "web/dashboard/account",
    "web/dashboard/characters",
  ),
  "web/discord": open(...parts),
  "web/held": open(...parts),
  "web/people": open(...parts),
  "web/setup": open(...parts),
  "web/sign-in": open(...parts),

  "web/characters/character": open(...parts),
  "web/characters/skills": open(...parts, "web/characters/character"),
  "web/characters": open(...parts, "web/characters/character", "web/characters/skills"),

  "web/corporations/corporation": open(...parts),
  "web/corporations/data": open(...parts, "web/corporations/corporation"),
  "web/corporations/directors": open(...parts, "web/corporations/corporation"),
  "web/corporations": open(
    ...parts,
    "web/corporations/corporation",
    "web/corporations/data",
    "web/corporations/directors",
  ),

  "web/groups/categories": open(...parts),
  "web/groups/group": open(...parts, "web/groups/categories"),
  "web/groups/codes": open(...parts, "web/groups/group"),
  "web/groups/invitations": open(...parts, "web/groups/categories", "web/groups/group"),
  "web/groups/members/problems": open(...parts),
  "web/groups/members": open(...parts, "web/groups/group", "web/groups/members/problems"),
  "web/groups/requests": open(...parts, "web/groups/group"),
  "web/groups/requirements-card": open(...parts, "web/groups/group"),
  "web/groups/requirements/rule": open(...parts),
  "web/groups/requirements/preview": open(...parts, "web/groups/group"),
  "web/groups/requirements/conditions": open(
    ...parts,
    "web/groups/group",
    "web/groups/requirements/rule",
  ),
  "web/groups/requirements/rows": open(
    ...parts,
    "web/groups/requirements/conditions",
    "web/groups/requirements/rule",
  ),
  "web/groups/requirements": open(
    ...parts,
    "web/groups/group",
    "web/groups/requirements-card",
    "web/groups/requirements/conditions",
    "web/groups/requirements/preview",
    "web/groups/requirements/rows",
    "web/groups/requirements/rule",
  ),
  "web/groups/community": open(...parts, "web/groups/requirements/conditions"),
  "web/groups/list": open(
    ...parts,
    "web/groups/categories",
    "web/groups/group",
    "web/groups/members",
  ),
  "web/groups": open(
    ...parts,
    "web/groups/categories",
    "web/groups/codes",
    "web/groups/group",
    "web/groups/invitations",
    "web/groups/list",
    "web/groups/members",
    "web/groups/requests",
    "web/groups/requirements-card",
    "web/groups/requirements",
  ),
  "web/groups/admin": open(
    ...parts,
    "web/groups",
    "web/groups/codes",
    "web/groups/group",
    "web/groups/invitations",
    "web/groups/list",
    "web/groups/members",
    "web/groups/requests",
  ),
};
