import { expect, test } from "vitest";
import { startMuster } from "#test/support/workerd/harness.ts";
import { PUBLIC_PATHS } from "#worker/applications/oidc/routes.ts";
import { app } from "#worker/app/app.ts";

const muster = await startMuster();

/** The methods of each address of the API. */
const METHODS_BY_PATH = Map.groupBy(
  app.routes.filter(({ method }) => method !== "ALL"),
  ({ path }) => path,
);
const ADDRESSES = [...METHODS_BY_PATH].map(([pattern, routes]) => {
  const methods = new Set(routes.map(({ method }) => method));
  if (methods.has("GET")) methods.add("HEAD");
  methods.add("OPTIONS");
  const path = pattern.replaceAll(/:\w+/g, "1");
  return { path, methods, matching: matchingMethods(path) };
});

/** `/api/groups/:id` matches `/api/groups/my-groups` too, so a path allows the methods of every matching pattern. */
function matchingMethods(path: string): string[] {
  const matching = [...METHODS_BY_PATH].filter(([pattern]) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path),
  );
  const methods = new Set(matching.flatMap(([, routes]) => routes.map(({ method }) => method)));
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods, "OPTIONS"].toSorted();
}

const allowed = (response: Response) =>
  (response.headers.get("allow") ?? "").split(", ").toSorted();

// RFC 9110 §15.5.6
test("every path answers unsupported methods with 405 and lists the allowed ones", async () => {
  expect(ADDRESSES.length).toBeGreaterThan(40);
  for (const { path, matching } of ADDRESSES) {
    const others = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"].filter(
      (method) => !matching.includes(method),
    );
    for (const method of others) {
      const response = await muster.send(path, { method });
      expect([method, path, response.status]).toEqual([method, path, 405]);
      expect(allowed(response)).toEqual(matching);
      const text = await response.text();
      expect(text.includes('"method_not_allowed"')).toBe(method !== "HEAD");
    }
  }
});

// RFC 9110 §9.3.7
test("OPTIONS lists the methods of every address, without a session, and for this origin only but what applications call", async () => {
  for (const { path, matching } of ADDRESSES) {
    const response = await muster.send(path, {
      method: "OPTIONS",
      headers: { origin: "https://evil.test", "access-control-request-method": "POST" },
    });
    expect([path, response.status, await response.text()]).toEqual([path, 204, ""]);
    expect(allowed(response)).toEqual(matching);
    const isPublic = PUBLIC_PATHS.includes(path);
    expect(response.headers.get("access-control-allow-origin")).toBe(isPublic ? "*" : null);
    expect(response.headers.has("access-control-allow-credentials")).toBe(false);
    expect(response.headers.has("content-type")).toBe(false);
  }
});

test("an address that does not exist is 404 for every method", async () => {
  for (const method of ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PROPFIND"]) {
    const response = await muster.send("/api/nothing", { method });
    expect([method, response.status]).toEqual([method, 404]);
    expect(response.headers.has("allow")).toBe(false);
  }
});

// RFC 9110 §9.3.2
test("HEAD answers with the status and the headers of GET, and no body", async () => {
  for (const { path, methods } of ADDRESSES) {
    if (!methods.has("GET")) continue;
    const [get, head] = [await muster.send(path), await muster.send(path, { method: "HEAD" })];
    expect([path, head.status, await head.text()]).toEqual([path, get.status, ""]);
    const names = (response: Response) => [...response.headers.keys()].toSorted();
    expect(names(head)).toEqual(names(get));
  }
});

test("405 and OPTIONS cost no round trip to the database", async () => {
  muster.costs.reset();
  await muster.send("/api/groups/1/members", { method: "POST" });
  await muster.send("/api/groups/1/members", { method: "OPTIONS" });
  expect(muster.costs.roundTrips).toBe(0);
});
