import { fold } from "#shared/fold.ts";
import { msg } from "#web/language/macros.ts";
import { sayInEnglish, currentLanguage, perLanguage, say } from "#web/language/messages.ts";
import type { Entry } from "./entries.ts";

/** Words of a sentence that no search is about, in any form that people type. They are dropped if nothing has them. */
const STOP_WORDS = msg`a an the of to for from in on at by with and or is are am be was do does did how what where which who when why can could should would i me my we our you your it its this that please show find open see view want need go give tell list change edit set someone somebody people`;

/** Chinese and Japanese have no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const HANGUL = /\p{sc=Hangul}/u;

/** How many entries may come close. */
const MOST_NEAR = 5;

export function searchWordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * The entries in which every typed word begins a word: matches of the name first, then matches of other words for it. If there are
 * none, stop words only say which match is better.
 */
export function matching<E extends Entry>(entries: readonly E[], typed: string): E[] {
  const words = searchWordsOf(typed);
  const matches = matchingAll(entries, words);
  if (matches.length > 0) return matches;
  const has = stopWordsIn(typed);
  return matchingAll(entries, withoutStopWords(words)).toSorted(
    (entry, other) => has({ entry: other }) - has({ entry }),
  );
}

/** How many of the stop words that were typed are in a name. */
function stopWordsIn(typed: string) {
  const stops = searchWordsOf(typed).flatMap(segmentsOf).filter(isStopWord);
  return ({ entry: { text } }: { entry: Entry }) =>
    stops.filter((word) => isMatch(searchWordsOf(text), [word])).length;
}

function matchingAll<E extends Entry>(entries: readonly E[], words: readonly string[]): E[] {
  const byName = entries.filter(({ text }) => isMatch(searchWordsOf(text), words));
  const byAlias = entries.filter(
    (entry) => !byName.includes(entry) && isMatch(allWordsOf(entry), words),
  );
  return [...byName, ...byAlias];
}

/**
 * The entries in which half of the typed words or more begin a word or have the stem of one, the best first. A word counts for more in
 * the name, and if few entries have it; a short name that has it counts for more than a long one.
 */
export function near(entries: readonly Entry[], typed: string): Entry[] {
  const words = tellingWords(typed);
  const has = stopWordsIn(typed);
  return scored(entries, words)
    .filter(({ found }) => found > 0 && 2 * found >= words.length)
    .toSorted((a, b) => b.score - a.score || has(b) - has(a))
    .slice(0, MOST_NEAR)
    .map(({ entry }) => entry);
}

/** How many of the typed words the nearest entry has. */
export function mostNear(entries: readonly Entry[], typed: string): number {
  return Math.max(0, ...scored(entries, tellingWords(typed)).map(({ found }) => found));
}

/** The words of a sentence that say what is meant. */
export function tellingWords(typed: string): string[] {
  // A letter or two begin too many words.
  return withoutStopWords(searchWordsOf(typed).flatMap(segmentsOf)).filter(
    (word) => word.length >= (UNSPACED.test(word) || HANGUL.test(word) ? 2 : 3),
  );
}

function scored(entries: readonly Entry[], words: readonly string[]) {
  const scores = entries.map((entry) => {
    const name = withoutStopWords(searchWordsOf(entry.text));
    return { entry, name, all: allWordsOf(entry), found: 0, score: 0 };
  });
  for (const word of words) {
    const fitting = scores.filter(({ all }) => fitOf(all, word) > 0);
    for (const scored of fitting) {
      const inName = fitOf(scored.name, word) / scored.name.length;
      scored.found++;
      scored.score += 1 + inName + fitOf(scored.all, word) / fitting.length;
    }
  }
  return scores;
}

function allWordsOf({ text, alias = "" }: Entry): string[] {
  return searchWordsOf(`${text} ${alias}`);
}

function isMatch(own: readonly string[], words: readonly string[]): boolean {
  return words.every((word) =>
    own.some((ownWord) =>
      UNSPACED.test(word) ? ownWord.includes(word) : ownWord.startsWith(word),
    ),
  );
}

/** Whether the text has the whole name. */
export function hasName({ text }: Entry, typed: string): boolean {
  const words = searchWordsOf(typed);
  return searchWordsOf(text).every((word) => words.includes(word));
}

export function hasWord(entry: Entry, word: string): boolean {
  const own = allWordsOf(entry);
  return searchWordsOf(word).every((part) => own.includes(part));
}

/** 2 if one of the words begins with what was typed, 1 if one has its stem. */
function fitOf(own: readonly string[], typed: string): number {
  if (isMatch(own, [typed])) return 2;
  return own.some((ownWord) => isOneStem(ownWord, typed)) ? 1 : 0;
}

/** "groups" and "group", "пилота" and "пилот", "그룹에서" and "그룹": words that differ in their endings. */
function isOneStem(one: string, other: string): boolean {
  const least = HANGUL.test(other) ? 2 : 4;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length >= least && one.length - length <= 3 && other.length - length <= 3;
}

const ownSegmenter = perLanguage((tag) => new Intl.Segmenter(tag, { granularity: "word" }));

/** The words of a text that has no spaces between them. Letters that are in no dictionary together are one: 封禁. */
function segmentsOf(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  const segments: string[] = [];
  let isOpen = false;
  for (const { segment } of ownSegmenter().segment(word)) {
    const isAlone = segment.length === 1 && !isStopWord(segment);
    if (isAlone && isOpen) segments.push((segments.pop() ?? "") + segment);
    else segments.push(segment);
    isOpen = isAlone;
  }
  return segments;
}

/** All words, if there are no others. */
function withoutStopWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !isStopWord(word));
  return telling.length > 0 ? telling : words;
}

/** A name as it was typed in a sentence, without the words before and after it: "show me bram please". */
export function trimStopWords(typed: string): string {
  const words = typed.trim().split(/\s+/);
  const first = words.findIndex((word) => !isStopWords(word));
  const last = words.findLastIndex((word) => !isStopWords(word));
  return first === -1 ? typed.trim() : words.slice(first, last + 1).join(" ");
}

export function isStopWords(text: string): boolean {
  return searchWordsOf(text).every(isStopWord);
}

const stopWords = new Map<string, ReadonlySet<string>>();

function isStopWord(word: string): boolean {
  const language = currentLanguage();
  // A language that is still loading has English words for a moment.
  const text = `${say(STOP_WORDS)} ${sayInEnglish(STOP_WORDS)}`;
  const key = `${language} ${text}`;
  const known = stopWords.get(key) ?? new Set(searchWordsOf(text));
  stopWords.set(key, known);
  return known.has(word);
}
