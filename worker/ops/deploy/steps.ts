import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import * as z from "zod/mini";
import { TRANSLATED } from "#shared/language/languages.ts";
import { readTranslations } from "#web/language/build/catalogs.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import { getApplication } from "#worker/discord/bot/endpoints.ts";
import { inEnglish } from "#worker/discord/commands/definitions.ts";
import type { Translate } from "#worker/discord/commands/definitions.ts";
import { explain, register } from "#worker/discord/commands/register.ts";
import { ask, isInteractive } from "#worker/ops/command.ts";
import { crossBaseline } from "./baseline.ts";
import { migrate, openServer } from "./migrate.ts";
import { CommandError, listDatabases, query, runProgram, wrangler } from "#worker/ops/wrangler.ts";
import type { WranglerConfig } from "./config.ts";
import { newEncryptionKey } from "./config.ts";
import { checkBuild, deployedHostOf, isBuiltFrom, secretsSchema } from "./plan.ts";
import type { DeployPlan, PresentAccount, SecretName } from "./plan.ts";

/**
 * Cloudflare's own builds, after a deploy button or a push: without a terminal, in a clone that is thrown away
 * (https://developers.cloudflare.com/workers/ci-cd/builds/configuration/).
 */
export const isWorkersBuild = process.env["WORKERS_CI"] === "1";
/** The configuration that `vite build` writes for wrangler. */
const BUILT_CONFIG = "dist/muster/wrangler.json";
const VISITS = 10;
const VISIT_PAUSE_MS = 3000;

/** The account of this login that is named, or the only one. All later steps use it. */
export async function chooseAccount(
  flag: string | undefined,
  configured: string | undefined,
  command = "npm run deploy -- --account <id>",
) {
  const who = await whoAmI();
  const id = flag ?? process.env["CLOUDFLARE_ACCOUNT_ID"] ?? configured;
  const [only, ...others] = who.accounts;
  const account = id === undefined ? only : who.accounts.find((candidate) => candidate.id === id);
  if (account === undefined || (id === undefined && others.length > 0)) {
    const names = who.accounts
      .map((candidate) => `  ${candidate.id}  ${candidate.name}`)
      .join("\n");
    throw new Error(`Say in which account: ${command}. This login has:\n${names}`);
  }
  process.env["CLOUDFLARE_ACCOUNT_ID"] = account.id;
  return { ...account, who: who.email ?? "an API token", isChoice: others.length > 0 };
}

const identitySchema = z.object({
  email: z.optional(z.string()),
  accounts: z.array(z.object({ id: z.string(), name: z.string() })),
});

async function whoAmI() {
  try {
    return z.parse(identitySchema, JSON.parse(await wrangler(["whoami", "--json"])));
  } catch (error) {
    const isLoggedOut = error instanceof CommandError && error.message.includes('"loggedIn":false');
    throw isLoggedOut ? new Error("You are not logged in to Cloudflare.", { cause: error }) : error;
  }
}

/** The resources of the account that Muster needs. */
export async function look(queues: string[]): Promise<PresentAccount> {
  const databases = await listDatabases();
  const missingQueues: string[] = [];
  for (const queue of queues) {
    // `queues list` prints pages of a table.
    const isThere = await succeeds(["queues", "info", queue], /does not exist/i);
    if (!isThere) missingQueues.push(queue);
  }
  return { databases, missingQueues, secrets: await listSecrets() };
}

async function listSecrets(): Promise<PresentAccount["secrets"]> {
  try {
    const secrets: unknown = JSON.parse(await wrangler(["secret", "list", "--format", "json"]));
    return z.parse(secretsSchema, secrets);
  } catch (error) {
    // Before the first deployment there is no Worker.
    if (error instanceof CommandError && /not found|10007/i.test(error.message)) return [];
    throw error;
  }
}

/** False when the command fails with a matching message; any other failure is thrown. */
async function succeeds(args: string[], unless: RegExp): Promise<boolean> {
  try {
    await wrangler(args);
    return true;
  } catch (error) {
    if (error instanceof CommandError && unless.test(error.message)) return false;
    throw error;
  }
}

type Secrets = {
  values: Partial<Record<SecretName, string>>;
  missing: SecretName[];
  /** For the administrator. */
  notes: string[];
};

/** Values for the secrets that the Worker lacks; existing secrets are not changed. */
export async function collectSecrets(names: SecretName[]): Promise<Secrets> {
  const secrets: Secrets = { values: {}, missing: [], notes: [] };
  for (const name of names) {
    const value = process.env[name] ?? (await findSecret(name, secrets.notes));
    if (value === undefined) secrets.missing.push(name);
    else secrets.values[name] = value;
  }
  return secrets;
}

async function findSecret(name: SecretName, notes: string[]): Promise<string | undefined> {
  // A key that is in no file could not be kept: the first page of the site shows one to set.
  if (isWorkersBuild) return undefined;
  if (name === "EVE_CLIENT_SECRET") {
    return ask("Secret key of your EVE application (Enter: later):", { isSecret: true });
  }
  const { key, file } = newEncryptionKey();
  notes.push(
    `${file} holds the new TOKEN_ENCRYPTION_KEY. Cloudflare shows it to nobody again: move it to where you keep passwords, apart from backups of the database, and delete the file.`,
  );
  return key;
}

