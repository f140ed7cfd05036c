const TAG = /<(?:\/?[a-z]|!)[^<>]*>/gi;
const ENTITY = /&(?:lt|gt|quot|apos|#0?39|nbsp|amp);/g;
const CHARACTERS: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
  "&amp;": "&",
};

/**
 * A text as a reader sees it: players of EVE write markup such as `<color=0xFFff0000>` into names, and ESI answers with it. "A < B" and
 * "<3" have none.
 */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll(TAG, "")
    .replaceAll(ENTITY, (entity) => CHARACTERS[entity] ?? "'")
    .trim();
}
