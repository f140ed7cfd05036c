import { readFileSync, writeFileSync } from "node:fs";
import { failureInWords } from "#worker/ops/command.ts";
import { adviceFor } from "#worker/ops/deploy/advice.ts";
import { parseConfig } from "#worker/ops/deploy/config.ts";
import { chooseAccount } from "#worker/ops/deploy/steps.ts";
import { migrate, openServer } from "#worker/ops/deploy/migrate.ts";
import { CommandError, listDatabases, wrangler } from "#worker/ops/wrangler.ts";
import { buildDemo, DEMO_CONFIG, DEMO_SCHEMA_SQL } from "./build.ts";
import { DEMO_NAME, demoName } from "./config.ts";
import { DROP_RESET } from "./schema.ts";

/** `npm run deploy:demo`: the demo of docs/deploy.md, in the account of this login. Again, it is the update. */
const say = (text: string) => console.log(text);

async function databaseId(): Promise<string | undefined> {
  return (await listDatabases()).find(({ name }) => name === DEMO_NAME)?.uuid;
}

async function ensureQueue(name: string) {
  try {
    await wrangler(["queues", "info", name]);
  } catch (error) {
    if (!(error instanceof CommandError) || !/does not exist/i.test(error.message)) throw error;
    await wrangler(["queues", "create", name]);
  }
}

async function deployDemo() {
  const { queues, account_id: configured } = parseConfig(readFileSync("wrangler.jsonc", "utf8"));
  const { who, name } = await chooseAccount(
    undefined,
    configured,
    "CLOUDFLARE_ACCOUNT_ID=<id> npm run deploy:demo",
  );
  say(`✓ Logged in as ${who}, account ${name}`);
  if ((await databaseId()) === undefined) await wrangler(["d1", "create", DEMO_NAME]);
  const id = await databaseId();
  if (id === undefined) throw new Error(`The database ${DEMO_NAME} was not created.`);
  for (const { queue } of queues.consumers) await ensureQueue(demoName(queue));
  say("✓ Database and queues are there");

  await buildDemo();
  const built = JSON.parse(readFileSync(DEMO_CONFIG, "utf8"));
  built.d1_databases[0].database_id = id;
  writeFileSync(DEMO_CONFIG, JSON.stringify(built));
  say("✓ Built, with a community of today");

  const database = ["DB", "--remote", "--config", DEMO_CONFIG];
  await wrangler(["d1", "execute", ...database, "-y", "--command", DROP_RESET]);
  await migrate(openServer({ place: "--remote", config: DEMO_CONFIG }));
  await wrangler(["d1", "execute", ...database, "-y", "--file", DEMO_SCHEMA_SQL]);
  say("✓ Database migrated");
  say(await wrangler(["deploy", "--config", DEMO_CONFIG]));
  say("The first visit seeds the community. To remove the demo: docs/deploy.md.");
}

try {
  await deployDemo();
} catch (error) {
  const message = failureInWords(error);
  console.error(`\n✗ ${message}\n`);
  const advice = adviceFor(message);
  if (advice !== undefined) console.error(advice);
  process.exitCode = 1;
}
