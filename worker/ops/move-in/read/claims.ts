import { decodeJwt } from "jose";
import * as z from "zod/mini";

/** What an access token of EVE says. The signature is not verified: EVE is not asked while the export is read. */
export type Claims = {
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
    clientId: azp ?? audiences.find((one) => one !== AUDIENCE) ?? "",
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
