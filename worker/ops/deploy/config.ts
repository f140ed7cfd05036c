import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** The parts of wrangler.jsonc that are read outside wrangler. */
const configSchema = z.object({
  name: z.string(),
  account_id: z.optional(z.string()),
  routes: z.optional(z.array(z.object({ pattern: z.string() }))),
  vars: z.record(z.string(), z.string()),
  d1_databases: z.tuple([
    z.object({ binding: z.string(), database_name: z.string(), database_id: z.string() }),
  ]),
  queues: z.object({
    producers: z.array(z.object({ binding: z.string() })),
    consumers: z.array(z.object({ queue: z.string(), dead_letter_queue: z.optional(z.string()) })),
  }),
  ratelimits: z.array(z.object({ name: z.string() })),
  version_metadata: z.object({ binding: z.string() }),
});
export type WranglerConfig = z.infer<typeof configSchema>;

/** A string, a comment, or a comma before a closing bracket. */
const STRING_COMMENT_OR_COMMA = /("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[^]*?\*\/|,(?=\s*[}\]])/g;

/** Reads JSON with comments and commas before closing brackets, in any layout: a deploy button writes it too. */
export function parseConfig(text: string): WranglerConfig {
  return parse(configSchema, text);
}

const planSchema = z.object({ vars: z.optional(z.object({ PLAN: z.optional(z.string()) })) });

/** Cloudflare's plan of Workers, of the configuration of any Worker. */
export function readPlan(text: string): "free" | "paid" {
  return parse(planSchema, text).vars?.PLAN === "paid" ? "paid" : "free";
}

function parse<Schema extends z.core.$ZodType>(schema: Schema, text: string): z.output<Schema> {
  // Twice: a comment may stand between a comma and its bracket.
  const json = strip(strip(text));
  try {
    return z.parse(schema, JSON.parse(json));
  } catch (cause) {
    throw new Error(
      "wrangler.jsonc cannot be read. git diff wrangler.jsonc shows what was changed.",
      { cause },
    );
  }
}

function strip(text: string): string {
  return text.replaceAll(STRING_COMMENT_OR_COMMA, (_, string: string | undefined) => string ?? "");
}

/** The values that `npm run deploy` writes into wrangler.jsonc; undefined leaves a value as it is. */
type ConfigChange = {
  databaseId?: string | undefined;
  accountId?: string | undefined;
  /** A custom domain; without one, the Worker answers at its address on workers.dev. */
  host?: string | undefined;
  vars?: Record<string, string | undefined>;
};

/**
 * Changes values in the text of wrangler.jsonc and keeps comments and layout, so that the file can be compared with the
 * one of the next version. (wrangler's own `experimental_patchConfig` reformats the whole file.)
 */
export function changeConfig(text: string, change: ConfigChange): string {
  const { databaseId, accountId, host, vars = {} } = change;
  let changed = text;
  if (databaseId !== undefined) changed = replaceString(changed, "database_id", databaseId);
  for (const [name, value] of Object.entries(vars)) {
    if (value !== undefined) changed = replaceString(changed, name, value);
  }
  if (host !== undefined) {
    const routes = JSON.stringify([{ pattern: host, custom_domain: true }]);
    changed = setLine(changed, "routes", routes);
  }
  if (accountId !== undefined) changed = setLine(changed, "account_id", JSON.stringify(accountId));
  return changed;
}

/** Replaces the property of this name that has a string value; not one in a comment. */
function replaceString(text: string, name: string, value: string): string {
  const property = new RegExp(`^((?:(?!//).)*"${name}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, "m");
  if (!property.test(text)) {
    throw new Error(
      `wrangler.jsonc has no "${name}". Compare it with the one of this version of Muster (git diff wrangler.jsonc), and put it back.`,
    );
  }
  return text.replace(property, (_, before: string) => before + JSON.stringify(value));
}

/** Sets a top-level property on its own line: replaces the existing one, or adds one after the name. */
function setLine(text: string, name: string, json: string): string {
  const present = new RegExp(`^([ \\t]+)"${name}": .*$`, "m");
  const line = (indent: string) => `${indent}"${name}": ${json},`;
  if (present.test(text)) return text.replace(present, (_, indent: string) => line(indent));
  const first = /^([ \t]+)"name": .*$/m;
  if (!first.test(text)) {
    throw new Error(`wrangler.jsonc has no line "name", below which "${name}" could stand.`);
  }
  return text.replace(first, (found, indent: string) => `${found}\n${line(indent)}`);
}

/** The Worker for which the numbers of wrangler.jsonc are meant. */
const FIRST = "muster";
/** Above every number of wrangler.jsonc, and the highest below 2³¹. */
const STEP = 10_000;
const STEPS = 200_000;

type Limited = { name?: string | undefined; ratelimits: { namespace_id: string }[] };

/**
 * Gives the rate limits of a Worker with another name namespaces of its own: the same number is the same count in all of an account
 * (https://developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit/). A name is one Worker of an account.
 */
export function ownNamespaces({ name = FIRST, ratelimits }: Limited) {
  if (name === FIRST) return;
  const hash = createHash("sha256").update(name).digest().readUInt32BE();
  for (const limit of ratelimits) {
    limit.namespace_id = String((1 + (hash % STEPS)) * STEP + Number(limit.namespace_id));
  }
}

/** Beside wrangler.jsonc, ignored by git, readable only by its owner. */
const FILE = "muster-encryption.key";

/**
 * A new TOKEN_ENCRYPTION_KEY, saved before the upload: Cloudflare does not show it again. The key of an
 * interrupted run is reused.
 */
export function newEncryptionKey(): { key: string; file: string } {
  if (!existsSync(FILE)) {
    writeFileSync(FILE, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  }
  return { key: readFileSync(FILE, "utf8").trim(), file: FILE };
}

/** Cloudflare takes 5 KB for a secret: three keys (https://developers.cloudflare.com/workers/platform/limits/). */
const KEYS_EACH = 3;

/**
 * New keys for ID tokens: two at once, and one for each quarter of the next year. Muster signs with those that it has taken from
 * a former stock until they are due; those that it has not taken are replaced.
 */
export function newSigningKeys(): Record<"SIGNING_KEYS_1" | "SIGNING_KEYS_2", string> {
  return { SIGNING_KEYS_1: newStock(), SIGNING_KEYS_2: newStock() };
}

const newStock = () => Array.from({ length: KEYS_EACH }, newKey).join(",");

function newKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
}
