import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { ACCESS } from "./access-table.ts";

const CHALLENGE = 'Bearer realm="Muster"';
const muster = await startMuster();

/** Every route that refuses anonymous requests. */
const GUARDED = Object.entries(ACCESS)
  .filter(([, { statuses }]) => statuses[0] === 401)
  .map(([route, { query = "" }]) => {
    const [method = "", pattern = ""] = route.split(" ");
    return { method, path: pattern.replaceAll(/:\w+/g, "1") + query };
  });

// RFC 9110 §15.5.2, RFC 6750 §3
test("every 401 has a challenge, which names the error when a token was sent", async () => {
  expect(GUARDED.length).toBeGreaterThan(40);
  const authorizations: [string | undefined, string][] = [
    [undefined, CHALLENGE],
    ["Basic eA==", CHALLENGE],
    ["Bearer unknown", `${CHALLENGE}, error="invalid_token"`],
    ["bearer not a token", `${CHALLENGE}, error="invalid_token"`],
  ];
  for (const { method, path } of GUARDED) {
    for (const [authorization, challenge] of authorizations) {
      const response = await muster.send(path, {
        method,
        ...(authorization !== undefined && { headers: { authorization } }),
      });
      expect([method, path, response.status]).toEqual([method, path, 401]);
      expect(response.headers.get("www-authenticate")).toBe(challenge);
    }
  }
});

test("an ended session is an invalid token, and other refusals have no challenge", async () => {
  const { sessionToken, api } = await buildUser(muster);
  const headers = { authorization: `Bearer ${sessionToken}` };
  const forbidden = await muster.send("/api/corporations", { headers });
  expect(forbidden.status).toBe(403);
  expect(forbidden.headers.has("www-authenticate")).toBe(false);
  await api.auth.logout.$post();
  const ended = await muster.send("/api/auth/sessions", { headers });
  expect(ended.status).toBe(401);
  expect(ended.headers.get("www-authenticate")).toBe(`${CHALLENGE}, error="invalid_token"`);
});
