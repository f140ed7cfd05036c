import { msg, t } from "#web/language/macros.ts";
import { currentLanguage } from "#web/language/messages.ts";
import { joinSentences } from "#shared/language/sentences.ts";
import { sentence } from "./sentence.ts";
import type { Piece } from "./sentence.ts";

/** "A, B, C" */
export function enumerated(texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  return others.reduce((list, next) => t`${list}, ${next}`, first);
}

/** The same of names, which stay apart. */
export function enumeratedNames(names: readonly string[]): Piece[] {
  const [first, ...others] = names.map((name) => [{ name }]);
  return others.reduce<Piece[]>((list, next) => sentence(msg`${list}, ${next}`), first ?? []);
}

/** Sentences after one another; empty ones are left out. */
export const inSuccession = (sentences: readonly string[]): string =>
  joinSentences(sentences.filter(Boolean), currentLanguage());

/** What stands between two sentences: Chinese and Japanese have no space there. */
export const sentenceGap = (): string => joinSentences(["", ""], currentLanguage());
