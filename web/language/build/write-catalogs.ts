import { TRANSLATED } from "#shared/language/languages.ts";
import { allSources, writeCatalogs } from "./catalogs.ts";

/** `npm run texts`: brings the catalogs of all languages to the texts of the code. */
const sources = allSources(".");
console.log(`${sources.size} texts`);
for (const language of TRANSLATED) {
  const missing = await writeCatalogs("web", language, sources);
  console.log(`${language}: ${missing === 0 ? "complete" : `${missing} to translate`}`);
}
