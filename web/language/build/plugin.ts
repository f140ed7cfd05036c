import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin, Rolldown } from "vite";
import type { EveNames } from "#web/language/eve-names.ts";
import { SHARED } from "#web/language/shared-texts.ts";
import type { SharedTranslations } from "#web/language/shared-texts.ts";
import { isLanguage, TRANSLATED } from "#shared/language/languages.ts";
import type { Translations, Compiled } from "#shared/language/messages.ts";
import type { Sources } from "./catalogs.ts";
import { sourcesOf, transformAll, pick, reasonsOf, translationsOf } from "./catalogs.ts";
import { refusals, sharedTexts } from "./shared-sources.ts";
import { compile } from "./compile.ts";
import { transform } from "./transform.ts";
import type { Transformed } from "./transform.ts";

type Options = {
  /** The folder of the SPA's sources. */
  web: string;
  /** Where a build puts the translations, below the site's root. */
  folder: string;
  /** Adds the pseudo-language, for tests of the layout. */
  hasPseudo: boolean;
};

/** Every page loads these: other parts do not repeat their translations. */
const BASE = ["main", "app/mount"];

const DEV_PATH = "/@texts";

/**
 * The texts of the SPA in all languages. English stays in the code. A build makes one file a language of each part that is
 * imported when it is needed. A text without a translation is English.
 */
export function texts({ web, folder, hasPseudo }: Options): Plugin {
  let isBuild = false;
  let files = new Map<string, Transformed>();
  /** Hashes of six letters do not compress. */
  let shortIds = new Map<string, string>();

  return {
    name: "muster:texts",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    config(_, { command }) {
      isBuild = command === "build";
      return {
        define: {
          TEXTS_PATH: JSON.stringify(isBuild ? `/${folder}` : DEV_PATH),
        },
      };
    },
    buildStart() {
      if (!isBuild) return;
      files = transformAll(web, web);
      const ids = [...sourcesOf("web", files).keys()].toSorted();
      shortIds = new Map(ids.map((id, index) => [id, index.toString(36)]));
    },
    transform: {
      filter: { id: /\/web\/.*\.tsx?$/ },
      handler(code, id) {
        const file = relative(web, id);
        const transformed = isBuild ? files.get(file) : transform(code, id, web);
        return (
          transformed && {
            code: withShortIds(transformed),
            map: transformed.map && JSON.stringify(transformed.map),
          }
        );
      },
    },
    async generateBundle(_, bundle) {
      const answers = answersOfApi();
      const sources = new Map([...sourcesOf("web", files), ...answers]);
      const parts = partsOf(bundle, files, web);
      const catalogs: [string, Translations][] = [];
      for (const language of TRANSLATED)
        catalogs.push([language, await translationsOf(web, language)]);
      if (hasPseudo) catalogs.push([PSEUDO, pseudoTranslations(sources)]);
      for (const [language, translations] of catalogs) {
        this.emitFile({
          type: "asset",
          fileName: `${folder}/${language}/${SHARED}.json`,
          source: JSON.stringify(sharedTranslations(translations, answers, namesIn(web, language))),
        });
        for (const [part, ids] of parts) {
          const entries = [...ids].map((id) => [shortIds.get(id), translations[id]]);
          const source = JSON.stringify(Object.fromEntries(entries));
          this.emitFile({ type: "asset", fileName: `${folder}/${language}/${part}.json`, source });
        }
      }
    },
    configureServer(server) {
      server.middlewares.use(DEV_PATH, (request, response) => {
        const [, language = "", part] = (request.url ?? "").split("/");
        const reading = isLanguage(language) ? translationsOf(web, language) : Promise.resolve({});
        response.setHeader("Content-Type", "application/json");
        void reading.then((translations) => {
          const all: Record<string, unknown> = {
            "main.json": translations,
            [`${SHARED}.json`]: sharedTranslations(
              translations,
              answersOfApi(),
              namesIn(web, language),
            ),
          };
          return response.end(JSON.stringify(all[part ?? ""] ?? {}));
        });
      });
    },
  };

  function withShortIds({ code, texts }: Transformed): string {
    let rest = code;
    for (const { id } of texts)
      rest = rest.replace(`id: "${id}"`, `id: "${shortIds.get(id) ?? id}"`);
    return rest;
  }
}

