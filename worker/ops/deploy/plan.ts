import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import type { listDatabases } from "#worker/ops/wrangler.ts";
import type { WranglerConfig } from "./config.ts";

export const secretsSchema = z.array(z.object({ name: z.string() }));

/** What the account has, as reported by wrangler. */
export type PresentAccount = {
  databases: Awaited<ReturnType<typeof listDatabases>>;
  /** The queues of wrangler.jsonc that the account lacks. */
  missingQueues: string[];
  secrets: z.infer<typeof secretsSchema>;
};

type Wanted = { databaseId: string; databaseName: string };

export type DeployPlan = {
  database:
    | { do: "create"; name: string }
    | { do: "adopt"; id: string; name: string }
    | { do: "nothing" };
  queues: string[];
  /** Secrets that the Worker needs and does not have. */
  secrets: SecretName[];
};

const SECRET_NAMES = ["EVE_CLIENT_SECRET", "TOKEN_ENCRYPTION_KEY"] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** The id in wrangler.jsonc until a database exists. */
const NO_DATABASE = "00000000-0000-0000-0000-000000000000";

/** Plans what is missing and nothing else: a second run finds nothing to do. Errors are for the administrator. */
export function planOf(
  { databaseId, databaseName }: Wanted,
  { databases, missingQueues, secrets }: PresentAccount,
): DeployPlan {
  return {
    database: planDatabase(databaseId, databaseName, databases),
    queues: missingQueues,
    secrets: SECRET_NAMES.filter((name) => !secrets.some((secret) => secret.name === name)),
  };
}

function planDatabase(
  id: string,
  name: string,
  databases: PresentAccount["databases"],
): DeployPlan["database"] {
  const named = databases.find((database) => database.name === name);
  if (id === NO_DATABASE) {
    return named === undefined ? { do: "create", name } : { do: "adopt", id: named.uuid, name };
  }
  if (databases.some(({ uuid }) => uuid === id)) return { do: "nothing" };
  throw new Error(
    `wrangler.jsonc names the database ${id}, and this account has none with that id. Either this is another account (npm run deploy -- --account <id>), or the database was deleted: then put ${NO_DATABASE} in its place, and run this again for a new and empty one.`,
  );
}

const outputLineSchema = z.object({ type: z.string(), targets: z.optional(z.array(z.string())) });

/** The host of the deployed Worker, from the output file of `wrangler deploy` (one JSON object on each line). */
export function deployedHostOf(output: string): string | undefined {
  const targets = output
    .split("\n")
    .filter(Boolean)
    .map((line) => z.parse(outputLineSchema, JSON.parse(line)))
    .findLast(({ type }) => type === "deploy")?.targets;
  const domain = targets?.find((target) => target.endsWith("(custom domain)"));
  const address = domain ?? targets?.find((target) => target.startsWith("https://"));
  return address?.replace("https://", "").split(" ")[0];
}

const builtSchema = z.object({
  name: z.optional(z.string()),
  routes: z.optional(z.array(z.object({ pattern: z.string() }))),
  vars: z.record(z.string(), z.unknown()),
  d1_databases: z.array(
    z.object({ database_id: z.optional(z.string()), database_name: z.optional(z.string()) }),
  ),
});

/** Whether a build was made with what wrangler.jsonc says now. */
export function isBuiltFrom(config: WranglerConfig, json: unknown): boolean {
  const built = z.safeParse(builtSchema, json);
  if (!built.success) return false;
  const told = ({ name, routes, vars, d1_databases: databases }: z.infer<typeof builtSchema>) => ({
    name,
    host: routes?.[0]?.pattern,
    vars,
    databases: databases.map((database) => [database.database_id, database.database_name]),
  });
  return isDeepStrictEqual(told(built.data), told(config));
}

/**
 * Throws when the build must not be deployed: a build for New Eden is written to the same folder and contains its
 * addresses and secrets.
 */
export function checkBuild(json: unknown) {
  const built = z.parse(builtSchema, json);
  const isLocal = Object.values(built.vars).some((value) =>
    /localhost|127\.0\.0\.1/.test(String(value)),
  );
  const hasSecret = SECRET_NAMES.some((name) => name in built.vars);
  const hasNoDatabase = built.d1_databases.some(({ database_id: id }) => id === NO_DATABASE);
  if (isLocal || hasSecret || hasNoDatabase) {
    throw new Error(
      "The build in dist/ is not one for Cloudflare. Nothing was deployed. Run npm run deploy again, and no other build beside it.",
    );
  }
}
