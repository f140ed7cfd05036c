import { ph, t } from "#web/language/macros.ts";
import type { HealthCheck } from "#shared/health.ts";
import { enumerated } from "#web/lib/sentence.ts";

/** https://developers.cloudflare.com/fundamentals/reference/policies-compliances/content-security-policies/ */
const CLOUDFLARES =
  /https:\/\/(?:static\.cloudflareinsights|ajax\.cloudflare)\.com|\/cdn-cgi\/[\w-]+/;

type Script = Pick<HTMLScriptElement, "src" | "textContent">;

/**
 * What Cloudflare has added to the page, by settings of a domain. Nothing unless there is something: the Worker does not see the page
 * on its way, and scripts of extensions are the browser's own.
 */
export function checkAddedScripts(scripts: Iterable<Script>): HealthCheck[] {
  const added = [...scripts].flatMap(({ src, textContent }) => {
    return CLOUDFLARES.exec(src || textContent || "")?.[0] ?? [];
  });
  if (added.length === 0) return [];
  return [
    {
      id: "added-scripts",
      title: t`Scripts in pages`,
      state: "warning",
      words: t`Cloudflare adds scripts to the pages of this domain: ${ph({ scripts: enumerated([...new Set(added)]) })}. Muster allows its own scripts alone, so these do not work, or they delay the pages.`,
      fix: t`Switch Web Analytics, Rocket Loader and Bot Fight Mode off for this domain, in Cloudflare's dashboard.`,
      values: [],
    },
  ];
}
