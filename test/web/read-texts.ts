import { globSync, readFileSync } from "node:fs";
import { formatter } from "@lingui/format-po";
import type { Translations } from "#shared/language/messages.ts";
import { compile } from "#web/language/build/compile.ts";

const po = formatter({ origins: true, lineNumbers: false });

/** The translations of a language, by what texts are called before they are built. Texts with values have other names. */
export async function readTexts(language: string): Promise<Translations> {
  const texts: Record<string, ReturnType<typeof compile>> = {};
  for (const file of globSync(`web/language/catalogs/${language}/*.po`)) {
    const context = { locale: language, sourceLocale: "en", filename: file };
    // One after the other.
    // oxlint-disable-next-line no-await-in-loop
    const catalog = await po.parse(readFileSync(file, "utf8"), context);
    for (const { message = "", translation = "", context: meaning } of Object.values(catalog)) {
      texts[meaning === undefined ? message : `${meaning} ${message}`] = compile(translation);
    }
  }
  return texts;
}
