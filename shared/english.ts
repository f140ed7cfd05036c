/**
 * A sentence that people read, in English. The SPA finds its translation by the text itself (`web/language/messages.ts`), so
 * it may come from either side of the API. Values are numbers or names that stay as they are.
 */
export function english(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return String.raw({ raw: parts }, ...values);
}
