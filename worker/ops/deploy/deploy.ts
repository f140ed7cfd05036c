import { readFileSync, writeFileSync } from "node:fs";
import { ask, failureInWords, readFlags } from "#worker/ops/command.ts";
import { isDeadLetterQueue } from "#worker/ground/job-queue.ts";
import { adviceFor, nextSteps } from "./advice.ts";
import { changeConfig, parseConfig, newSigningKeys } from "./config.ts";
import { planOf } from "./plan.ts";
import {
  build,
  checkMigrations,
  chooseAccount,
  collectSecrets,
  isWorkersBuild,
  look,
  migrateRemote,
  provision,
  publish,
  registerCommands,
  visit,
} from "./steps.ts";

/**
 * `npm run deploy`: from a clean clone to a running site, and from there to an update. It does only what is missing.
 * Every answer can be given by a flag or the environment instead. In Cloudflare's own builds it asks nothing, and writes into a
 * clone that is thrown away.
 */
const CONFIG = "wrangler.jsonc";
/** The variables, with their flags and the questions; Enter leaves one as it is. */
const ASKED = [
  [
    "EVE_CLIENT_ID",
    "eve-client-id",
    "Client id of your EVE application (Enter: later, this says first what to enter there):",
  ],
  [
    "ADMIN_CHARACTER_IDS",
    "admin-character-ids",
    "Character ids of the administrators, separated by commas (Enter: later):",
  ],
  ["ESI_CONTACT", "esi-contact", "Mail address that CCP may write to (Enter: later):"],
  [
    "DISCORD_CLIENT_ID",
    "discord-client-id",
    "Client id of your Discord application (Enter: no Discord):",
  ],
] as const;

const USAGE =
  "npm run deploy [-- --account <id> --host <domain> --location <region> --eve-client-id <id> --admin-character-ids <id>,<id> --esi-contact <mail> --discord-client-id <id>]";
const { values: flags } = readFlags(USAGE, {
  options: {
    account: { type: "string" },
    host: { type: "string" },
    location: { type: "string" },
    "eve-client-id": { type: "string" },
    "admin-character-ids": { type: "string" },
    "esi-contact": { type: "string" },
    "discord-client-id": { type: "string" },
    /** For machines that cannot reach the deployed site. */
    "no-visit": { type: "boolean" },
  },
});

const readConfig = () => parseConfig(readFileSync(CONFIG, "utf8"));
const say = (text: string) => console.log(text);
const done = (text: string) => say(`✓ ${text}`);

function write(change: Parameters<typeof changeConfig>[1]) {
  writeFileSync(CONFIG, changeConfig(readFileSync(CONFIG, "utf8"), change));
}

/** The Worker knows the queue by its name. */
function checkDeadLetterQueue({ queues }: ReturnType<typeof readConfig>) {
  const wrong = queues.consumers.find(
    ({ dead_letter_queue: name }) => name !== undefined && !isDeadLetterQueue(name),
  );
  if (wrong === undefined) return;
  throw new Error(
    `The name of the dead letter queue in ${CONFIG} must end with -dead: ${wrong.dead_letter_queue}.`,
  );
}

/** Where D1 can be (https://developers.cloudflare.com/d1/configuration/data-location/): the west and east of Europe and of North America, Asia, Oceania. */
const LOCATIONS = ["weur", "eeur", "wnam", "enam", "apac", "oc"];

/** Undefined: near the machine that creates the database. */
async function chooseLocation(): Promise<string | undefined> {
  const location =
    flags.location ??
    process.env["MUSTER_LOCATION"] ??
    (await ask(
      `Where shall the database be? It cannot be moved later. ${LOCATIONS.join(", ")} (Enter: Cloudflare chooses, near this machine):`,
    ));
  if (location === undefined || LOCATIONS.includes(location)) return location;
  throw new Error(`The location must be one of ${LOCATIONS.join(", ")}: ${location}.`);
}

