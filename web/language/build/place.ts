import { types } from "@babel/core";
import type { NodePath } from "@babel/core";

/** Elements that say nothing of where a text stands. */
const SILENT = new Set([
  "Trans",
  "_Trans",
  "Fragment",
  "bdi",
  "b",
  "strong",
  "span",
  "div",
  "Suspense",
]);

/**
 * Where a text stands, for who translates it: "Button in AskCard", "confirmLabel in useDeletion". What the code calls things is all that is known.
 */
export function placeOf(path: NodePath): string {
  let what: string | undefined;
  for (let one = path.parentPath; one; one = one.parentPath) {
    const { node } = one;
    if (what === undefined) what = wordOf(node);
    const name = declaredName(node);
    if (name !== undefined) return what === undefined ? name : `${what} in ${name}`;
  }
  return what ?? "module";
}

function wordOf(node: types.Node): string | undefined {
  if (types.isJSXAttribute(node) && types.isJSXIdentifier(node.name)) return node.name.name;
  if (types.isJSXElement(node)) return spoken(elementOf(node.openingElement));
  if (types.isObjectProperty(node) && types.isIdentifier(node.key))
    // Values of a text that another text has.
    return ["values", "components", "id", "message"].includes(node.key.name)
      ? undefined
      : node.key.name;
  if (types.isObjectProperty(node) && types.isStringLiteral(node.key)) return node.key.value;
  return undefined;
}

const elementOf = ({ name }: types.JSXOpeningElement): string =>
  types.isJSXIdentifier(name) ? name.name : "";

const spoken = (element: string) => (element === "" || SILENT.has(element) ? undefined : element);

/** What a function or a constant of the module is called. */
function declaredName(node: types.Node): string | undefined {
  if (types.isFunctionDeclaration(node)) return node.id?.name;
  if (types.isVariableDeclarator(node) && types.isIdentifier(node.id)) return node.id.name;
  return undefined;
}
