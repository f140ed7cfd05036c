import * as z from "zod/mini";
import { MAX_ADDRESS_LENGTH } from "./addresses.ts";

/** `invalid` has no full stop: what is wrong follows. */
export type AddressRefusals = { invalid: string; tooLong: string };

/** A text for which `problemOf` finds no problem. */
export function addressSchema(
  { invalid, tooLong }: AddressRefusals,
  problemOf: (text: string) => string | undefined,
) {
  return z.string().check(
    z.maxLength(MAX_ADDRESS_LENGTH, tooLong),
    z.superRefine((text, context) => {
      const problem = problemOf(text);
      if (problem !== undefined) {
        context.addIssue({ code: "custom", message: `${invalid}. ${problem}` });
      }
    }),
  );
}
