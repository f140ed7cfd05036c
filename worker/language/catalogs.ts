import type { Language } from "#shared/language/languages.ts";
import type { Translations } from "#shared/language/messages.ts";

/**
 * What the Worker says in a language: its own texts by their ids, refusals by their reason, and sentences of its answers by their
 * English.
 */
export type Catalog = { texts: Translations; reasons: Translations; sentences: Translations };

/**
 * The catalogs of all languages but English, each a file of the Worker that is read when it is first used. The build fills this
 * in (web/language/build/worker-plugin.ts). Where nothing is built, Muster speaks English.
 */
export const CATALOGS: Partial<Record<Language, () => Promise<{ default: Catalog }>>> = {};
