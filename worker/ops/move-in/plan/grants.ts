import { decodeJwt } from "jose";
import * as z from "zod/mini";
import type { Report } from "#worker/ops/move-in/read/rows.ts";
import { ExportError } from "#worker/ops/move-in/read/rows.ts";
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

/** What an access token of EVE says. The signature is not verified: EVE is not asked while the export is read. */
type Claims = {
  clientId: string;
  characterId: number;
  ownerHash: string;
  scopes: string[];
  /** In seconds. */
  issuedAt: number;
};

const AUDIENCE = "EVE Online";

const claimsSchema = z.object({
  sub: z.string().check(z.regex(/^CHARACTER:EVE:\d{1,15}$/)),
  owner: z.string().check(z.minLength(1)),
  azp: z.optional(z.string()),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.optional(z.number()),
  scp: z.optional(z.union([z.string(), z.array(z.string())])),
});

/** Undefined if the text is no access token of EVE. */
export function readClaims(accessToken: string): Claims | undefined {
  const claims = claimsSchema.safeParse(decode(accessToken));
  if (!claims.success) return undefined;
  const { sub, owner, azp, aud, exp, iat, scp = [] } = claims.data;
  const audiences = typeof aud === "string" ? [aud] : aud;
  return {
    clientId: azp ?? audiences.find((audience) => audience !== AUDIENCE) ?? "",
    characterId: Number(sub.slice("CHARACTER:EVE:".length)),
    ownerHash: owner,
    scopes: typeof scp === "string" ? [scp] : scp,
    issuedAt: iat ?? exp,
  };
}

function decode(accessToken: string): unknown {
  try {
    return decodeJwt(accessToken);
  } catch {
    return undefined;
  }
}
