import { dirname, join, relative } from "node:path";
import { template, transformSync, types } from "@babel/core";
import type { NodePath, PluginObject } from "@babel/core";
import linguiMacro from "@lingui/babel-plugin-lingui-macro";
import { makeConfig } from "@lingui/conf";
import { compile } from "./compile.ts";

/** A text of the screens in ICU MessageFormat. The id is a hash of it and its context. */
type Text = {
  id: string;
  message: string;
  context: string | undefined;
  place: string;
};

export type Transformed = {
  code: string;
  map: NonNullable<ReturnType<typeof transformSync>>["map"] | null;
  texts: Text[];
  /** The modules that the file imports when it needs them, as paths below `web/` without their extension. */
  parts: string[];
};

const MACROS = "#web/language/macros.ts";
/** The macros that the Worker has too. */
const SHARED_MACROS = "#shared/language/macros.ts";
const MESSAGES = "#web/language/messages.ts";

const CONFIG = makeConfig(
  {
    locales: ["en"],
    sourceLocale: "en",
    macro: { corePackage: [MACROS, SHARED_MACROS], jsxPackage: [MACROS] },
    runtimeConfigModule: {
      i18n: [MESSAGES, "say"],
      Trans: ["#web/language/trans.tsx", "Trans"],
    },
  },
  { skipValidation: true },
);

/** What a prefetch imports: the page imports it too, and brings its translations. */
const OF_A_PAGE = /\/queries$/;

/**
 * Replaces the macros of a file of `web/` or `worker/` by messages. The English ones stay in the code, parsed already, so that
 * English needs no catalog. In `web/`, an `import()` waits for the translations of what it imports.
 */
export function transform(code: string, file: string, web: string): Transformed | undefined {
  const path = relative(web, file);
  // The code that words texts has none of its own, and would wait for itself.
  if (path.startsWith("language/")) return undefined;
  const mayImport = !path.startsWith("..") && code.includes("import(");
  if (!code.includes(MACROS) && !code.includes(SHARED_MACROS) && !mayImport) return undefined;
  const texts: Text[] = [];
  const parts: string[] = [];
  const result = transformSync(code, {
    filename: file,
    configFile: false,
    babelrc: false,
    sourceMaps: true,
    parserOpts: { plugins: ["typescript", ...(file.endsWith("x") ? (["jsx"] as const) : [])] },
    plugins: [
      refuseTextsOfModules,
      [linguiMacro, { descriptorFields: "all", linguiConfig: CONFIG }],
      () => ({
        visitor: { Program: { exit: (program: NodePath<types.Program>) => finish(program) } },
      }),
    ],
  });
  return { code: result?.code ?? "", map: result?.map ?? null, texts, parts };

  function finish(program: NodePath<types.Program>): void {
    program.traverse({
      ObjectExpression: (path) => {
        const { node } = path;
        const text = textOf(node);
        if (!text) return;
        const { id, message, context } = text;
        texts.push({
          id: id.value,
          message: message.value,
          context: context?.value,
          place: placeOf(path),
        });
        text.property.value = types.valueToNode(compile(message.value));
        node.properties = node.properties.filter((property) => property !== text.unsaid);
      },
      // The macro calls a method of an object of Lingui's.
      MemberExpression: (path) => {
        if (path.get("object").referencesImport(MESSAGES, "say"))
          path.replaceWith(path.node.object);
      },
      ImportExpression: (path) => {
        const { source } = path.node;
        const part = types.isStringLiteral(source) && partOf(source.value, file, web);
        if (!part || OF_A_PAGE.test(part)) return;
        parts.push(part);
        const name = types.stringLiteral(part);
        path.replaceWith(types.callExpression(types.identifier("withTexts"), [path.node, name]));
        path.skip();
      },
    });
    if (parts.length > 0) program.unshiftContainer("body", importWithTexts());
  }
}

const importWithTexts = template.statement(
  'import { withTexts } from "#web/language/loading.ts";',
  { sourceType: "module" },
);

/** A `t` in a module's own code would be worded once, in the first language. */
const refuseTextsOfModules = (): PluginObject => {
  const refuse = (path: NodePath, macro: types.Node) => {
    if (!types.isIdentifier(macro, { name: "t" }) || path.getFunctionParent()) return;
    throw path.buildCodeFrameError(
      "In a module's own code a text is written with msg, and said where it is shown.",
    );
  };
  return {
    visitor: {
      TaggedTemplateExpression: (path) => refuse(path, path.node.tag),
      CallExpression: (path) => refuse(path, path.node.callee),
    },
  };
};

function textOf({ properties }: types.ObjectExpression) {
  const find = (name: string) =>
    properties.find(
      (property): property is types.ObjectProperty =>
        types.isObjectProperty(property) && types.isIdentifier(property.key, { name }),
    );
  const id = find("id")?.value;
  const property = find("message");
  const message = property?.value;
  if (!property || !types.isStringLiteral(id) || !types.isStringLiteral(message)) return undefined;
  const unsaid = find("context");
  const context = types.isStringLiteral(unsaid?.value) ? unsaid.value : undefined;
  return { id, message, property, context, unsaid };
}

/** "groups/group-page" for "#web/groups/group-page.tsx". Packages have no texts. */
function partOf(module: string, file: string, web: string): string | undefined {
  const path = module.startsWith("#web/")
    ? module.slice("#web/".length)
    : module.startsWith(".")
      ? relative(web, join(dirname(file), module))
      : undefined;
  return /^(.+)\.tsx?$/.exec(path ?? "")?.[1];
}

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
  for (let ancestor = path.parentPath; ancestor; ancestor = ancestor.parentPath) {
    const { node } = ancestor;
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