/** Creates what is missing, the database at this location; returns its id if wrangler.jsonc does not have it yet. */
export async function provision(
  { database, queues }: DeployPlan,
  location: string | undefined,
): Promise<string | undefined> {
  for (const queue of queues) await wrangler(["queues", "create", queue]);
  if (database.do === "nothing") return undefined;
  if (database.do === "adopt") return database.id;
  const place = location === undefined ? [] : ["--location", location];
  await wrangler(["d1", "create", database.name, ...place]);
  const created = (await listDatabases()).find(({ name }) => name === database.name);
  if (created === undefined) throw new Error(`The database ${database.name} was not created.`);
  return created.uuid;
}

/**
 * Builds, unless the build command of Cloudflare has just done so. When the host is known, the social card gets an absolute
 * address.
 */
export async function build(config: WranglerConfig): Promise<"built" | "built before"> {
  if (isWorkersBuild && isBuiltFrom(config, readBuild())) return "built before";
  const host = config.routes?.[0]?.pattern;
  const env: Record<string, string> = host === undefined ? {} : { SITE_URL: `https://${host}` };
  await runProgram("vite", ["build", "--logLevel", "warn"], { env });
  checkBuild(readBuild());
  return "built";
}

function readBuild(): unknown {
  return existsSync(BUILT_CONFIG) ? JSON.parse(readFileSync(BUILT_CONFIG, "utf8")) : undefined;
}

/** Throws when this version cannot migrate the database, before anything else is done. */
export async function checkMigrations() {
  await crossBaseline((statements) => query({ place: "--remote" }, statements));
}

/** Runs before the deployment: migrations are compatible with the version before. */
export async function migrateRemote() {
  await migrate(openServer({ place: "--remote" }));
}

/** Uploads the Worker with these secrets as one version, which keeps its others; returns its host. */
export async function publish(secrets: Record<string, string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "muster-deploy-"));
  const [secretsFile, output] = [join(folder, "secrets.json"), join(folder, "output")];
  try {
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });
    const tag = commit();
    const args = ["deploy", "--config", BUILT_CONFIG, "--secrets-file", secretsFile];
    if (tag !== undefined) args.push("--tag", tag);
    await wrangler(args, {
      isShown: isInteractive,
      env: { WRANGLER_OUTPUT_FILE_PATH: output },
    });
    const host = deployedHostOf(readFileSync(output, "utf8"));
    if (host === undefined)
      throw new Error(
        "The Worker is deployed, and has no address. Give it one: npm run deploy -- --host muster.example.com",
      );
    return host;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function commit(): string | undefined {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  } catch {
    // A copy without git.
    return process.env["WORKERS_CI_COMMIT_SHA"]?.slice(0, 8);
  }
}

/** The health of the deployed site. A new address needs some time to resolve. */
export async function visit(host: string): Promise<string> {
  for (let visits = 1; visits <= VISITS; visits += 1) {
    const answer = await askHealth(host);
    if (answer !== undefined) return answer;
    if (visits < VISITS) await new Promise((resolve) => setTimeout(resolve, VISIT_PAUSE_MS));
  }
  return `! https://${host}/api/health does not answer yet. A new address can take some minutes; a domain's certificate a quarter of an hour.`;
}

const CHALLENGED =
  "! Cloudflare asks every client without a browser at your domain for proof that it is one, so that programs, applications and perhaps Discord cannot reach Muster. Switch Bot Fight Mode off for the domain: docs/deploy.md, “A domain of yours”.";

const healthSchema = z.object({ error: z.optional(z.object({ message: z.string() })) });

async function askHealth(host: string): Promise<string | undefined> {
  try {
    const response = await fetch(`https://${host}/api/health`);
    // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
    if (response.headers.get("cf-mitigated") === "challenge") return CHALLENGED;
    const body = z.parse(healthSchema, await response.json());
    if (response.ok) return "✓ It answers, and so does its database";
    return body.error === undefined ? undefined : `! It answers: ${body.error.message}`;
  } catch {
    return undefined;
  }
}

const WEB = join(import.meta.dirname, "../../../web");

type Given = { host: string; url: string; botToken: string; contact: string };

/** Registers the commands on every server of the bot, as the button in the self-diagnosis does. Returns what to tell. */
export async function registerCommands({ host, url, botToken, contact }: Given): Promise<string[]> {
  const config = { DISCORD_URL: url, DISCORD_BOT_TOKEN: botToken, ESI_CONTACT: contact };
  const bot = openBot(config, NO_BUCKETS);
  const application = await bot.call(getApplication);
  if (application.state !== "ok") {
    return [`! The commands at Discord are not registered. ${explain(application).message}`];
  }
  const { servers, problems } = await register(
    bot,
    application.data.id,
    `https://${host}`,
    await readCommandTexts(),
  );
  return [
    ...(servers.length === 0 ? [] : [`✓ Commands at Discord on ${servers.join(", ")}`]),
    ...problems.map(
      ({ what, refusal }) =>
        `! ${typeof what === "string" ? what : what.server}: ${refusal.message}`,
    ),
  ];
}

/** From the files of this checkout: the Worker's own are built. */
export async function readCommandTexts(): Promise<Translate> {
  const reading = TRANSLATED.map(
    async (language) => [language, await readTranslations(WEB, language)] as const,
  );
  const catalogs = new Map(await Promise.all(reading));
  return (message, language) =>
    catalogs.get(language)?.get(generateMessageId(inEnglish(message), message.context));
}
