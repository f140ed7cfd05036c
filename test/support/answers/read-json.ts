import * as z from "zod/mini";

/** Parses the body of a response; keys that the schema does not name are dropped. */
export async function readJson<Schema extends z.ZodMiniType>(
  response: Pick<Response, "json">,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await response.json();
  return z.parse(schema, body);
}
