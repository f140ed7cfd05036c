import type { Claims } from "#worker/ops/move-in/read/claims.ts";
import { readClaims } from "#worker/ops/move-in/read/claims.ts";
import { ExportError } from "#worker/ops/move-in/read/export-error.ts";
import type { Report } from "#worker/ops/move-in/read/report.ts";
import type { MovedGrant } from "./community.ts";

/** Encrypts a refresh token, bound to its character. */
type EncryptToken = (refreshToken: string, characterId: number) => Promise<string>;

/** A token of the old system. The access token has long expired; what it says is of use. */
type OldToken = {
  characterId: number;
  user: string | null;
  refreshToken: string | null;
  accessToken: string | null;
  /** As the system stores them; the access token knows better. */
  ownerHash: string | null;
  scopes: readonly string[];
  /** In seconds, if the system says. */
  issuedAt: number | undefined;
  place: string;
  /** Why the old system no longer uses the token. */
  ended?: string | undefined;
};

/**
 * Checks tokens without EVE, by what their access tokens say, and encrypts the refresh tokens at once. `finish` throws if
 * EVE issued them to another application.
 */
export function grantReader(clientId: string, encrypt: EncryptToken, report: Report) {
  const clients = new Map<string, { count: number; place: string }>();
  const scopeSets = new Map<string, readonly string[]>();
  const refuse = (place: string, characterId: number, reason: string) => {
    report.push({ outcome: "refused", what: "token", name: String(characterId), place, reason });
    return undefined;
  };

  /** Equal sets are kept once. */
  function share(scopes: readonly string[]): readonly string[] {
    const key = [...new Set(scopes)].toSorted().join(" ");
    const known = scopeSets.get(key) ?? key.split(" ").filter(Boolean);
    scopeSets.set(key, known);
    return known;
  }

  function countClient({ clientId: id }: Claims, place: string) {
    const known = clients.get(id);
    clients.set(id, { count: (known?.count ?? 0) + 1, place: known?.place ?? place });
  }

  return {
    /** The owner hash that the access token names, even if there is no grant. */
    ownerOf(accessToken: string | null): string | undefined {
      return accessToken === null ? undefined : readClaims(accessToken)?.ownerHash;
    },

    async read(token: OldToken): Promise<MovedGrant | undefined> {
      const { characterId, user, refreshToken, accessToken, place } = token;
      const claims = accessToken === null ? undefined : readClaims(accessToken);
      if (claims !== undefined) countClient(claims, place);
      if (token.ended !== undefined) return refuse(place, characterId, token.ended);
      if (!refreshToken) return refuse(place, characterId, "It has no refresh token: it is dead.");
      if (claims !== undefined && claims.clientId !== clientId) {
        return refuse(place, characterId, `EVE issued it to the application ${claims.clientId}.`);
      }
      if (claims !== undefined && claims.characterId !== characterId) {
        return refuse(place, characterId, `It belongs to the character ${claims.characterId}.`);
      }
      const ownerHash = claims?.ownerHash ?? token.ownerHash;
      if (ownerHash === null) return refuse(place, characterId, "Its owner is not known.");
      const scopes = share(claims?.scopes ?? token.scopes);
      if (scopes.length === 0) {
        return refuse(place, characterId, "It has no scopes: EVE gives no refresh token for none.");
      }
      return {
        characterId,
        user,
        ownerHash,
        refreshToken: await encrypt(refreshToken, characterId),
        scopes,
        issuedAt: claims?.issuedAt ?? token.issuedAt ?? 0,
        place,
      };
    },

    /** Call it after the last token. */
    finish() {
      if (clients.size === 0 || clients.has(clientId)) return;
      const [other = "", { place }] = [...clients].toSorted(
        ([, a], [, b]) => b.count - a.count,
      )[0] ?? ["", { place: "" }];
      throw new ExportError(
        place,
        `EVE issued the tokens to the application ${other}, and this Muster is ${clientId}. Set EVE_CLIENT_ID and EVE_CLIENT_SECRET to those of the old system and deploy, then run this again.`,
      );
    },
  };
}
