import type { Config } from "#worker/config.ts";
import { decrypt, encrypt } from "#worker/crypto.ts";
import type { EveIdentity } from "./eve-identity.ts";
import type { EveGrant } from "./eve-sso.ts";
import type { SealedGrant } from "./token-store.ts";

/** A grant as the database holds it: encrypted, and bound to the character it speaks for. */
export async function sealGrant(
  { keyring }: Config,
  grant: EveGrant,
  { characterId, scopes, expiresAt }: Pick<EveIdentity, "characterId" | "scopes" | "expiresAt">,
): Promise<SealedGrant> {
  const [refreshToken, accessToken] = await Promise.all([
    encrypt(keyring, grant.refreshToken, boundTo(characterId)),
    encrypt(keyring, grant.accessToken, boundTo(characterId)),
  ]);
  return { refreshToken, accessToken, accessExpiresAt: expiresAt, scopes };
}

export function openToken({ keyring }: Config, sealed: string, characterId: number) {
  return decrypt(keyring, sealed, boundTo(characterId));
}

export function boundTo(characterId: number): string {
  return String(characterId);
}
