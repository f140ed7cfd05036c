import { openScenes } from "#test/support/people/access-scenes.ts";
import type { Community } from "#test/support/workerd/harness.ts";
import { ROLES } from "#test/worker/access-row.ts";
import { ACCESS } from "#test/worker/access-table.ts";
import { adminOf, administratorOf, createApplication, createToken } from "./arrangements.ts";
import { READS } from "./calls.ts";
import { CAST } from "./cast.ts";
import { headersOf } from "./measure.ts";

/** A read that is ready to be sent: the path on the server, and the headers of the caller. */
export type PreparedRead = { name: string; path: string; headers: Record<string, string> };

/** Why a route is not measured here. A route that needs no reason is measured. */
const NOT_MEASURED: Record<string, string> = {
  "GET /api/auth/callback": "needs an answer of EVE for each request",
  "GET /api/corporations/lookup": "asks EVE",
  "GET /api/health/details": "asks EVE and Discord",
  "GET /api/admin/discord": "asks Discord",
  "GET /api/admin/log/discord-channels": "asks Discord",
  "GET /api/corporations/:id/discord-channels": "asks Discord",
  "GET /api/corporations/:id/alarms/choices": "asks Discord",
  "GET /api/watchlist/discord-channels": "asks Discord",
  "GET /api/requirements/search": "asks EVE for names that begin so",
  "GET /api/account/export": "may be repeated a few times a day",
  "GET /api/account/merges/:id": "needs a second account that was proven",
  "GET /api/v1/operations/:id": "one of the list, which is measured",
  "GET /oauth/authorize": "redirects; bench:cpu measures it",
  "GET /oauth/logout": "redirects",
  "GET /oauth/userinfo": "needs a sign-in at an application; bench:cpu measures it",
};

/** The routes for applications, with what stands for `:id`. */
const OF_APPLICATIONS: Record<string, string> = {
  "/v1/token": "/api/v1/token",
  "/v1/pilots": "/api/v1/pilots?name=Kestrel",
  "/v1/pilots/:id": `/api/v1/pilots/${CAST.pilot.userId}`,
  "/v1/pilots/:id/groups": `/api/v1/pilots/${CAST.pilot.userId}/groups`,
  "/v1/characters/:id/pilot": `/api/v1/characters/${CAST.pilot.mainId}/pilot`,
  "/v1/groups": "/api/v1/groups",
  "/v1/groups/:id/members": "/api/v1/groups/g0/members",
  "/v1/facts": "/api/v1/facts",
  "/v1/operations": "/api/v1/operations",
  "/v1/corporations": "/api/v1/corporations",
  "/v1/corporations/:id/roster": "/api/v1/corporations/98000001/roster",
};

/** The request of the caller: in the scenes of the access table, another pilot has asked. */
const OF_THE_ASKER = "/groups/join-requests/:id/own";

/** The link of a calendar is its own sign-in. */
const CALENDAR = "/calendar.ics";

/** The route of a read of calls.ts, whose name may say more in parentheses. */
const routeOf = (name: string) => `GET /api${name.split(" ")[0]}`;

/** The routes that are not called in a scene of the access table. */
const known = new Set([...READS.map(({ name }) => routeOf(name)), ...Object.keys(NOT_MEASURED)]);

const nameOf = (route: string) => route.replace("GET /api", "");
const isByItself = (name: string) => name === OF_THE_ASKER || name === CALENDAR;

/** Read routes that no role may call, and of which this file says neither how to call them nor why they are not measured. */
export function unknownReads(): string[] {
  return Object.entries(ACCESS).flatMap(([route, { statuses }]) => {
    const name = nameOf(route);
    const isKnown = known.has(route) || name in OF_APPLICATIONS || isByItself(name);
    return !route.startsWith("GET ") || isKnown || statuses.includes(200) ? [] : [route];
  });
}

/**
 * Every read route: those of calls.ts, and each other one of the access table in a scene of its own, as the first role that may
 * call it.
 */
export async function prepareReads(muster: Community, prefixes = ""): Promise<PreparedRead[]> {
  const isChosen = (name: string) => prefixes.split(",").some((prefix) => name.startsWith(prefix));
  const own = READS.map(({ name, path, as }) => ({
    name,
    path: `/api${path}`,
    headers: headersOf(as),
  }));
  const scenes = await openScenes(muster, administratorOf(muster));
  const redirectUri = "https://wiki.example.com/callback";
  const { id } = await createApplication(muster, { name: "Wiki", redirectUri, groupIds: ["g0"] });
  const token = await createToken(muster, id);
  const reads: PreparedRead[] = own.filter(({ name }) => isChosen(name));
  for (const [route, row] of Object.entries(ACCESS)) {
    const name = nameOf(route);
    if (!route.startsWith("GET ") || known.has(route)) continue;
    const role = ROLES[row.statuses.indexOf(200)];
    const asApplication = OF_APPLICATIONS[name];
    if (!isChosen(name)) continue;
    if (asApplication !== undefined) {
      reads.push({ name, path: asApplication, headers: { authorization: `Bearer ${token}` } });
      continue;
    }
    if (name === CALENDAR) {
      const made = await adminOf(muster).operations.calendar.$post();
      const { pathname, search } = new URL((await made.json()).secret);
      reads.push({ name, path: pathname + search, headers: {} });
      continue;
    }
    if (role === undefined) {
      const path = `/api${name.replace(":id", await askToJoin(muster))}`;
      reads.push({ name, path, headers: headersOf("admin") });
      continue;
    }
    const { path, init } = await scenes.prepareCall(route, row, role, "public");
    reads.push({ name, path, headers: Object.fromEntries(new Headers(init.headers)) });
  }
  return reads;
}

/** The id of a request of the administrator. */
async function askToJoin(muster: Community): Promise<string> {
  const { groups } = adminOf(muster);
  const asked = await groups[":id"]["join-requests"].$post({ param: { id: "everyone" }, json: {} });
  if (!asked.ok) throw new Error(await asked.text());
  return (await asked.json()).id;
}
