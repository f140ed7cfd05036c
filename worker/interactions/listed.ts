import { byLanguage } from "#shared/language/messages.ts";
import { plain } from "#worker/discord/posts/message.ts";
import type { Words } from "#worker/language/words.ts";

const lists = byLanguage((tag) => new Intl.ListFormat(tag, { style: "short", type: "unit" }));

/** Names after one another, without Discord's formatting. */
export const listed = ({ language }: Words, names: string[]): string =>
  lists(language).format(names.map(plain));
