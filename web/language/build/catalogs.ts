import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatter } from "@lingui/format-po";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import type { Language } from "#shared/language/languages.ts";
import { TRANSLATED } from "#shared/language/languages.ts";
import { REASONS } from "#shared/reasons.ts";
import type { Translations } from "#shared/language/messages.ts";
import { refusals, sharedTexts } from "./shared-sources.ts";
import { transform } from "./transform.ts";
import type { Transformed } from "./transform.ts";
import { compile } from "./compile.ts";

type Source = {
  message: string;
  context?: string | undefined;
  files: string[];
  /** Where it stands there, for who translates it. */
  places: string[];
};

/** Texts by their ids, with the files that have them. */
export type Sources = Map<string, Source>;

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
    for (const { id, message, context, place } of texts) {
      const source = sources.get(id) ?? { message, context, files: [], places: [] };
      sources.set(id, source);
      if (!source.places.includes(place)) source.places.push(place);
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
    for (const [id, { message, context, files, places }] of some) {
      const known = all.get(id);
      all.set(id, {
        message,
        context,
        files: [...(known?.files ?? []), ...files],
        places: [...new Set([...(known?.places ?? []), ...places])],
      });
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

/** The translations of a language by id, in ICU MessageFormat. One that is fuzzy is of an English text that was changed since. */
export async function readTranslations(
  web: string,
  language: Language,
): Promise<Map<string, string>> {
  const entries = Object.entries(inOne(await readCatalogs(web, language)));
  return new Map(
    entries.flatMap(([id, entry]) => {
      const { translation = "" } = entry;
      return translation === "" || isFuzzy(entry) ? [] : [[id, translation]];
    }),
  );
}

/** The texts of each language that are shown in English, as no translation says what they say now. A release has none. */
export async function untranslated(root: string): Promise<string[]> {
  const sources = allSources(root);
  const languages = TRANSLATED.map(async (language) => {
    const translations = await readTranslations(`${root}/web`, language);
    return [...sources]
      .filter(([id]) => !translations.has(id))
      .map(([, { message }]) => `${language}: ${message}`);
  });
  return (await Promise.all(languages)).flat();
}

/**
 * The catalogs of a language for the texts of the code, by their paths. New texts are empty. A text that was changed keeps its translation, as
 * fuzzy, with the English that it is of. Texts that are gone leave.
 */
export async function catalogsFor(
  web: string,
  language: Language,
  sources: Sources,
): Promise<Map<string, string>> {
  const former = await readCatalogs(web, language);
  const known = inOne(former);
  const changed = changedTexts(sources, known);
  const catalogs = new Map<string, string>();
  for (const [name, entries] of Map.groupBy(sources, ([, source]) => catalogOf(source))) {
    const path = join(folderOf(web, language), `${name}.po`);
    const catalog: Catalog = {};
    const before = Object.keys(former.get(path) ?? {});
    for (const [id, { message, context, files, places }] of inOrder(entries, before)) {
      catalog[id] = {
        ...entryOf(known[id], changed.get(id)),
        message,
        comments: places.slice(0, MAX_PLACES),
        origin: files.map((file): [string] => [file]),
        ...(context !== undefined && { context }),
      };
    }
    const existing = former.has(path) ? HEADER.exec(readFileSync(path, "utf8"))?.[0] : undefined;
    const locale = { locale: language, sourceLocale: "en" };
    catalogs.set(path, await po.serialize(catalog, { ...locale, filename: path, existing }));
  }
  return catalogs;
}

/** Brings the catalogs of a language to the texts of the code. Returns how many are to translate. */
export async function writeCatalogs(
  web: string,
  language: Language,
  sources: Sources,
): Promise<number> {
  const catalogs = await catalogsFor(web, language, sources);
  for (const path of catalogPaths(web, language)) if (!catalogs.has(path)) rmSync(path);
  mkdirSync(folderOf(web, language), { recursive: true });
  for (const [path, catalog] of catalogs) writeFileSync(path, catalog);
  const translations = await readTranslations(web, language);
  return [...sources.keys()].filter((id) => !translations.has(id)).length;
}

/** The paths of the catalogs that there are. */
export function catalogPaths(web: string, language: Language): string[] {
  const folder = folderOf(web, language);
  return globSync("*.po", { cwd: folder })
    .map((file) => join(folder, file))
    .toSorted();
}

/** What stands before the first text of a file. */
const HEADER = /^[^]*?\n\n/;

/** A text that stands in many places needs no more of them to be understood. */
const MAX_PLACES = 3;

type Entry = Catalog[string];
type Extra = { flags: string[]; translatorComments: string[] };

const FUZZY = "fuzzy";
/** Before the English text that a fuzzy translation is of. Lingui's files have no "#|". */
const WAS = "Was: ";

const extraOf = ({ extra }: Entry): Extra =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what @lingui/format-po reads; its type is any record
  (extra ?? { flags: [], translatorComments: [] }) as Extra;

const isFuzzy = (entry: Entry): boolean => extraOf(entry).flags.includes(FUZZY);

/** What a catalog keeps of a text: its translation, or that of the text that it was before. */
function entryOf(same: Entry | undefined, before: Entry | undefined): Entry {
  if (same?.translation) {
    const { flags, translatorComments } = extraOf(same);
    const isSure = !flags.includes(FUZZY);
    const comments = translatorComments.filter((comment) => !isSure || !comment.startsWith(WAS));
    return { translation: same.translation, extra: { flags, translatorComments: comments } };
  }
  if (!before) return { translation: "" };
  const { flags, translatorComments } = extraOf(before);
  const was = flags.includes(FUZZY) ? [] : [`${WAS}${before.message ?? ""}`];
  const extra = {
    flags: [...new Set([...flags, FUZZY])],
    translatorComments: [...translatorComments, ...was],
  };
  return { translation: before.translation ?? "", extra };
}

/** For each new text the one that it was: one that is gone from the same file, with at least half of the words. */
function changedTexts(sources: Sources, known: Catalog): Map<string, Entry> {
  const gone = Object.entries(known).filter(([id, entry]) => !sources.has(id) && entry.translation);
  const isNew = ([id]: [string, unknown]) => !known[id]?.translation;
  const pairs = [...sources].filter(isNew).flatMap(([id, { message, files }]) =>
    gone
      .filter(([, { origin = [] }]) => origin.some(([file]) => files.includes(file)))
      .map(([before, entry]) => ({
        id,
        before,
        entry,
        likeness: likeness(message, entry.message ?? ""),
      })),
  );
  const found = new Map<string, Entry>();
  const used = new Set<string>();
  for (const pair of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
    if (pair.likeness < 0.5 || found.has(pair.id) || used.has(pair.before)) continue;
    found.set(pair.id, pair.entry);
    used.add(pair.before);
  }
  return found;
}

/** How much of their words two texts share, from 0 to 1. */
function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return (2 * shared) / (a.size + b.size || 1);
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** As the catalog has them, new ones after what stands before them in the code: code that moves moves no translation. */
function inOrder(entries: [string, Source][], before: string[]): [string, Source][] {
  const sources = new Map(entries);
  const ids = before.filter((id) => sources.has(id));
  const there = new Set(ids);
  for (const [index, [id]] of entries.entries()) {
    const previous = entries[index - 1]?.[0] ?? "";
    if (!there.has(id)) ids.splice(ids.indexOf(previous) + 1, 0, id);
  }
  return ids.flatMap((id): [string, Source][] => {
    const source = sources.get(id);
    return source ? [[id, source]] : [];
  });
}

async function readCatalogs(web: string, language: Language): Promise<Map<string, Catalog>> {
  const catalogs = new Map<string, Catalog>();
  for (const path of catalogPaths(web, language)) {
    catalogs.set(path, await readCatalog(path, language));
  }
  return catalogs;
}

function inOne(catalogs: ReadonlyMap<string, Catalog>): Catalog {
  const all: Catalog = {};
  for (const catalog of catalogs.values()) Object.assign(all, catalog);
  return all;
}

const CONFLICT = /^<{7}.*\n(?<ours>[^]*?)(?:^\|{7}[^]*?)?^={7}\n(?<theirs>[^]*?)^>{7}.*\n/gm;

/** One file. Where Git left a conflict, what both sides have, and the first where they differ. */
async function readCatalog(filename: string, language: Language): Promise<Catalog> {
  const content = readFileSync(filename, "utf8");
  const parse = (side: "$<ours>" | "$<theirs>") =>
    po.parse(content.replaceAll(CONFLICT, side), {
      locale: language,
      sourceLocale: "en",
      filename,
    });
  return { ...(await parse("$<theirs>")), ...(await parse("$<ours>")) };
}

const folderOf = (web: string, language: Language) => join(web, "language/catalogs", language);

/** The translations of a language by id, compiled. */
export async function translationsOf(web: string, language: Language): Promise<Translations> {
  const translations = await readTranslations(web, language);
  return Object.fromEntries([...translations].map(([id, text]) => [id, compile(text)]));
}

/** The sentences of refusals, by their reason. */
export const reasonsOf = (translations: Translations): Translations =>
  pick(Object.entries(REASONS), translations, ({ message }) => generateMessageId(message));

/** The translations of some messages by keys of their own. */
export function pick<Value>(
  entries: Iterable<[key: string, value: Value]>,
  translations: Translations,
  idOf: (value: Value) => string,
): Translations {
  return Object.fromEntries(
    [...entries].flatMap(([key, value]) => {
      const translation = translations[idOf(value)];
      return translation === undefined ? [] : [[key, translation]];
    }),
  );
}
