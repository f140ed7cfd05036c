import { countSchema, instantSchema } from "#shared/answer.ts";
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
import { claimSchema, claimsSchema, SCOPES } from "./claims.ts";

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

const groupIdsSchema = z
  .array(idSchema)
  .check(z.maxLength(MAX_GRANTED_GROUPS, english`At most ${MAX_GRANTED_GROUPS} groups`));

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
  grantedGroupIds: z.exactOptional(groupIdsSchema),
  /** The granted groups whose members the application may change. */
  writableGroupIds: z.exactOptional(groupIdsSchema),
  claims: z.exactOptional(z.array(claimSchema)),
});
export type SaveApplication = z.infer<typeof saveApplicationSchema>;

/** `POST /admin/applications/:id/switch`. While off, sign-ins and renewals are refused. */
export const switchApplicationSchema = z.object({ isOn: z.boolean(), version: z.int() });

/** `GET /admin/applications/:id/claims`: without a user, of the one who asks. */
export const claimsQuerySchema = z.object({ userId: z.optional(idSchema) });

export const signInsQuerySchema = pageQuerySchema;

export const personRefSchema = z.strictObject({
  userId: z.nullable(z.string()),
  mainCharacterId: z.nullable(z.int()),
  name: z.nullable(z.string()),
});
export type PersonRef = z.infer<typeof personRefSchema>;
const groupRefSchema = z.strictObject({ id: z.string(), name: z.string() });
export type GroupRef = z.infer<typeof groupRefSchema>;

/** A key with which ID tokens are signed. `next` is published before it signs. */
const signingKeySchema = z.strictObject({
  kid: z.string(),
  createdAt: instantSchema,
  state: z.enum(["current", "next", "former"]),
});
export type SigningKey = z.infer<typeof signingKeySchema>;

const applicationSummarySchema = z.strictObject({
  /** Also its client id. */
  id: z.string(),
  name: z.string(),
  isOn: z.boolean(),
  isPublic: z.boolean(),
  /** `name` is null if the group was deleted: nobody can sign in until another one is chosen. */
  requiredGroup: z.nullable(z.strictObject({ id: z.string(), name: z.nullable(z.string()) })),
  /** Users who have consented, up to `COUNT_LIMIT`. */
  people: countSchema,
  lastSignInAt: z.nullable(instantSchema),
});
export type ApplicationSummary = z.infer<typeof applicationSummarySchema>;

/** `GET /admin/applications`. */
export const applicationsSchema = z.strictObject({
  issuer: z.string(),
  applications: z.array(applicationSummarySchema),
  /** Empty for the first minute. */
  keys: z.array(signingKeySchema),
});
export type Applications = z.infer<typeof applicationsSchema>;

/** What is known of a secret. `endsAt`: of a replaced one. */
const secretInfoSchema = z.strictObject({
  lastFour: z.string(),
  createdAt: instantSchema,
  endsAt: z.nullable(instantSchema),
});

const endpointsSchema = z.strictObject({
  issuer: z.string(),
  discovery: z.string(),
  authorize: z.string(),
  token: z.string(),
  userinfo: z.string(),
  jwks: z.string(),
  revoke: z.string(),
  endSession: z.string(),
});
export type Endpoints = z.infer<typeof endpointsSchema>;

/** `GET /admin/applications/:id`. */
export const applicationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  isOn: z.boolean(),
  isPublic: z.boolean(),
  version: countSchema,
  createdAt: instantSchema,
  /** Null if the account is gone. */
  createdBy: z.nullable(personRefSchema),
  redirectUris: z.array(z.string()),
  postLogoutUris: z.array(z.string()),
  backchannelLogoutUri: z.nullable(z.string()),
  tellsLostGroups: z.boolean(),
  errorsNameIssuer: z.boolean(),
  claimsByScope: z.boolean(),
  requiredGroup: z.nullable(
    z.strictObject({ id: z.string(), name: z.nullable(z.string()), memberCount: countSchema }),
  ),
  grantedGroups: z.array(z.extend(groupRefSchema, { isWritable: z.boolean() })),
  claims: z.array(claimSchema),
  /** The newest first. */
  secrets: z.array(secretInfoSchema),
  endpoints: endpointsSchema,
  /** Users who have consented, and those among them who have signed in within 30 days, each up to `COUNT_LIMIT`. */
  people: countSchema,
  people30Days: countSchema,
  /** Sessions that would end, up to `COUNT_LIMIT`. */
  sessions: countSchema,
  /** Messages about ended sessions that the application has not confirmed yet, and the last failure. */
  logouts: z.strictObject({ waiting: countSchema, failure: z.nullable(z.string()) }),
});
export type Application = z.infer<typeof applicationSchema>;

/** `POST /admin/applications` and `POST /admin/applications/:id/secret`: the only answers with a secret. */
export const applicationWithSecretSchema = z.strictObject({
  application: applicationSchema,
  secret: z.nullable(z.string()),
});
export type ApplicationWithSecret = z.infer<typeof applicationWithSecretSchema>;

/** `POST /admin/applications/:id/end-sessions`. */
export const endedSessionsSchema = z.strictObject({ ended: countSchema });
export type EndedSessions = z.infer<typeof endedSessionsSchema>;

/** `POST /admin/applications/keys/rotate`. */
export const rotatedKeysSchema = z.strictObject({ keys: z.array(signingKeySchema) });
export type RotatedKeys = z.infer<typeof rotatedKeysSchema>;

const signInSchema = z.strictObject({
  id: z.string(),
  at: instantSchema,
  person: personRefSchema,
  outcome: z.enum(["signed_in", "refused", "cancelled"]),
  reason: z.nullable(z.string()),
});
export type SignIn = z.infer<typeof signInSchema>;

/** `GET /admin/applications/:id/sign-ins`, the newest first. */
export const signInsSchema = z.strictObject({
  items: z.array(signInSchema),
  nextCursor: z.nullable(z.string()),
});
export type SignIns = z.infer<typeof signInsSchema>;

/** `GET /admin/applications/:id/claims`: what the application would learn now. */
export const claimsPreviewSchema = z.strictObject({
  person: personRefSchema,
  claims: claimsSchema,
  maySignIn: z.boolean(),
});
export type ClaimsPreview = z.infer<typeof claimsPreviewSchema>;

/**
 * What a sign-in goes through. `on`: the application is switched on. `redirect`: it has an address to go back to. `member`:
 * the user is in the required group. `agreed`: the user has agreed before; if not, Muster asks, and nothing has failed.
 * `signed`: there is a key, and the ID token is signed. `read`: the signature and the claims are checked as the application
 * does, with the published keys.
 */
const testStepSchema = z.enum(["on", "redirect", "member", "agreed", "signed", "read"]);
export type TestStep = z.infer<typeof testStepSchema>;

/** `POST /admin/applications/:id/test-sign-in`: a sign-in of the one who asks, without a code, a consent or a session. */
export const testSignInSchema = z.strictObject({
  /** The last two are left out after a step that has failed. */
  steps: z.array(z.strictObject({ step: testStepSchema, isOk: z.boolean() })),
  /** What the application would get, as the ID token says it; empty after a step that has failed. */
  scopes: z.array(z.strictObject({ scope: z.enum(SCOPES), claims: z.partial(claimsSchema) })),
});
export type TestSignIn = z.infer<typeof testSignInSchema>;
