import * as z from "zod/mini";
import { ERROR_STATUS } from "#shared/error.ts";
import { buildApiDocument } from "./api-document.ts";

const parameterSchema = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean(),
  description: z.optional(z.string()),
  schema: z.unknown(),
});
const content = z.optional(z.record(z.string(), z.looseObject({ schema: z.unknown() })));
const operationSchema = z.looseObject({
  summary: z.string(),
  security: z.array(z.object({ token: z.array(z.string()) })),
  parameters: z.optional(z.array(parameterSchema)),
  requestBody: z.optional(z.looseObject({ content })),
  responses: z.record(z.string(), z.looseObject({ content, $ref: z.optional(z.string()) })),
});
const documentSchema = z.looseObject({
  info: z.looseObject({ description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.looseObject({ description: z.string() })),
  }),
});

const schemaShape = z.looseObject({
  $ref: z.optional(z.string()),
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  description: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  format: z.optional(z.string()),
  anyOf: z.optional(z.array(z.unknown())),
  oneOf: z.optional(z.array(z.unknown())),
  const: z.optional(z.string()),
  items: z.optional(z.unknown()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
});

/** The page of documentation, made from the OpenAPI document. It has no script. */
function buildApiPage(source: unknown): string {
  const { info, servers, paths, components } = documentSchema.parse(source);
  const base = servers[0]?.url ?? "";
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>API · Muster</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/api.css">
</head>
<body>
<header><a href="/">Muster</a></header>
<main>
<h1>API for applications</h1>
${paragraphs(info.description)}
<p><a href="${base}/openapi.json">OpenAPI 3.1 document</a></p>
<pre tabindex="0" aria-label="Example">curl -H "Authorization: Bearer mst_t_…" \\
  https://muster.example${base}/characters/2112625428/pilot</pre>
<h2>Routes</h2>
${operations.map(({ path, method, operation }) => section(base + path, method, operation)).join("\n")}
<h2>Shapes</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => `<section id="${name}"><h3>${name}</h3>${shape(schema)}</section>`)
  .join("\n")}
<h2>Errors</h2>
<ul>${Object.entries(components.responses)
    .map(([name, { description }]) => `<li id="${name}">${name}: ${inline(description)}</li>`)
    .join("")}</ul>
<p>A problem names one of these codes.</p>
<ul>${Object.entries(ERROR_STATUS)
    .map(([code, status]) => `<li id="${code}"><code>${code}</code> ${status}</li>`)
    .join("")}</ul>
</main>
</body>
</html>
`;
}

function section(path: string, method: string, operation: z.infer<typeof operationSchema>) {
  const rights = operation.security.flatMap(({ token }) => token);
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const answer = operation.responses["200"]?.content?.["application/json"]?.schema;
  const parameters = (operation.parameters ?? []).map(
    ({ name, required, description, in: place, schema }) =>
      `<li><code>${name}</code> in the ${place}${required ? "" : ", optional"}: ${typeOf(schema)}. ${inline(description ?? "")}</li>`,
  );
  return `<section>
<h3><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code></h3>
<p>${escape(operation.summary)}. ${rights.length === 0 ? "Any token." : `Right: <code>${rights.join(", ")}</code>.`}</p>
${parameters.length === 0 ? "" : `<ul>${parameters.join("")}</ul>`}
${body === undefined ? "" : `<h4>Send</h4>${shape(body)}`}
${answer === undefined ? "" : `<h4>Answer</h4>${shape(answer)}`}
<p>Errors: ${refusals(operation).join(", ")}.</p>
</section>`;
}

/** The statuses of an operation's errors, each with a link to what it means. */
function refusals({ responses }: z.infer<typeof operationSchema>): string[] {
  return Object.entries(responses).flatMap(([status, { $ref }]) => {
    const name = $ref?.split("/").at(-1);
    const text = status === "default" ? "others" : status;
    return name === undefined ? [] : [`<a href="#${name}">${text}</a>`];
  });
}

function choicesOf({ anyOf, oneOf }: z.infer<typeof schemaShape>): unknown[] | undefined {
  return anyOf ?? oneOf;
}

/** A schema as a list of its fields, or as one line. */
function shape(source: unknown): string {
  const { properties, required = [], description, ...rest } = schemaShape.parse(source);
  const choices = choicesOf(rest);
  const said = description === undefined ? "" : `<p>${escape(description)}</p>`;
  if (properties === undefined) {
    return choices === undefined
      ? `${said}<p>${typeOf(source)}</p>`
      : said + choices.map(shape).join("<p>or</p>");
  }
  const rows = Object.entries(properties).map(([name, field]) => {
    const about = schemaShape.parse(field).description ?? "";
    const type = typeOf(field) + (required.includes(name) ? "" : ", optional");
    return `<tr><th scope="row"><code>${name}</code></th><td>${type}</td><td>${escape(about)}</td></tr>`;
  });
  return `${said}<table><tbody>${rows.join("")}</tbody></table>`;
}

function typeOf(source: unknown): string {
  const schema = schemaShape.parse(source);
  const { $ref, type, format, items, properties, required = [] } = schema;
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1) ?? "";
    return `<a href="#${name}">${name}</a>`;
  }
  const choices = choicesOf(schema);
  if (choices !== undefined) return choices.map(typeOf).join(" or ");
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values !== undefined) return values.map((value) => `<code>${value}</code>`).join(", ");
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(
      ([name, field]) =>
        `<code>${name}</code>${required.includes(name) ? "" : " (optional)"}: ${typeOf(field)}`,
    );
    return `{ ${fields.join(", ")} }`;
  }
  if (format === "date-time") return "time in ISO 8601";
  return type === undefined ? "anything" : [type].flat().join(" or ");
}

function paragraphs(markdown: string): string {
  return markdown
    .split("\n\n")
    .map((part) =>
      part.startsWith("- ")
        ? `<ul>${part
            .split("\n")
            .map((line) => `<li>${inline(line.slice(2))}</li>`)
            .join("")}</ul>`
        : `<p>${inline(part)}</p>`,
    )
    .join("\n");
}

function inline(text: string): string {
  return escape(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The generated files by their paths. `test/logic/api-document.test.ts` compares them. */
export function apiFiles(): Record<string, string> {
  const document = buildApiDocument();
  return {
    "web/public/api/v1/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    "web/public/docs/api.html": buildApiPage(document),
  };
}
