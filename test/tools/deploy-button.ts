import * as z from "zod/mini";

const HEADING = "## Deploy\n";
const BUTTON = /\n\[!\[Deploy to Cloudflare\]\([^)]+\)\]\([^)]+\)\n/;

/**
 * The README with the button that deploys this repository, below its heading "Deploy"; without one, without the button.
 * Throws when Cloudflare cannot read from the address
 * (https://developers.cloudflare.com/workers/platform/deploy-buttons/).
 */
export function withDeployButton(readme: string, repository: string | undefined): string {
  const plain = readme.replace(BUTTON, "");
  if (repository === undefined) return plain;
  const address = addressOf(repository);
  const button = `[![Deploy to Cloudflare](https://deploy.workers.cloudflare.com/button)](https://deploy.workers.cloudflare.com/?url=${address})`;
  if (!plain.includes(HEADING)) throw new Error("README.md has no section Deploy.");
  return plain.replace(HEADING, `${HEADING}\n${button}\n`);
}

/** npm writes addresses of git (git+https://….git), and takes github:owner/name. */
function addressOf(repository: string): string {
  const [, host, path] =
    /^(?:git\+)?(?:https:\/\/|ssh:\/\/git@|git:\/\/)?((?:github|gitlab)(?:\.com)?)[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      repository,
    ) ?? [];
  if (host === undefined || path === undefined) {
    throw new Error(
      `"repository" in package.json is ${repository}. A deploy button needs https://github.com/<owner>/<name>, or the same at gitlab.com.`,
    );
  }
  return `https://${host.replace(/\.com$/, "")}.com/${path}`;
}

const packageSchema = z.object({
  repository: z.optional(z.union([z.string(), z.object({ url: z.string() })])),
});

/** The address of the repository in a package.json. */
export function repositoryOf(json: string): string | undefined {
  const { repository } = z.parse(packageSchema, JSON.parse(json));
  return typeof repository === "string" ? repository : repository?.url;
}
