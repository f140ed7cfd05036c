import * as z from "zod/mini";

/** The body of a response, as the schema says it must be; keys that the schema does not name are dropped. */
export async function readJson<Schema extends z.ZodMiniType>(
  response: Pick<Response, "json">,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body: unknown = await response.json();
  return z.parse(schema, body);
}
