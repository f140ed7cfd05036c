import type { ReactNode } from "react";
import { formOf, msg } from "#shared/language/macros.ts";
import type { InContext } from "#shared/language/macros.ts";
import { say } from "./messages.ts";

export { msg, ph, plural, select } from "#shared/language/macros.ts";

type Forms = { one: ReactNode; other: ReactNode };

/** A text in the language of the moment. It may stand in code that runs when a screen is drawn, not in a module's own code. */
export function t(parts: TemplateStringsArray | InContext, ...values: (string | number)[]): string {
  return say(msg(parts, ...values));
}

/** A text with elements in it. `context` as `InContext` has it. */
export function Trans({ children }: { children: ReactNode; context?: string }): ReactNode {
  return children;
}

/** `plural` within `Trans`. */
export function Plural({
  value,
  ...forms
}: { value: number | Record<string, number> } & Forms): ReactNode {
  const { number, form } = formOf(value, forms);
  return typeof form === "string" ? form.replaceAll("#", number) : form;
}

/** `select` within `Trans`. A word's prop begins with an underscore: `_open="…"`. */
export function Select(texts: Record<string, ReactNode> & { value: string; other: ReactNode }) {
  return texts[`_${texts.value}`] ?? texts.other;
}
