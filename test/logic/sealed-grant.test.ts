import { expect, test } from "vitest";
import { openToken, sealGrant } from "#worker/auth/sealed-grant.ts";
import { readConfig } from "#worker/config.ts";
import type { Env } from "#worker/env.ts";
import { localVars } from "#test/new-eden/local-vars.ts";

const config = await readConfig(localVars(0) as Env);
const grant = { accessToken: "access", refreshToken: "refresh", expiresInSeconds: 1199 };
const identity = { characterId: 7, scopes: ["publicData"], expiresAt: new Date(0) };

test("a grant is kept sealed, and opens for its own character only", async () => {
  const { accessToken, refreshToken, ...rest } = await sealGrant(config, grant, identity);
  expect(rest).toEqual({ accessExpiresAt: identity.expiresAt, scopes: identity.scopes });
  for (const [sealed, plain] of [
    [accessToken, "access"],
    [refreshToken, "refresh"],
  ] as const) {
    expect(sealed).not.toContain(plain);
    expect(await openToken(config, sealed, 7)).toBe(plain);
    await expect(openToken(config, sealed, 8)).rejects.toMatchObject({ name: "OperationError" });
  }
});
