import * as z from "zod/mini";
import { MAX_ADDRESS_LENGTH } from "./addresses.ts";

/** A text for which `problemOf` finds no problem. `subject` begins the sentence of a refusal: "Redirect URIs must be valid addresses". */
export function addressSchema(subject: string, problemOf: (text: string) => string | undefined) {
  return z.string().check(
    z.maxLength(
      MAX_ADDRESS_LENGTH,
      `${subject}, of at most ${MAX_ADDRESS_LENGTH} characters each.`,
    ),
    z.superRefine((text, context) => {
      const problem = problemOf(text);
      if (problem !== undefined) {
        context.addIssue({ code: "custom", message: `${subject}. ${problem}` });
      }
    }),
  );
}
