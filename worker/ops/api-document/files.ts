import { buildApiDocument } from "./document.ts";
import { buildApiPage } from "./page.ts";

/** The generated files by their paths. `test/logic/api-document.test.ts` compares them. */
export function apiFiles(): Record<string, string> {
  const document = buildApiDocument();
  return {
    "web/public/api/v1/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
    "web/public/docs/api.html": buildApiPage(document),
  };
}