/** The variables to change: given, or missing and answered. */
async function collectVariables() {
  const present = readConfig().vars;
  const vars: Partial<Record<(typeof ASKED)[number][0], string>> = {};
  for (const [name, flag, question] of ASKED) {
    const given = flags[flag] ?? process.env[name];
    const answer = given ?? (present[name] ? undefined : await ask(question));
    if (answer !== undefined && answer !== present[name]) vars[name] = answer;
  }
  if (vars.ADMIN_CHARACTER_IDS !== undefined && !/^\d+(, *\d+)*$/.test(vars.ADMIN_CHARACTER_IDS)) {
    throw new Error("ADMIN_CHARACTER_IDS must be numbers, separated by commas.");
  }
  return vars;
}

async function deploy() {
  const account = isWorkersBuild
    ? undefined
    : await chooseAccount(flags.account, readConfig().account_id);
  if (account !== undefined) done(`Logged in as ${account.who}, account ${account.name}`);

  const vars = await collectVariables();
  write({
    vars,
    host: flags.host ?? process.env["MUSTER_HOST"],
    ...(account?.isChoice && { accountId: account.id }),
  });
  const config = readConfig();
  checkDeadLetterQueue(config);
  const [database] = config.d1_databases;
  const wanted = { databaseId: database.database_id, databaseName: database.database_name };
  const queues = config.queues.consumers.map(({ queue }) => queue);
  const plan = planOf(wanted, await look(queues));
  const secrets = await collectSecrets(plan.secrets);

  const location = plan.database.do === "create" ? await chooseLocation() : undefined;

  const databaseId = await provision(plan, location);
  if (databaseId !== undefined) write({ databaseId });
  done(
    databaseId === undefined
      ? "Database and queues are there"
      : `Database ${databaseId}, in ${CONFIG}`,
  );

  if (isWorkersBuild && plan.database.do === "create" && location === undefined) {
    say(
      `! The database is near the machine of this build, and cannot be moved. For another place, set the build variable MUSTER_LOCATION to ${LOCATIONS.join(", ")}, delete the database while it is empty (npx wrangler d1 delete ${plan.database.name}), and retry the build.`,
    );
  }

  await checkMigrations();
  done((await build(readConfig())) === "built" ? "Built" : "Built by the build command");
  await migrateRemote();
  done("Database migrated");
  const host = await publish({ ...secrets.values, ...newSigningKeys() });
  done(`Deployed: https://${host}`);
  if (!flags["no-visit"]) say(await visit(host));
  const botToken = process.env["DISCORD_BOT_TOKEN"];
  const { ESI_CONTACT: contact = "" } = config.vars;
  const url = process.env["DISCORD_URL"] ?? config.vars["DISCORD_URL"];
  if (botToken !== undefined && url !== undefined) {
    for (const line of await registerCommands({ host, url, botToken, contact })) say(line);
  }

  say(
    `\nWhat is left to do:\n\n${nextSteps({
      host,
      callbackPath: config.vars["EVE_CALLBACK_PATH"] ?? "/auth/callback",
      hasEveApplication:
        Boolean(config.vars["EVE_CLIENT_ID"]) && !secrets.missing.includes("EVE_CLIENT_SECRET"),
      hasDiscord: Boolean(config.vars["DISCORD_CLIENT_ID"]),
      hasAdministrators: Boolean(config.vars["ADMIN_CHARACTER_IDS"]),
      isWorkersBuild,
    })}`,
  );
  for (const note of secrets.notes) say(`\n! ${note}`);
}

try {
  await deploy();
} catch (error) {
  const message = failureInWords(error);
  const advice = adviceFor(message);
  console.error(`\n✗ ${message}\n`);
  if (advice !== undefined) console.error(`${advice}\n`);
  const again = isWorkersBuild ? "retry the build" : "run npm run deploy again";
  console.error(`Then ${again}: what is done is not done twice.`);
  process.exitCode = 1;
}
