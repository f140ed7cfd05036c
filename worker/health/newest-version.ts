import { msg, ph } from "#shared/language/macros.ts";
import type { HealthCheck } from "#shared/health.ts";
import { HOUR_MS } from "#shared/time.ts";
import type { Config } from "#worker/ground/config.ts";
import type { Words } from "#worker/language/words.ts";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";

const TIMEOUT_MS = 3000;

/** `version` is undefined if the answer has none that can be compared, or there was no answer. */
type Newest = { version: string | undefined; at: number };

/** Keyed by the configuration, of which a deployment has one. */
const known = new WeakMap<Config, Newest>();

/**
 * The line of the diagnosis about a newer version. Undefined, and nothing is asked, unless the administrators have said where:
 * RELEASES_URL is the latest release of a repository (https://docs.github.com/rest/releases/releases#get-the-latest-release).
 * It is asked once an hour at most.
 */
export async function checkNewestVersion(
  config: Config,
  { say }: Words,
): Promise<HealthCheck | undefined> {
  if (config.RELEASES_URL === "") return undefined;
  const version = await newestVersion(config);
  const line = { id: "version", title: say(msg`Version`), values: [] };
  if (version === undefined) {
    return {
      ...line,
      state: "unknown",
      words: say(msg`Muster could not find out whether there is a newer version.`),
      fix: say(
        msg`If this stays, compare RELEASES_URL in wrangler.jsonc with the address in docs/versions.md.`,
      ),
    };
  }
  if (isNewer(version, PRODUCT_VERSION)) {
    return {
      ...line,
      state: "warning",
      words: say(
        msg`Version ${version} is out. This Muster runs ${ph({ present: PRODUCT_VERSION })}.`,
      ),
      fix: say(
        msg`Read what is new in CHANGELOG.md, make a backup, then: git pull && npm ci && npm run deploy`,
      ),
    };
  }
  return { ...line, state: "ok", words: say(msg`There is no newer version.`), fix: null };
}

async function newestVersion(config: Config): Promise<string | undefined> {
  const cached = known.get(config);
  if (cached !== undefined && Math.abs(Date.now() - cached.at) < HOUR_MS) return cached.version;
  const version = await askNewest(config.RELEASES_URL);
  known.set(config, { version, at: Date.now() });
  return version;
}

/** GitHub refuses requests without a User-Agent: https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api#user-agent */
async function askNewest(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      headers: {
        "user-agent": `Muster/${PRODUCT_VERSION}`,
        accept: "application/vnd.github+json",
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const release: unknown = await response.json();
    const tag =
      response.ok && typeof release === "object" && release !== null && "tag_name" in release
        ? release.tag_name
        : undefined;
    return typeof tag === "string" ? /^v?(\d+\.\d+\.\d+)$/.exec(tag)?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** Both are three numbers. */
function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, "en", { numeric: true }) > 0;
}
