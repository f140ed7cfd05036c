import { worded } from "#web/language/messages.ts";
import type { Text } from "#web/language/messages.ts";

/** A column's header in words. */
export const headerOf = ({ header }: { header: Text }): string => worded(header);
