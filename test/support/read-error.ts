import { errorBodySchema } from "#shared/error.ts";

/** The error of a response; throws when the body does not match the error schema. */
export async function readError(response: Response) {
  return errorBodySchema.parse(await response.json()).error;
}