function pseudoTranslations(sources: Sources): Translations {
  return Object.fromEntries(
    [...sources].map(([id, { message }]) => [id, pseudo(compile(message))]),
  );
}

/** What both sides of the API say. */
const answersOfApi = (): Sources => new Map([...refusals(), ...sharedTexts(".")]);

function sharedTranslations(
  translations: Translations,
  answers: Sources,
  names: EveNames,
): SharedTranslations {
  // Some answers have the sentence of a refusal without its reason.
  const sources = [...answers].filter(([, { message }]) => !/\{\w+, /.test(message));
  const texts = sources.map(([id, { message }]): [string, string] => [message, id]);
  return {
    texts: pick(texts, translations, (id) => id),
    reasons: reasonsOf(translations),
    names,
  };
}

/** EVE's names in a language (CCP's static data export). */
function namesIn(web: string, language: string): EveNames {
  const file = join(web, `language/names/${language}.json`);
  if (!existsSync(file)) return { types: {}, skillGroups: {}, roles: {} };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of this checkout, which a test checks
  return JSON.parse(readFileSync(file, "utf8")) as EveNames;
}

/** The texts that each part needs before it is drawn: its own, and those of what it imports with it. */
function partsOf(
  bundle: Rolldown.OutputBundle,
  files: Map<string, Transformed>,
  web: string,
): Map<string, Set<string>> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const chunkOf = new Map(
    chunks.flatMap((chunk) =>
      chunk.moduleIds.map((id) => [relative(web, id).replace(/\.tsx?$/, ""), chunk]),
    ),
  );
  const textsOf = (part: string): Set<string> => {
    const seen = new Set<Rolldown.OutputChunk>();
    const ids = new Set<string>();
    const visit = (chunk: Rolldown.OutputChunk | undefined) => {
      if (!chunk || seen.has(chunk)) return;
      seen.add(chunk);
      for (const module of chunk.moduleIds) {
        for (const { id } of files.get(relative(web, module))?.texts ?? []) ids.add(id);
      }
      for (const name of chunk.imports) {
        const imported = bundle[name];
        if (imported?.type === "chunk") visit(imported);
      }
    };
    visit(chunkOf.get(part));
    return ids;
  };
  const names = new Set([...BASE, ...[...files.values()].flatMap(({ parts }) => parts)]);
  const parts = new Map([...names].map((name) => [name, textsOf(name)]));
  const base = new Set(BASE.flatMap((name) => [...(parts.get(name) ?? [])]));
  for (const [name, ids] of parts) {
    if (!BASE.includes(name)) parts.set(name, new Set([...ids].filter((id) => !base.has(id))));
  }
  return parts;
}

/** BCP 47's tag for a language of one's own. */
const PSEUDO = "qps";

const ACCENTS: Record<string, string> = {
  a: "å",
  e: "é",
  i: "î",
  o: "ö",
  u: "û",
  c: "ç",
  n: "ñ",
  s: "š",
};

/** The text with accents and words 40 % longer: a layout that holds it holds German and Russian. */
function pseudo(message: Compiled): Compiled {
  if (typeof message === "string") return message === "#" ? message : longer(message);
  return message.map((part): Exclude<Compiled, string>[number] => {
    if (typeof part === "string") return part === "#" ? part : longer(part);
    if (part.length !== 3) return part;
    const [name, kind, forms] = part;
    const choices = Object.entries(forms).map(([key, form]) => [key, pseudo(form)]);
    return [name, kind, Object.fromEntries(choices)] as const;
  });
}

/** Tags of elements stay as they are. */
const longer = (text: string): string =>
  text
    .split(/(<\/?\w+\/?>)/)
    .map((piece) => (piece.startsWith("<") ? piece : piece.replaceAll(/[a-z]+/gi, longerWord)))
    .join("");

function longerWord(word: string): string {
  const accented = word.replaceAll(/[a-z]/g, (letter) => ACCENTS[letter] ?? letter);
  return accented + "ö".repeat(Math.ceil(word.length * 0.4));
}
