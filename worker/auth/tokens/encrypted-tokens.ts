import type { Config } from "#worker/ground/config.ts";
import { decrypt, encrypt } from "#worker/ground/crypto.ts";
import type { EveIdentity } from "./eve-identity.ts";
import type { EveGrant } from "./eve-sso.ts";
import type { EncryptedGrant } from "./token-store.ts";

/** Encrypts the tokens of a grant for the database. The ciphertexts are bound to their character. */
export async function encryptGrant(
  { keyring }: Config,
  grant: EveGrant,
  { characterId, scopes, expiresAt }: Pick<EveIdentity, "characterId" | "scopes" | "expiresAt">,
): Promise<EncryptedGrant> {
  const [refreshToken, accessToken] = await Promise.all([
    encrypt(keyring, grant.refreshToken, boundToCharacter(characterId)),
    encrypt(keyring, grant.accessToken, boundToCharacter(characterId)),
  ]);
  return { refreshToken, accessToken, accessExpiresAt: expiresAt, scopes };
}

/** Throws if the token belongs to another character, or its key is gone. */
export function decryptToken(
  { keyring }: Pick<Config, "keyring">,
  encrypted: string,
  characterId: number,
) {
  return decrypt(keyring, encrypted, boundToCharacter(characterId));
}

export function boundToCharacter(characterId: number): string {
  return String(characterId);
}
