/** Of wrangler.jsonc, what is read of it outside wrangler. */
export type WranglerConfig = {
  account_id?: string;
  routes?: { pattern: string }[];
  vars: Record<string, string>;
  d1_databases: [{ binding: string; database_name: string; database_id: string }];
  queues: { producers: { binding: string }[]; consumers: { queue: string }[] };
  ratelimits: { name: string }[];
  version_metadata: { binding: string };
};

/** Reads JSON with comments on lines of their own and commas before closing brackets. */
export function parseConfig(text: string): WranglerConfig {
  const json = text.replaceAll(/^\s*\/\/.*$/gm, "").replaceAll(/,(\s*[}\]])/g, "$1");
  try {
    return JSON.parse(json) as WranglerConfig;
  } catch (cause) {
    throw new Error(
      "wrangler.jsonc cannot be read. Comments must stand on lines of their own; git diff wrangler.jsonc shows what was changed.",
      { cause },
    );
  }
}

/** What `npm run deploy` writes into wrangler.jsonc. What is undefined stays as it is. */
export type ConfigChange = {
  databaseId?: string | undefined;
  accountId?: string | undefined;
  /** A custom domain; without one, the Worker answers at its address on workers.dev. */
  host?: string | undefined;
  vars?: Record<string, string | undefined>;
};

/**
 * Changes the text of wrangler.jsonc and nothing around it: comments and layout stay, so that the file can be
 * compared with the one of the next version. (wrangler's own `experimental_patchConfig` lays the whole file out anew.)
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

/** The one property of this name with a text for its value; not one in a comment. */
function replaceString(text: string, name: string, value: string): string {
  const property = new RegExp(`^((?:(?!//).)*"${name}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, "m");
  if (!property.test(text)) {
    throw new Error(
      `wrangler.jsonc has no "${name}". Compare it with the one of this version of Muster (git diff wrangler.jsonc), and put it back.`,
    );
  }
  return text.replace(property, (_, before: string) => before + JSON.stringify(value));
}

/** A property of the whole, on a line of its own: the one that is there, or a new one after the name. */
function setLine(text: string, name: string, json: string): string {
  const line = `  "${name}": ${json},`;
  const present = new RegExp(`^  "${name}": .*$`, "m");
  if (present.test(text)) return text.replace(present, () => line);
  return text.replace(/^ {2}"name": .*$/m, (first) => `${first}\n${line}`);
}
