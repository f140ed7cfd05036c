import { errorBodySchema } from "#shared/error.ts";

/** The error of an answer; throws when the body does not have the one error shape. */
export async function readError(response: Response) {
  return errorBodySchema.parse(await response.json()).error;
}
