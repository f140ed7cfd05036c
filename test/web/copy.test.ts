import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { TOLD_AFTER_DAYS } from "#shared/groups/requests.ts";

const files = execFileSync("git", ["ls-files", "web"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file));

/** Attributes, properties and calls whose texts no user reads. `alias`, `words` and `names` are what a search finds. */
const CODE_ATTRIBUTES = /^(?:className|id|to|href|key|type|role|d|style|rel|target|icon|variant)$/;
const CODE_PROPERTIES = /^(?:alias|words|names|className)$/;

type Node = {
  type: string;
  name?: string | Node;
  key?: Node;
  callee?: Node;
  value?: unknown;
};

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** An identifier's name. */
function nameOf(node: Node["name"]): string {
  return typeof node === "string" ? node : node === undefined ? "" : nameOf(node.name);
}

/** The texts of a file: what is in quotes or between tags, and looks like words. */
function textsIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: Node) => {
    if (node.type === "ImportDeclaration" || node.type === "ImportExpression") return;
    if (node.type === "JSXAttribute" && CODE_ATTRIBUTES.test(nameOf(node.name))) return;
    if (node.type === "Property" && CODE_PROPERTIES.test(nameOf(node.key))) return;
    if (node.type === "CallExpression" && node.callee?.name === "cx") return;
    if (node.type === "TemplateElement") {
      const { value } = node;
      if (typeof value === "object" && value !== null && "cooked" in value) {
        found.push(String(value.cooked));
      }
      return;
    }
    if ((node.type === "Literal" || node.type === "JSXText") && typeof node.value === "string") {
      found.push(node.value);
      return;
    }
    for (const [key, child] of Object.entries(node)) {
      // The name of a property is code, also in quotes.
      if (key === "key" && node.type === "Property") continue;
      for (const one of [child].flat()) if (isNode(one)) visit(one);
    }
  };
  visit(parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" }));
  return found
    .map((text) => text.replaceAll(/\s+/g, " ").trim())
    .filter((text) => /^[A-Z]/.test(text) || /[A-Za-z] |[A-Za-z]$/.test(text));
}

const texts = files.flatMap((file) => textsIn(file).map((text) => ({ file, text })));

/** The rows of the glossary: forbidden words, and the phrases and folders in which they may stand. */
const glossary = (readFileSync("docs/copy.md", "utf8").split("## Glossary")[1] ?? "")
  .split("## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:write|-)/.test(line))
  .map((line) => {
    const [, write = "", , not = "", except = ""] = line.split("|").map((cell) => cell.trim());
    return {
      write,
      not: not.split(", "),
      except: [...except.matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one),
    };
  });

test.each(glossary ?? [])("texts say “$write” and none of $not", ({ not, except }) => {
  const forbidden = new RegExp(`\\b(?:${not.join("|")})\\b`, "i");
  const folders = except.filter((one) => one.startsWith("web/"));
  const phrases = except.filter((one) => !one.startsWith("web/"));
  const found = texts
    .filter(({ file }) => !folders.some((folder) => file.startsWith(folder)))
    .map(({ file, text }) => ({
      file,
      text: phrases.reduce((rest, phrase) => rest.replaceAll(phrase, ""), text),
    }))
    // One word in small letters is a name in the code.
    .filter(({ text }) => /[A-Z ]/.test(text) && forbidden.test(text));
  expect(found).toEqual([]);
});

test("the glossary is read, and texts are found", () => {
  expect(glossary?.length).toBeGreaterThan(10);
  expect(texts.length).toBeGreaterThan(2000);
});

/** Names, which keep their capitals within a title. */
const NAMES =
  "Muster|EVE|Discord|Online|ESI|ID|URI|URL|API|Pyfa|Dashboard|Groups|Categories|Community|Corporations|Applications|Held|Pilots|Home|Setup|Activity|Aurelia|Voss|Home|Defence|Caldari|Battleship|Sable|Meridian|Null|Concord|Google|Calendar";

/** Titles and labels that the specification fixes. */
const FIXED = new Set([
  "Add Corporation",
  "Admin Only",
  "Admin Panel",
  "Admin Roles",
  "Authentication Failed",
  "Available Groups",
  "Browse Available Groups",
  "Category Management",
  "Claim Your Main Character",
  "Claim as Main Character",
  "Clear Filters",
  "Corporation History",
  "Create Category",
  "Create Group",
  "Create New Group",
  "Creating Account...",
  "Data Summary",
  "Delete Category",
  "Discord Linked Successfully",
  "Discord Linking Failed",
  "Discover Groups",
  "Edit Category",
  "Fetch Data",
  "Group Creation",
  "Group Name",
  "Groups Overview",
  "Invitation Only",
  "Invite Member",
  "Join Mode",
  "Last Sync",
  "Last Verified",
  "Link New Character",
  "Linked Characters",
  "Linking Discord Account...",
  "Main Character",
  "Make Admin",
  "Make Owner",
  "Member Groups",
  "Member Management",
  "Missing Character Information",
  "My Groups",
  "Needs Verification",
  "No Director",
  "No Groups Found",
  "No Groups Yet",
  "No Pending Invitations",
  "Owned Groups",
  "Pending Invitations",
  "Quick Join",
  "Redeem Code",
  "Redeem Invite Code",
  "Remove Admin",
  "Remove Corporation",
  "Return to Home",
  "Skill Queue",
  "Total Groups",
  "Transfer Ownership",
  "Unknown User",
  "Verify Access",
  "View Details",
]);

test("titles, labels and buttons are in sentence case, unless the specification fixes another one", () => {
  const title = new RegExp(
    `^[A-Z][a-z]+(?: [A-Za-z]+)* (?!(?:${NAMES})\\b)[A-Z][a-z]+(?: |\\.\\.\\.|$)`,
  );
  const found = texts.filter(
    ({ file, text }) =>
      // The reason phrases of HTTP.
      file !== "web/lib/api/api-error.ts" &&
      text.length < 40 &&
      !FIXED.has(text) &&
      title.test(text),
  );
  expect(found).toEqual([]);
});

test("every text about a reminder names the days after which reviewers are told of a request", () => {
  const sources = execFileSync("git", ["ls-files", "web/*.ts", "web/*.tsx", "worker/*.ts"], {
    encoding: "utf8",
  });
  const named = sources
    .trim()
    .split("\n")
    .flatMap((file) => [
      ...readFileSync(file, "utf8").matchAll(
        /(?:waited (?:for an answer )?for|reminder after) (\d+) days/g,
      ),
    ])
    .map(([, days]) => Number(days));
  expect(named.length).toBeGreaterThan(6);
  expect(new Set(named)).toEqual(new Set([TOLD_AFTER_DAYS]));
});
