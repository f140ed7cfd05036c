import type { Message } from "#shared/language/messages.ts";

/** A text without values in English: what is searched for is found by it in every language. */
export const sayInEnglish = ({ message }: Message): string =>
  typeof message === "string"
    ? message
    : message.filter((part) => typeof part === "string").join("");
