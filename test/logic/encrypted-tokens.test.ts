import { expect, test } from "vitest";
import { decryptToken, encryptGrant } from "#worker/auth/tokens/encrypted-tokens.ts";
import { readConfig } from "#worker/ground/config.ts";
import { localVars } from "#test/new-eden/local-vars.ts";

const config = await readConfig(localVars(0));
const grant = { accessToken: "access", refreshToken: "refresh" };
const identity = { characterId: 7, scopes: ["publicData"], expiresAt: new Date(0) };

test("the tokens of a grant are encrypted and can be decrypted for their own character only", async () => {
  const { accessToken, refreshToken, ...rest } = await encryptGrant(config, grant, identity);
  expect(rest).toEqual({ accessExpiresAt: identity.expiresAt, scopes: identity.scopes });
  for (const [encrypted, plain] of [
    [accessToken, "access"],
    [refreshToken, "refresh"],
  ] as const) {
    expect(encrypted).not.toContain(plain);
    expect(await decryptToken(config, encrypted, 7)).toBe(plain);
    await expect(decryptToken(config, encrypted, 8)).rejects.toMatchObject({
      name: "OperationError",
    });
  }
});
