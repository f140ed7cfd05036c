import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { idSchema, pageQuerySchema } from "#shared/page.ts";
import { descriptionSchema, requiredLine } from "#shared/text.ts";
import { addressSchema } from "./address-schema.ts";
import type { AddressRefusals } from "./address-schema.ts";
import {
  calledAddressProblem,
  MAX_ADDRESS_LENGTH,
  MAX_REDIRECTS,
  redirectProblem,
} from "./addresses.ts";
import { claimSchema } from "./claims.ts";
import type { Claims } from "./claims.ts";

const NAME_MAX = 60;
const MAX_GRANTED_GROUPS = 100;
/** A replaced secret works so long. */
export const OLD_SECRET_HOURS = 24;
/** An access token and an ID token are valid so long. */
export const TOKEN_TTL_SECONDS = 600;

const nameOfApplicationSchema = requiredLine(
  english`Name is required`,
  NAME_MAX,
  english`Name must be ${NAME_MAX} characters or less`,
);

/** Addresses that answers of sign-ins and sign-outs go to. */
function redirectsSchema(refusals: AddressRefusals & { tooMany: string }) {
  return z
    .array(addressSchema(refusals, redirectProblem))
    .check(z.maxLength(MAX_REDIRECTS, refusals.tooMany));
}

const redirectUrisSchema = redirectsSchema({
  invalid: english`Redirect URIs must be valid addresses`,
  tooLong: english`Redirect URIs must be valid addresses, of at most ${MAX_ADDRESS_LENGTH} characters each.`,
  tooMany: english`Redirect URIs must be at most ${MAX_REDIRECTS}`,
});

const postLogoutUrisSchema = redirectsSchema({
  invalid: english`Post logout URIs must be valid addresses`,
  tooLong: english`Post logout URIs must be valid addresses, of at most ${MAX_ADDRESS_LENGTH} characters each.`,
  tooMany: english`Post logout URIs must be at most ${MAX_REDIRECTS}`,
});

const backchannelLogoutUriSchema = addressSchema(
  {
    invalid: english`Backchannel logout URI must be a valid address`,
    tooLong: english`Backchannel logout URI must be a valid address, of at most ${MAX_ADDRESS_LENGTH} characters each.`,
  },
  calledAddressProblem,
);

/** `POST /admin/applications`. A public application has no secret: it runs on the player's device, and uses PKCE. */
export const createApplicationSchema = z.object({
  name: nameOfApplicationSchema,
  isPublic: z.boolean(),
  redirectUris: redirectUrisSchema,
});
export type CreateApplication = z.infer<typeof createApplicationSchema>;

/**
 * `PATCH /admin/applications/:id`. Settings that are left out stay as they are. `version`: of the application that the person
 * has read. If it has changed since, the edit is refused.
 */
export const saveApplicationSchema = z.object({
  version: z.int(),
  name: z.exactOptional(nameOfApplicationSchema),
  description: z.exactOptional(descriptionSchema),
  redirectUris: z.exactOptional(redirectUrisSchema),
  postLogoutUris: z.exactOptional(postLogoutUrisSchema),
  /** Muster calls it when a session ends. */
  backchannelLogoutUri: z.exactOptional(z.nullable(backchannelLogoutUriSchema)),
  /** Muster also calls it when a user loses a group that the application is told about. */
  tellsLostGroups: z.exactOptional(z.boolean()),
  /** `iss` in error answers (RFC 9207). */
  errorsNameIssuer: z.exactOptional(z.boolean()),
  /** Only the claims of the scopes that it asks for. */
  claimsByScope: z.exactOptional(z.boolean()),
  /** Only its members may sign in. Null: all members of the community. */
  requiredGroupId: z.exactOptional(z.nullable(idSchema)),
  /** The application learns which of these a user is a member of. */
  grantedGroupIds: z.exactOptional(
    z
      .array(idSchema)
      .check(z.maxLength(MAX_GRANTED_GROUPS, english`At most ${MAX_GRANTED_GROUPS} groups`)),
  ),
  /** The granted groups whose members the application may change. */
  writableGroupIds: z.exactOptional(
    z
      .array(idSchema)
      .check(z.maxLength(MAX_GRANTED_GROUPS, english`At most ${MAX_GRANTED_GROUPS} groups`)),
  ),
  claims: z.exactOptional(z.array(claimSchema)),
});
export type SaveApplication = z.infer<typeof saveApplicationSchema>;

