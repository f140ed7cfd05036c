import * as z from "zod/mini";

const parameterSchema = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean(),
  schema: z.unknown(),
});
const bodySchema = z.object({ content: z.record(z.string(), z.object({ schema: z.unknown() })) });
const operationSchema = z.object({
  operationId: z.string(),
  parameters: z.optional(z.array(parameterSchema)),
  requestBody: z.optional(bodySchema),
  responses: z.looseObject({ "200": bodySchema }),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
});
const shapeSchema = z.looseObject({
  $ref: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  const: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  items: z.optional(z.unknown()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
  additionalProperties: z.optional(z.unknown()),
});

/** A typed client in TypeScript, made from nothing but the OpenAPI document: what the document leaves out, it cannot call. */
export function writeClient(source: unknown): string {
  const { paths, components } = documentSchema.parse(source);
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, parameters = [], requestBody, responses } = operation;
      const fields = parameters.map(
        ({ name, required, schema }) => `"${name}"${required ? "" : "?"}: ${typeOf(schema)}`,
      );
      if (requestBody) fields.push(`body: ${typeOf(jsonOf(requestBody))}`);
      const places = JSON.stringify(parameters.map(({ name, in: place }) => [name, place]));
      const answer = typeOf(jsonOf(responses["200"]));
      return `    ${operationId}: (input: { ${fields.join("; ")} }): Promise<${answer}> =>
      send("${method.toUpperCase()}", "${path}", ${places}, input),`;
    }),
  );
  return `${types.join("\n")}
export function openClient(base: string, token: string) {
  async function send(method: string, path: string, places: string[][], input: Record<string, unknown>) {
    const headers: Record<string, string> = { authorization: \`Bearer \${token}\`, "content-type": "application/json" };
    const query = new URLSearchParams();
    for (const [name = "", place] of places) {
      if (input[name] === undefined) continue;
      const value = String(input[name]);
      if (place === "path") path = path.replace(\`{\${name}}\`, encodeURIComponent(value));
      else if (place === "query") query.set(name, value);
      else headers[name] = value;
    }
    const body = input["body"] === undefined ? null : JSON.stringify(input["body"]);
    const answer = await fetch(\`\${base}\${path}?\${query}\`, { method, headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json() as never;
  }
  return {
${calls.join("\n")}
  };
}
`;
}

function jsonOf({ content }: z.infer<typeof bodySchema>): unknown {
  return content["application/json"]?.schema;
}

function typeOf(source: unknown): string {
  const schema = shapeSchema.parse(source);
  if (schema.$ref !== undefined) return schema.$ref.replace("#/components/schemas/", "");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return `(${options.map(typeOf).join(" | ")})`;
  if (Array.isArray(schema.type)) {
    return `(${schema.type.map((type) => typeOf({ ...schema, type })).join(" | ")})`;
  }
  switch (schema.type) {
    case "object": {
      const { properties = {}, required = [], additionalProperties } = schema;
      const fields = Object.entries(properties).map(
        ([name, one]) => `"${name}"${required.includes(name) ? "" : "?"}: ${typeOf(one)}`,
      );
      return fields.length === 0 && typeof additionalProperties === "object"
        ? `Record<string, ${typeOf(additionalProperties)}>`
        : `{ ${fields.join("; ")} }`;
    }
    case "array":
      return `(${typeOf(schema.items)})[]`;
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    default:
      return "unknown";
  }
}
