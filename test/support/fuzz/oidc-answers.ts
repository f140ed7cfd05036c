import * as z from "zod/mini";
import type {
  Application,
  Applications,
  ClaimsPreview,
  PersonRef,
  SignIns,
  SigningKey,
} from "#shared/applications/applications.ts";
import { claimSchema } from "#shared/applications/claims.ts";
import type {
  ConsentQuestion,
  ConsentResult,
  SignOutQuestion,
  SignOutResult,
} from "#shared/applications/consent.ts";
import { SCOPES } from "#shared/applications/scopes.ts";
import type { TestSignIn } from "#shared/applications/test-sign-in.ts";
import { count, NOTHING, orNull, when } from "./shapes.ts";

const text = z.string();
const flag = z.boolean();
const texts = z.array(text);
const person: z.ZodMiniType<PersonRef> = z.strictObject({
  userId: orNull(text),
  mainCharacterId: orNull(z.int()),
  name: orNull(text),
});
const key: z.ZodMiniType<SigningKey> = z.strictObject({
  kid: text,
  createdAt: when,
  state: z.enum(["current", "next", "former"]),
});
const endpoints = z.strictObject({
  issuer: text,
  discovery: text,
  authorize: text,
  token: text,
  userinfo: text,
  jwks: text,
  revoke: text,
  endSession: text,
});

const application: z.ZodMiniType<Application> = z.strictObject({
  id: text,
  name: text,
  description: orNull(text),
  isOn: flag,
  isPublic: flag,
  version: count,
  createdAt: when,
  createdBy: orNull(person),
  redirectUris: texts,
  postLogoutUris: texts,
  backchannelLogoutUri: orNull(text),
  tellsLostGroups: flag,
  errorsNameIssuer: flag,
  claimsByScope: flag,
  requiredGroup: orNull(z.strictObject({ id: text, name: orNull(text), memberCount: count })),
  grantedGroups: z.array(z.strictObject({ id: text, name: text, isWritable: z.boolean() })),
  claims: z.array(claimSchema),
  secrets: z.array(z.strictObject({ lastFour: text, createdAt: when, endsAt: orNull(when) })),
  endpoints,
  people: count,
  people30Days: count,
  sessions: count,
  logouts: z.strictObject({ waiting: count, failure: orNull(text) }),
});

const applications: z.ZodMiniType<Applications> = z.strictObject({
  issuer: text,
  applications: z.array(
    z.strictObject({
      id: text,
      name: text,
      isOn: flag,
      isPublic: flag,
      requiredGroup: orNull(z.strictObject({ id: text, name: orNull(text) })),
      people: count,
      lastSignInAt: orNull(when),
    }),
  ),
  keys: z.array(key),
});

const withSecret = z.strictObject({ application, secret: orNull(text) });

const namedId = z.strictObject({ id: z.int(), name: orNull(text) });
const claims = z.strictObject({
  sub: text,
  name: z.exactOptional(text),
  preferred_username: z.exactOptional(text),
  eve_character_id: z.exactOptional(z.int()),
  picture: z.exactOptional(text),
  corporation: z.exactOptional(namedId),
  alliance: z.exactOptional(namedId),
  groups: z.exactOptional(texts),
  group_ids: z.exactOptional(texts),
  characters: z.exactOptional(z.array(namedId)),
  email: z.exactOptional(text),
  email_verified: z.exactOptional(flag),
});
const preview: z.ZodMiniType<ClaimsPreview> = z.strictObject({ person, claims, maySignIn: flag });

const tested: z.ZodMiniType<TestSignIn> = z.strictObject({
  steps: z.array(
    z.strictObject({
      step: z.enum(["on", "redirect", "member", "agreed", "signed", "read"]),
      isOk: flag,
    }),
  ),
  scopes: z.array(
    z.strictObject({
      scope: z.enum(SCOPES),
      claims: z.extend(claims, { sub: z.exactOptional(text) }),
    }),
  ),
});

const signIns: z.ZodMiniType<SignIns> = z.strictObject({
  items: z.array(
    z.strictObject({
      id: text,
      at: when,
      person,
      outcome: z.enum(["signed_in", "refused", "cancelled"]),
      reason: orNull(text),
    }),
  ),
  nextCursor: orNull(text),
});

/** Random queries are of no application. */
const question: z.ZodMiniType<ConsentQuestion> = z.strictObject({
  state: z.literal("invalid"),
  reason: z.enum(["unknown_application", "redirect_uri", "off"]),
});
const result: z.ZodMiniType<ConsentResult> = z.strictObject({ url: text });
const signOut: z.ZodMiniType<SignOutQuestion> = z.strictObject({
  application: orNull(z.strictObject({ id: text, name: text })),
  url: orNull(text),
});
const signedOut: z.ZodMiniType<SignOutResult> = z.strictObject({ url: orNull(text) });

/** The response schema of each route of applications that users sign in to. */
export const OIDC_ANSWERS: Record<string, z.ZodMiniType> = {
  "GET /api/admin/applications": applications,
  "POST /api/admin/applications": withSecret,
  "POST /api/admin/applications/keys/rotate": z.strictObject({ keys: z.array(key) }),
  "GET /api/admin/applications/:id": application,
  "PATCH /api/admin/applications/:id": application,
  "DELETE /api/admin/applications/:id": NOTHING,
  "POST /api/admin/applications/:id/switch": application,
  "POST /api/admin/applications/:id/secret": withSecret,
  "POST /api/admin/applications/:id/end-sessions": z.strictObject({ ended: count }),
  "POST /api/admin/applications/:id/test-sign-in": tested,
  "GET /api/admin/applications/:id/sign-ins": signIns,
  "GET /api/admin/applications/:id/claims": preview,
  "GET /api/consent": question,
  "POST /api/consent": result,
  "DELETE /api/consent/:id": NOTHING,
  "GET /api/sign-out": signOut,
  "POST /api/sign-out": signedOut,
};
