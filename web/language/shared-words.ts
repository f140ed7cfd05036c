/** The words of a language other than English for what both sides of the API say. */
export type SharedWords = {
  /** A sentence of `shared/` or of the Worker, by its English text. */
  say: (english: string) => string;
  /** Why the Worker refused. */
  refusal: (reason: string, params: Record<string, string | number>) => string | undefined;
};

let words: SharedWords | undefined;

/** Undefined: English. */
export function speakShared(next: SharedWords | undefined): void {
  words = next;
}

/** A sentence of `shared/` or of the Worker in the language of the moment; English, if it has no translation. */
export const sayShared = (english: string): string => words?.say(english) ?? english;

/** Why the Worker refused, in the language of the moment. */
export const sayRefusal: SharedWords["refusal"] = (reason, params) =>
  words?.refusal(reason, params);