/** `POST /admin/applications/:id/switch`. While off, sign-ins and renewals are refused. */
export const switchApplicationSchema = z.object({ isOn: z.boolean(), version: z.int() });

/** `GET /admin/applications/:id/claims`: without a user, of the one who asks. */
export const claimsQuerySchema = z.object({ userId: z.optional(idSchema) });

export const signInsQuerySchema = pageQuerySchema;

export type PersonRef = {
  userId: string | null;
  mainCharacterId: number | null;
  name: string | null;
};
export type GroupRef = { id: string; name: string };

/** A key with which ID tokens are signed. `next` is published before it signs. */
export type SigningKey = { kid: string; createdAt: string; state: "current" | "next" | "former" };

export type ApplicationSummary = {
  /** Also its client id. */
  id: string;
  name: string;
  isOn: boolean;
  isPublic: boolean;
  /** `name` is null if the group was deleted: nobody can sign in until another one is chosen. */
  requiredGroup: { id: string; name: string | null } | null;
  /** Users who have consented, up to `COUNT_LIMIT`. */
  people: number;
  lastSignInAt: string | null;
};

/** `GET /admin/applications`. */
export type Applications = {
  issuer: string;
  applications: ApplicationSummary[];
  /** Empty for the first minute. */
  keys: SigningKey[];
};

/** What is known of a secret. `endsAt`: of a replaced one. */
type SecretInfo = {
  lastFour: string;
  createdAt: string;
  endsAt: string | null;
};

export type Endpoints = {
  issuer: string;
  discovery: string;
  authorize: string;
  token: string;
  userinfo: string;
  jwks: string;
  revoke: string;
  endSession: string;
};

/** `GET /admin/applications/:id`. */
export type Application = {
  id: string;
  name: string;
  description: string | null;
  isOn: boolean;
  isPublic: boolean;
  version: number;
  createdAt: string;
  /** Null if the account is gone. */
  createdBy: PersonRef | null;
  redirectUris: string[];
  postLogoutUris: string[];
  backchannelLogoutUri: string | null;
  tellsLostGroups: boolean;
  errorsNameIssuer: boolean;
  claimsByScope: boolean;
  requiredGroup: { id: string; name: string | null; memberCount: number } | null;
  grantedGroups: (GroupRef & { isWritable: boolean })[];
  claims: z.infer<typeof claimSchema>[];
  /** The newest first. */
  secrets: SecretInfo[];
  endpoints: Endpoints;
  /** Users who have consented, and those among them who have signed in within 30 days, each up to `COUNT_LIMIT`. */
  people: number;
  people30Days: number;
  /** Sessions that would end, up to `COUNT_LIMIT`. */
  sessions: number;
  /** Messages about ended sessions that the application has not confirmed yet, and the last failure. */
  logouts: { waiting: number; failure: string | null };
};

/** `POST /admin/applications` and `POST /admin/applications/:id/secret`: the only answers with a secret. */
export type ApplicationWithSecret = { application: Application; secret: string | null };

/** `POST /admin/applications/:id/end-sessions`. */
export type EndedSessions = { ended: number };

/** `POST /admin/applications/keys/rotate`. */
export type RotatedKeys = { keys: SigningKey[] };

export type SignIn = {
  id: string;
  at: string;
  person: PersonRef;
  outcome: "signed_in" | "refused" | "cancelled";
  reason: string | null;
};

/** `GET /admin/applications/:id/sign-ins`, the newest first. */
export type SignIns = { items: SignIn[]; nextCursor: string | null };

/** `GET /admin/applications/:id/claims`: what the application would learn now. */
export type ClaimsPreview = { person: PersonRef; claims: Claims; maySignIn: boolean };
