import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { isLanguage, TRANSLATED } from "#shared/language/languages.ts";
import { sourcesOf, transformAll, pick, reasonsOf, translationsOf } from "./catalogs.ts";
import type { Sources } from "./catalogs.ts";
import { sharedTexts } from "./shared-sources.ts";
import { transform } from "./transform.ts";

const CATALOG = "virtual:catalog/";
/** The file of the Worker whose content the build makes. */
const CATALOGS_FILE = "language/catalogs.ts";
const NO_MAP = { mappings: "" } as const;

/**
 * The texts of the Worker in all languages. English stands in its code. Each other language is a file that the Worker imports when
 * it first speaks it, so that no isolate parses one that it does not use. A text without a translation is English.
 */
export function workerTexts({ web, worker }: { web: string; worker: string }): Plugin {
  let isBuild = false;
  /** A build reads it once, as all languages have the same texts. While developing, a text may have changed. */
  let spoken: Spoken | undefined;
  return {
    name: "muster:worker-texts",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "muster",
    config: (_, { command }) => {
      isBuild = command === "build";
    },
    buildStart() {
      // Without the file, the Worker would speak English alone.
      if (!existsSync(join(worker, CATALOGS_FILE))) this.error(`worker/${CATALOGS_FILE} is gone.`);
      spoken = isBuild ? readSpoken(worker, web) : undefined;
    },
    resolveId: {
      filter: { id: new RegExp(`^${CATALOG}`) },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: new RegExp(`^\0${CATALOG}`) },
      async handler(id) {
        const language = id.slice(CATALOG.length + 1);
        if (!isLanguage(language)) return undefined;
        const translations = await translationsOf(web, language);
        const { sources, sentences } = spoken ?? readSpoken(worker, web);
        const ids = [...sources.keys()].map((id): [string, string] => [id, id]);
        const texts = pick(ids, translations, (id) => id);
        const catalog = {
          texts,
          reasons: reasonsOf(translations),
          sentences: pick(sentences, translations, (id) => id),
        };
        return `export default JSON.parse(${JSON.stringify(JSON.stringify(catalog))});`;
      },
    },
    transform: {
      filter: { id: /\/worker\/.*\.ts$/ },
      handler(code, id) {
        if (id === join(worker, CATALOGS_FILE)) return { code: catalogs(), map: NO_MAP };
        const transformed = transform(code, id, web);
        return (
          transformed && {
            code: transformed.code,
            map: transformed.map && JSON.stringify(transformed.map),
          }
        );
      },
    },
  };
}

type Spoken = { sources: Sources; sentences: [message: string, id: string][] };

/** What the Worker says: its texts, and the sentences that the API answers with. */
function readSpoken(worker: string, web: string): Spoken {
  const sentences = [...sharedTexts(".")]
    .filter(([, { files }]) => files.some((file) => file.startsWith("worker/")))
    .map(([id, { message }]): [string, string] => [message, id]);
  return { sources: sourcesOf("worker", transformAll(worker, web)), sentences };
}

function catalogs(): string {
  const loaders = TRANSLATED.map(
    (language) => `${language}: () => import("${CATALOG}${language}")`,
  );
  return `export const CATALOGS = { ${loaders.join(", ")} };`;
}
