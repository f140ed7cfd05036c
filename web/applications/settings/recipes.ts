import page from "#docs/applications.md?raw";
import type { Application } from "#shared/applications/applications.ts";
import { scopesFor } from "#shared/applications/claims.ts";

/** The sections of docs/applications.md that say how a program is set up. */
export const PROGRAMS = [
  "Apache with mod_auth_openidc",
  "nginx with oauth2-proxy",
  "MediaWiki",
  "Django",
  "better-auth",
  "react-oidc-context",
  "omniauth",
  "Wiki.js 2",
  "Discourse",
  "phpBB",
] as const;
export type Program = (typeof PROGRAMS)[number];

/** The parts of Markdown that the recipes use. A table is without its row of headings. */
export type Block =
  | { kind: "text"; source: string }
  | { kind: "list"; source: string; items: string[] }
  | { kind: "code"; source: string; language: string }
  | { kind: "table"; source: string; rows: string[][] };

type Values = Pick<Application, "id" | "claims" | "redirectUris" | "endpoints">;

/** The recipe of a program, with the values of an application in place of the examples. */
export function recipeOf(program: Program, values: Values) {
  const [, section = ""] = page.split(`\n## ${program}\n`);
  const [own = ""] = section.split(/^## /m);
  const text = fill(own, values);
  return { redirectUri: /Redirect URI:[^`\n]*`([^`]+)`/.exec(text)?.[1], blocks: blocksOf(text) };
}

function fill(text: string, { id, claims, redirectUris, endpoints }: Values): string {
  const scopes = scopesFor(claims);
  const [first] = redirectUris;
  const filled = text
    .replaceAll("https://muster.example.com", endpoints.issuer)
    .replaceAll("CLIENT_ID", id)
    .replaceAll(
      /openid profile[a-z ]*?( offline_access)?(?=["`])/g,
      (_, offline: string | undefined) => scopes.join(" ") + (offline ?? ""),
    )
    .replaceAll(/\[ 'openid'[^\]]*\]/g, `[ ${scopes.map((scope) => `'${scope}'`).join(", ")} ]`);
  if (first === undefined) return filled;
  const { origin } = new URL(first);
  return filled
    .replaceAll(/https:\/\/(?:forum|wiki)\.example\.com/g, origin)
    .replaceAll(/https%3A%2F%2F(?:forum|wiki)\.example\.com/g, encodeURIComponent(origin));
}

function blocksOf(section: string): Block[] {
  // The text between two blocks of code, and of each block its language and its code.
  const parts = section.split(/^```(\w+)\n([^]*?)^```$/m);
  return parts.flatMap((part, at): Block[] => {
    if (at % 3 === 1) return [];
    if (at % 3 === 2) {
      return [{ kind: "code", source: part.trimEnd(), language: parts[at - 1] ?? "" }];
    }
    return part.split(/\n{2,}/).flatMap((chunk) => paragraphOf(chunk.trim()));
  });
}

function paragraphOf(source: string): Block[] {
  const lines = source.split("\n");
  if (source.startsWith("|")) {
    const rows = lines.map((line) => line.split("|").slice(1, -1));
    return [
      { kind: "table", source, rows: rows.slice(2).map((row) => row.map((cell) => cell.trim())) },
    ];
  }
  if (source.startsWith("- ")) {
    return [{ kind: "list", source, items: lines.map((line) => line.slice(2)) }];
  }
  return source === "" ? [] : [{ kind: "text", source }];
}

type Inline = { kind: "text" | "code" | "strong"; text: string; start: number };

/** The parts of a line: code, what is important, and text. Of a link, the text stays. */
export function inlineOf(line: string): Inline[] {
  let start = 0;
  return line.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    start += part.length;
    if (part.startsWith("`")) return { kind: "code", text: part.slice(1, -1), start };
    if (part.startsWith("**")) return { kind: "strong", text: part.slice(2, -2), start };
    const text = part.startsWith("[") ? part.slice(1, part.indexOf("]")) : part;
    return { kind: "text", text, start };
  });
}
