/// <reference types="vite/client" />
import { expect, test } from "vitest";
// oxlint-disable-next-line import/default -- Vite gives the text of the file.
import spec from "#test/e2e/proven-acts.spec.ts?raw";
import { openScenes } from "#test/support/people/access-scenes.ts";
import { buildAdministrator } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { DECLARATIONS } from "#worker/app/app.ts";
import { ROLES } from "./access-row.ts";
import { ACCESS } from "./access-table.ts";

const muster = await startMuster();
const administrator = await buildAdministrator(muster);
const { prepareCall } = await openScenes(muster, administrator);

/** What a stolen session gains by each write. */
const LASTING = new Map(
  [...DECLARATIONS].flatMap(([route, declared]) =>
    "lasts" in declared ? [[route, declared.lasts]] : [],
  ),
);

/** The answer to the role that may do it, from a browser that has the session token alone. */
async function answerToThief(route: string) {
  const row = ACCESS[route];
  if (row === undefined) throw new Error(`${route} has no row in the access table.`);
  const best = Math.min(...row.statuses.filter((status) => status !== 401));
  const role = ROLES[row.statuses.indexOf(best)] ?? "system administrator";
  const { path, init } = await prepareCall(route, row, role, "public");
  const headers = new Headers(init.headers);
  headers.delete("cookie");
  const response = await muster.send(path, { ...init, headers });
  return { status: response.status, text: await response.text(), best };
}

const proven = [...LASTING.keys()].filter((route) => LASTING.get(route) === "proof");
const others = [...LASTING.keys()].filter((route) => {
  const lasting = LASTING.get(route);
  return typeof lasting === "object" && !("proofWhen" in lasting);
});

test.each(proven)("%s needs a fresh proof", async (route) => {
  const { status, text } = await answerToThief(route);
  expect(status).toBe(403);
  expect(JSON.parse(text)).toMatchObject({ error: { code: "fresh_proof_required" } });
});

test("every act that needs a proof has its button in a browser test", () => {
  expect(proven.filter((route) => !spec.includes(`"${route}"`))).toEqual([]);
});

test.each(others)("%s needs no proof", async (route) => {
  const { text } = await answerToThief(route);
  expect(text).not.toContain("fresh_proof_required");
});

test("an administrator's stolen session makes and changes no application, token or webhook", () => {
  const routes = ["POST ", "POST /:id/tokens", "POST /:id/webhooks", "PATCH /:id"];
  for (const route of routes) {
    expect(proven).toContain(route.replace(" ", " /api/admin/applications"));
  }
});

/**
 * The ten commonest journeys, with a main that signed in more than ten minutes before: the sign-ins at EVE that they are made
 * of, and their writes. One proof serves all writes of a journey.
 */
const JOURNEYS: [journey: string, signIns: number, writes: string[], proofs: number][] = [
  ["log in and join a group", 1, ["POST /api/groups/:id/join"], 0],
  ["link an alt", 1, ["POST /api/auth/character/start"], 0],
  [
    "approve forty requests, invite, remove",
    0,
    [
      "POST /api/groups/:id/join-requests/approve",
      "POST /api/groups/:id/invitations",
      "DELETE /api/groups/:id/members/:userId",
    ],
    0,
  ],
  ["save a rule", 0, ["PUT /api/groups/:id/requirements"], 0],
  ["sign in at an application", 0, ["POST /api/consent"], 0],
  [
    "make an invite code, appoint an admin, transfer a group",
    0,
    [
      "POST /api/groups/:id/invite-codes",
      "POST /api/groups/:id/admins",
      "POST /api/groups/:id/transfer",
    ],
    1,
  ],
  ["link Discord", 0, ["POST /api/discord/link/start", "POST /api/discord/callback/tokens"], 1],
  [
    "add an application with its token and webhook",
    0,
    [
      "POST /api/admin/applications",
      "POST /api/admin/applications/:id/tokens",
      "POST /api/admin/applications/:id/webhooks",
    ],
    1,
  ],
  ["map roles of a Discord server", 0, ["PUT /api/admin/discord/:id"], 1],
  ["unlink a pilot", 0, ["DELETE /api/auth/characters/:id"], 1],
];

test.each(JOURNEYS)(
  "to %s takes %i sign-ins and as many proofs as is said",
  (_, signIns, writes, proofs) => {
    expect(writes.filter((route) => !LASTING.has(route))).toEqual([]);
    const needsProof = writes.some((route) => LASTING.get(route) === "proof");
    // A log-in with the main is a proof.
    expect(needsProof && signIns === 0 ? 1 : 0).toBe(proofs);
  },
);
