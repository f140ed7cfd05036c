/** What is there, as wrangler tells it. */
export type Present = {
  databases: { uuid: string; name: string }[];
  /** The queues of wrangler.jsonc that the account lacks. */
  missingQueues: string[];
  secrets: { name: string }[];
};

export type Wanted = { databaseId: string; databaseName: string };

export type Plan = {
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

/** In wrangler.jsonc until a database exists. */
const NO_DATABASE = "00000000-0000-0000-0000-000000000000";

/** What is missing, and nothing else: a second run finds nothing to do. Throws in words. */
export function planOf(
  { databaseId, databaseName }: Wanted,
  { databases, missingQueues, secrets }: Present,
): Plan {
  return {
    database: planDatabase(databaseId, databaseName, databases),
    queues: missingQueues,
    secrets: SECRET_NAMES.filter((name) => !secrets.some((secret) => secret.name === name)),
  };
}

function planDatabase(id: string, name: string, databases: Present["databases"]): Plan["database"] {
  const named = databases.find((database) => database.name === name);
  if (id === NO_DATABASE) {
    return named === undefined ? { do: "create", name } : { do: "adopt", id: named.uuid, name };
  }
  if (databases.some(({ uuid }) => uuid === id)) return { do: "nothing" };
  throw new Error(
    `wrangler.jsonc names the database ${id}, and this account has none with that id. Either this is another account (npm run deploy -- --account <id>), or the database was deleted: then put ${NO_DATABASE} in its place, and run this again for a new and empty one.`,
  );
}

/** The address at which the Worker answers, from what `wrangler deploy` wrote to its output file, a JSON a line. */
export function hostOf(output: string): string | undefined {
  const targets = output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type: string; targets?: string[] })
    .findLast(({ type }) => type === "deploy")?.targets;
  const domain = targets?.find((target) => target.endsWith("(custom domain)"));
  const address = domain ?? targets?.find((target) => target.startsWith("https://"));
  return address?.replace("https://", "").split(" ")[0];
}

/**
 * Throws when the build is not fit to be deployed: one for New Eden has its addresses and its secrets in it, and
 * leaves the same folder behind.
 */
export function checkBuild(built: {
  vars: Record<string, unknown>;
  d1_databases: { database_id?: string }[];
}) {
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
