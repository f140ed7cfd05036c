import { and, eq, sql } from "drizzle-orm";
import type {
  ConsentAnswer,
  ConsentFacts,
  ConsentQuestion,
  ConsentResult,
} from "#shared/applications/consent.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import {
  answerUrl,
  clientIdOf,
  errorUrl,
  presentClient,
  readRequest,
} from "./authorization-request.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { selectClient } from "./client.ts";
import type { OAuthErrorCode } from "./client.ts";
import { issueCode, recordEnd } from "./code-store.ts";
import { readSigned, selectKeys } from "./signing-keys.ts";
import {
  askedClaims,
  charactersOf,
  groupsOf,
  hasConsented,
  mayUse,
  selectFacts,
  shownGroupOf,
} from "./user-facts.ts";
import type { UserFacts } from "./user-facts.ts";

/** When the user of a session has last signed in at EVE. */
export const selectSignIn = prepare(
  { at: sql<number>`coalesce(${sessions.provenAt}, ${sessions.createdAt})` },
  (fields) =>
    orm
      .select(fields)
      .from(sessions)
      .where(
        and(
          eq(sessions.id, sql.placeholder("sessionId")),
          eq(sessions.userId, sql.placeholder("userId")),
        ),
      ),
);

/** What the page asks, for a visitor without a session. */
export async function askVisitor(
  { db }: Context,
  query: string,
  issuer: string,
): Promise<ConsentQuestion> {
  const [client] = await run(db, selectClient(clientIdOf(query) ?? ""));
  const read = readRequest(query, client, issuer);
  if (read.state === "invalid") return read;
  if (read.state === "refused") return { state: "redirect", url: read.url };
  const { request } = read;
  if (request.prompt.has("none")) return goBack(request, issuer, "sign_in");
  return { state: "sign_in", application: presentClient(request.client, request.redirectUri) };
}

/** What the page asks a user, or why it does not ask. A refusal is recorded, once an hour. */
export async function askUser(
  context: Context,
  actor: UserActor,
  query: string,
  issuer: string,
): Promise<ConsentQuestion> {
  const outcome = await decide(context, actor, query, issuer);
  if (outcome.state === "ask") {
    const { application, facts, request } = outcome;
    return { state: "ask", application, will: toWords(facts, request.scope) };
  }
  if (outcome.state === "consented") {
    return { state: "consented", application: outcome.application };
  }
  if (outcome.state === "refused") {
    await recordEnd(context, "application_refused", outcome.application.id, actor.userId);
  }
  return outcome;
}

/** Takes the user's answer; returns where the browser goes. */
export async function answerConsent(
  context: Context,
  actor: UserActor,
  { query, decision }: ConsentAnswer,
  issuer: string,
): Promise<ConsentResult> {
  const outcome = await decide(context, actor, query, issuer);
  switch (outcome.state) {
    case "invalid":
      throw new ApiError("unknown_sign_in");
    case "prove":
      throw new ApiError("sign_in_first");
    case "redirect":
      return { url: outcome.url };
    case "refused":
      return { url: outcome.backUrl };
    case "ask":
    case "consented": {
      const { request, facts, authenticatedAt } = outcome;
      if (decision === "deny") {
        await recordEnd(context, "application_cancelled", request.client.id, actor.userId);
        return goBack(request, issuer, "cancelled");
      }
      const code = await issueCode(context, {
        request,
        facts,
        issuer,
        authenticatedAt,
        sessionId: actor.sessionId,
      });
      return { url: answerUrl(request, issuer, { code }) };
    }
  }
}

type Ready = {
  application: ReturnType<typeof presentClient>;
  request: AuthorizationRequest;
  facts: UserFacts;
  authenticatedAt: Date;
};
type Outcome =
  | Exclude<ConsentQuestion, { state: "ask" | "consented" | "sign_in" }>
  | ({ state: "ask" } & Ready)
  | ({ state: "consented" } & Ready);

/** The same for the question and the answer. One round trip. */
async function decide(
  { db }: Context,
  actor: UserActor,
  query: string,
  issuer: string,
): Promise<Outcome> {
  const clientId = clientIdOf(query) ?? "";
  const { userId, sessionId, isGuest } = actor;
  const [[client], [facts], [signIn], keys] = await runBatch(db, [
    selectClient(clientId),
    selectFacts(clientId, userId, isGuest),
    selectSignIn({ sessionId, userId }),
    selectKeys(),
  ]);
  const read = readRequest(query, client, issuer);
  if (read.state === "invalid") return read;
  if (read.state === "refused") return { state: "redirect", url: read.url };
  const { request } = read;
  const { prompt, idTokenHint } = request;
  const application = presentClient(request.client, request.redirectUri);
  const isSilent = prompt.has("none");
  if (facts === undefined || signIn === undefined) return goBack(request, issuer, "sign_in");
  if (!mayUse(facts)) {
    const back = goBack(request, issuer, "not_permitted");
    return isSilent
      ? back
      : { state: "refused", application, group: shownGroupOf(facts), backUrl: back.url };
  }
  if (idTokenHint !== undefined) {
    const hinted = (await readSigned(keys, idTokenHint))?.["sub"];
    // A hint that nobody can read any more is one only for a silent request.
    const isOther = hinted === undefined ? isSilent : hinted !== userId;
    if (isOther) return goBack(request, issuer, "other_user");
  }
  if (signIn.at < request.authenticatedSince) {
    return isSilent ? goBack(request, issuer, "sign_in") : { state: "prove", application };
  }
  const isAgreed =
    hasConsented(facts, request.scope) && !prompt.has("consent") && !prompt.has("select_account");
  if (!isAgreed && isSilent) return goBack(request, issuer, "agree");
  const ready = { application, request, facts, authenticatedAt: new Date(signIn.at) };
  return isAgreed ? { state: "consented", ...ready } : { state: "ask", ...ready };
}

const ENDS = {
  sign_in: ["login_required", "The user has to sign in."],
  other_user: ["login_required", "Another user is signed in than the hint names."],
  agree: ["consent_required", "The user has to agree first."],
  cancelled: ["access_denied", "The user has cancelled."],
  not_permitted: ["access_denied", "The user is not permitted to sign in here."],
} satisfies Record<string, [OAuthErrorCode, string]>;

function goBack(request: AuthorizationRequest, issuer: string, end: keyof typeof ENDS) {
  const [error, description] = ENDS[end];
  return { state: "redirect" as const, url: errorUrl(request, issuer, error, description) };
}

/** Real values, so that the user knows what is told. Groups that the user does not see are not named. */
function toWords(facts: UserFacts, scope: string): ConsentFacts {
  const asked = askedClaims(facts, scope);
  const has = (claim: UserFacts["claims"][number]) => asked.includes(claim);
  const visible = groupsOf(facts).filter(({ isVisible }) => isVisible === 1);
  return {
    main: has("name") ? { characterId: facts.mainId, name: facts.mainName } : null,
    picture: has("picture"),
    affiliation: has("corporation")
      ? { corporationName: facts.corporationName, allianceName: facts.allianceName }
      : null,
    groups: has("groups") ? visible.map(({ name }) => name) : null,
    groupCount: facts.groupCount,
    characters: has("characters") ? charactersOf(facts).map(({ name }) => name) : null,
    email: has("email"),
  };
}
