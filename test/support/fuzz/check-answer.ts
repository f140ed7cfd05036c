import * as z from "zod/mini";
import { API_PATH } from "#shared/applications/api.ts";
import { problemSchema } from "#shared/applications/api-answers.ts";
import { REASONS } from "#shared/reasons.ts";
import type { Reason } from "#shared/reasons.ts";
import { ERROR_STATUS } from "#shared/error.ts";
import type { ErrorCode } from "#shared/error.ts";
import { ANSWERS, TEXTS } from "./answers.ts";

/** The headers of every response. */
const HEADERS: Record<string, RegExp> = {
  "content-security-policy": /^default-src 'none'; frame-ancestors 'none'$/,
  "x-content-type-options": /^nosniff$/,
  "strict-transport-security": /max-age=31536000/,
  "referrer-policy": /./,
  "x-frame-options": /^DENY$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "cache-control": /./,
  "x-request-id": /^[\da-f-]{36}$/,
};

const PROBLEM = "application/problem+json";

const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.custom<ErrorCode>((code) => typeof code === "string" && code in ERROR_STATUS),
    reason: z.custom<Reason>((reason) => typeof reason === "string" && reason in REASONS),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    message: z.string().check(z.minLength(1)),
    requestId: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
  }),
});

/** The problems of a response; empty when it is correct. */
export function problemsOf(
  asked: { route: string | undefined; method: string },
  response: Response,
  text: string,
  forbidden: readonly string[],
): string[] {
  const problems: string[] = [];
  if (response.status >= 500) problems.push(`answers ${response.status}`);
  for (const [name, pattern] of Object.entries(HEADERS)) {
    const value = response.headers.get(name);
    if (value === null || !pattern.test(value)) problems.push(`has ${name}: ${value}`);
  }
  problems.push(...shapeProblems(asked, response, text));
  const said = [text, ...response.headers.values()].join("\n");
  for (const secret of forbidden) {
    if (said.includes(secret)) problems.push(`tells the secret ${secret}`);
  }
  return problems;
}

function shapeProblems(
  { route, method }: { route: string | undefined; method: string },
  response: Response,
  text: string,
): string[] {
  if (method === "HEAD" || response.status === 304) return text === "" ? [] : ["has a body"];
  if (!response.ok) {
    const isOfApi = route?.includes(` ${API_PATH}/`) ?? false;
    const isProblem = response.headers.get("content-type") === PROBLEM;
    if (isOfApi && !isProblem) return ["is no problem of RFC 9457"];
    return errorProblems(response, text);
  }
  if (route === undefined) return [];
  const [schema, type] = [ANSWERS[route], TEXTS[route]];
  if (type !== undefined) {
    return type.test(response.headers.get("content-type") ?? "") ? [] : ["is no such text"];
  }
  if (schema === undefined) {
    return text === "" && response.status === 204 ? [] : ["says something where it should not"];
  }
  return jsonProblems(schema, response, text);
}

function jsonProblems(
  schema: z.ZodMiniType,
  { headers }: Response,
  text: string,
  type = "application/json",
): string[] {
  if (headers.get("content-type") !== type) return ["is not JSON"];
  const said: unknown = JSON.parse(text);
  const parsed = schema.safeParse(said);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return [`has another shape: ${wrong.join("; ")}`];
  }
  // Parsing drops unknown keys: then the result is shorter.
  const isWhole = JSON.stringify(parsed.data).length === JSON.stringify(said).length;
  return isWhole ? [] : ["says more than its schema knows"];
}

function errorProblems(response: Response, text: string): string[] {
  const isProblem = response.headers.get("content-type") === PROBLEM;
  const problems = isProblem
    ? jsonProblems(problemSchema, response, text, PROBLEM)
    : jsonProblems(errorBody, response, text);
  if (problems.length > 0) return problems;
  const said: unknown = JSON.parse(text);
  const error = isProblem ? z.parse(problemSchema, said) : z.parse(errorBody, said).error;
  if (ERROR_STATUS[error.code] !== response.status) problems.push(`says ${error.code}`);
  if (error.requestId !== response.headers.get("x-request-id")) problems.push("misnames itself");
  if (response.status === 429 && !response.headers.has("retry-after")) {
    problems.push("does not say how long to wait");
  }
  return problems;
}
