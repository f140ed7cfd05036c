import * as z from "zod/mini";

const MAX_QUERY_LENGTH = 6000;

/** The query of `/oauth/authorize`, as the page `/consent` has it; of `/oauth/logout` for `/sign-out`. */
const querySchema = z.string().check(z.maxLength(MAX_QUERY_LENGTH));

/** `GET /consent` and `GET /sign-out`: the query of the page, without “?”. */
export const questionSchema = z.object({ query: querySchema });

/** `POST /consent`. */
export const consentAnswerSchema = z.object({
  query: querySchema,
  decision: z.enum(["allow", "deny"]),
});
export type ConsentAnswer = z.infer<typeof consentAnswerSchema>;

/** `host`: where the user goes back to. */
type AskingApplication = { id: string; name: string; description: string | null; host: string };

/** What the application would learn. Null: nothing of it. */
export type ConsentFacts = {
  main: { characterId: number; name: string } | null;
  picture: boolean;
  affiliation: { corporationName: string | null; allianceName: string | null } | null;
  groups: string[] | null;
  /** How many groups the user has. */
  groupCount: number;
  /** Names of all linked characters. */
  characters: string[] | null;
  email: boolean;
};

/**
 * `GET /consent`, for visitors too. `invalid`: nothing is sent to the application, since it is not known or the address to
 * go back to is not its own. `sign_in`: without a session. `prove`: the application asks for a sign-in at EVE now
 * (`POST /auth/proof/start`). `consented`: the user has agreed before, so the page answers
 * `allow` at once. `redirect`: go there, without a question.
 */
export type ConsentQuestion =
  | { state: "invalid"; reason: "unknown_application" | "redirect_uri" | "off" }
  | { state: "sign_in"; application: AskingApplication }
  | { state: "prove"; application: AskingApplication }
  | { state: "consented"; application: AskingApplication }
  | { state: "ask"; application: AskingApplication; will: ConsentFacts }
  | {
      state: "refused";
      application: AskingApplication;
      /** Null if the user may not see it, and for guests of the community. */
      group: { id: string; name: string; canAsk: boolean } | null;
      backUrl: string;
    }
  | { state: "redirect"; url: string };

/** Where the browser goes next. */
export type ConsentResult = { url: string };

/** `GET /sign-out`. `url`: where the application wants the user to go afterwards; null: nowhere. */
export type SignOutQuestion = {
  application: { id: string; name: string } | null;
  url: string | null;
};

/** `POST /sign-out` with the same query ends the session at the application. */
export type SignOutResult = { url: string | null };
