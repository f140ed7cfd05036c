import { countSchema } from "#shared/answer.ts";
import * as z from "zod/mini";

const MAX_QUERY_LENGTH = 6000;

/** The query of `/oauth/authorize`, as the page `/consent` has it; of `/oauth/logout` for `/sign-out`. */
const querySchema = z.string().check(z.maxLength(MAX_QUERY_LENGTH));

/** `GET /consent` and `GET /sign-out`: the query of the page, without “?”. */
export const consentQuerySchema = z.object({ query: querySchema });

/** `POST /consent`. */
export const consentAnswerSchema = z.object({
  query: querySchema,
  decision: z.enum(["allow", "deny"]),
});
export type ConsentAnswer = z.infer<typeof consentAnswerSchema>;

/** `host`: where the user goes back to. */
const askingApplicationSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  host: z.string(),
});

/** What the application would learn. Null: nothing of it. */
const consentFactsSchema = z.strictObject({
  main: z.nullable(z.strictObject({ characterId: z.int(), name: z.string() })),
  picture: z.boolean(),
  affiliation: z.nullable(
    z.strictObject({
      corporationName: z.nullable(z.string()),
      allianceName: z.nullable(z.string()),
    }),
  ),
  groups: z.nullable(z.array(z.string())),
  /** How many groups the user has. */
  groupCount: countSchema,
  /** Names of all linked characters. */
  characters: z.nullable(z.array(z.string())),
  email: z.boolean(),
});
export type ConsentFacts = z.infer<typeof consentFactsSchema>;

/**
 * `GET /consent`, for visitors too. `invalid`: nothing is sent to the application, since it is not known or the address to
 * go back to is not its own. `sign_in`: without a session. `prove`: the application asks for a sign-in at EVE now
 * (`POST /auth/proof/start`). `consented`: the user has agreed before, so the page answers
 * `allow` at once. `redirect`: go there, without a question.
 */
export const consentQuestionSchema = z.discriminatedUnion("state", [
  z.strictObject({
    state: z.literal("invalid"),
    reason: z.enum(["unknown_application", "redirect_uri", "off"]),
  }),
  z.strictObject({ state: z.literal("sign_in"), application: askingApplicationSchema }),
  z.strictObject({ state: z.literal("prove"), application: askingApplicationSchema }),
  z.strictObject({ state: z.literal("consented"), application: askingApplicationSchema }),
  z.strictObject({
    state: z.literal("ask"),
    application: askingApplicationSchema,
    will: consentFactsSchema,
  }),
  z.strictObject({
    state: z.literal("refused"),
    application: askingApplicationSchema,
    /** Null if the user may not see it, and for guests of the community. */
    group: z.nullable(z.strictObject({ id: z.string(), name: z.string(), canAsk: z.boolean() })),
    backUrl: z.string(),
  }),
  z.strictObject({ state: z.literal("redirect"), url: z.string() }),
]);
export type ConsentQuestion = z.infer<typeof consentQuestionSchema>;

/** Where the browser goes next. */
export const consentResultSchema = z.strictObject({ url: z.string() });
export type ConsentResult = z.infer<typeof consentResultSchema>;

/** `GET /sign-out`. `url`: where the application wants the user to go afterwards; null: nowhere. */
export const signOutQuestionSchema = z.strictObject({
  application: z.nullable(z.strictObject({ id: z.string(), name: z.string() })),
  url: z.nullable(z.string()),
});
export type SignOutQuestion = z.infer<typeof signOutQuestionSchema>;

/** `POST /sign-out` with the same query ends the session at the application. */
export const signOutResultSchema = z.strictObject({ url: z.nullable(z.string()) });
export type SignOutResult = z.infer<typeof signOutResultSchema>;
