import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatter } from "@lingui/format-po";
import type { Language } from "#shared/language/languages.ts";
import { refusals, sharedTexts } from "./shared-sources.ts";
import { transform } from "./transform.ts";
import type { Transformed } from "./transform.ts";

/** Texts by their ids, with the files that have them. */
export type Sources = Map<
  string,
  { message: string; context?: string | undefined; files: string[] }
>;

type Catalog = Awaited<ReturnType<typeof po.parse>>;

const po = formatter({ origins: true, lineNumbers: false });

/** All files of a folder that have texts, or, in `web/`, import others, transformed, by their paths below it. */
export function transformAll(folder: string, web: string): Map<string, Transformed> {
  const files = globSync("**/*.{ts,tsx}", { cwd: folder, exclude: ["ops/**"] });
  return new Map(
    files.toSorted().flatMap((file): [string, Transformed][] => {
      const path = join(folder, file);
      const transformed = transform(readFileSync(path, "utf8"), path, web);
      return transformed ? [[file, transformed]] : [];
    }),
  );
}

/** The texts of an area's files. */
export function sourcesOf(area: "web" | "worker", files: Map<string, Transformed>): Sources {
  const sources: Sources = new Map();
  for (const [file, { texts }] of files) {
    for (const { id, message, context } of texts) {
      const source = sources.get(id) ?? { message, context, files: [] };
      sources.set(id, source);
      if (!source.files.includes(`${area}/${file}`)) source.files.push(`${area}/${file}`);
    }
  }
  return sources;
}

/** All texts that are translated. */
export function allSources(root: string): Sources {
  const all: Sources = new Map();
  const web = `${root}/web`;
  for (const some of [
    sourcesOf("web", transformAll(web, web)),
    sourcesOf("worker", transformAll(`${root}/worker`, web)),
    sharedTexts(root),
    refusals(),
  ]) {
    for (const [id, { message, context, files }] of some) {
      all.set(id, { message, context, files: [...(all.get(id)?.files ?? []), ...files] });
    }
  }
  return all;
}

/** The catalog that a text stands in: its feature's, or the common one if several features have it. */
function catalogOf({ files }: { files: string[] }): string {
  const features = new Set(files.map(featureOf));
  const [only = ""] = features;
  return features.size === 1 ? only : "common";
}

function featureOf(file: string): string {
  const [area = "", feature = ""] = file.split("/");
  return area === "web" ? feature : area;
}

/** The translations of a language by id, in ICU MessageFormat. */
export async function readTranslations(
  web: string,
  language: Language,
): Promise<Map<string, string>> {
  const entries = Object.entries(await readCatalogs(web, language));
  return new Map(
    entries.flatMap(([id, { translation = "" }]) =>
      translation === "" ? [] : [[id, translation]],
    ),
  );
}

/**
 * Brings the catalogs of a language to the texts of the code: texts that are gone leave, new ones are empty. Returns how many
 * are.
 */
export async function writeCatalogs(
  web: string,
  language: Language,
  sources: Sources,
): Promise<number> {
  const known = await readCatalogs(web, language);
  const catalogs = Map.groupBy(sources, ([, source]) => catalogOf(source));
  const folder = folderOf(web, language);
  mkdirSync(folder, { recursive: true });
  for (const file of globSync("*.po", { cwd: folder })) {
    if (!catalogs.has(file.replace(".po", ""))) rmSync(join(folder, file));
  }
  for (const [name, entries] of catalogs) {
    const path = join(folder, `${name}.po`);
    const catalog: Catalog = {};
    for (const [id, { message, context, files }] of entries) {
      const { translation = "", extra } = known[id] ?? {};
      const origin = files.map((file): [string] => [file]);
      const more = { ...(context !== undefined && { context }), ...(extra && { extra }) };
      catalog[id] = { message, translation, origin, ...more };
    }
    const existing = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const locale = { locale: language, sourceLocale: "en" };
    writeFileSync(path, await po.serialize(catalog, { ...locale, filename: path, existing }));
  }
  return [...sources.keys()].filter((id) => !known[id]?.translation).length;
}

async function readCatalogs(web: string, language: Language): Promise<Catalog> {
  const folder = folderOf(web, language);
  const all: Catalog = {};
  for (const file of globSync("*.po", { cwd: folder }).toSorted()) {
    const filename = join(folder, file);
    const context = { locale: language, sourceLocale: "en", filename };
    Object.assign(all, await po.parse(readFileSync(filename, "utf8"), context));
  }
  return all;
}

const folderOf = (web: string, language: Language) => join(web, "language/catalogs", language);
