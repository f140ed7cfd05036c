import { ESI_DOCUMENT, findRoute } from "./document.ts";

/** The parts of a JSON schema that CCP's document uses for answers. */
export type JsonSchema = {
  $ref?: string;
  type?: string;
  enum?: string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

const SCHEMAS: Record<string, JsonSchema> = ESI_DOCUMENT.components.schemas;

/** The schema of a route's 200 in CCP's document. */
export function answerSchema(method: string, path: string): JsonSchema {
  const { operation } = findRoute(method, path)?.route ?? {};
  return operation?.responses["200"]?.content?.["application/json"].schema ?? {};
}

export function resolve(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : resolve(SCHEMAS[name] ?? {});
}

/** The answer with null in each optional field that it does not have, as ESI sometimes answers. */
export function withNullFields(answer: unknown, schema: JsonSchema): unknown {
  const { items, properties } = resolve(schema);
  if (Array.isArray(answer)) return answer.map((item) => withNullFields(item, items ?? {}));
  if (typeof answer !== "object" || answer === null) return answer;
  const fields = new Map<string, unknown>(Object.entries(answer));
  return Object.fromEntries(
    [...new Set([...fields.keys(), ...Object.keys(properties ?? {})])].map((name) => [
      name,
      withNullFields(fields.get(name) ?? null, properties?.[name] ?? {}),
    ]),
  );
}

/** The titles of an answer with the markup that directors write into them. */
export function withMarkup(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer;
  return answer.map((title: unknown) =>
    typeof title === "object" && title !== null && "name" in title
      ? { ...title, name: `<color=0xFFff0000><b>${String(title.name)}</b></color>` }
      : title,
  );
}
