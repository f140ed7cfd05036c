/** Chinese and Japanese have no space between sentences, and a full stop of their own. */
const isFullWidth = (language: string) => language === "zh" || language === "ja";

/** Sentences after one another. */
export const joinSentences = (sentences: readonly string[], language: string): string =>
  sentences.join(isFullWidth(language) ? "" : " ");

export const fullStop = (language: string): string => (isFullWidth(language) ? "。" : ".");
