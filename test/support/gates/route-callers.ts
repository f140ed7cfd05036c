import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { API_PATH } from "#shared/applications/api.ts";

const APP = "worker/app/app.ts";
const ROUTE = /\.(?:get|post|put|patch|delete)\(\s*"([^"]*)"/g;
const MOUNT = /\.route\(\s*("[^"]*"|API_PATH),\s*(\w+)/g;
const IMPORT = /import \{([^}]*)\} from "((?:#|\.\/)[^"]+)"/g;
/** `pilot.api.groups[":id"].members.$get`, and the same in lines. */
const TYPED_CALL = /\bapi((?:\s*\.[a-z]\w*|\["[^"]+"\])+)/g;
const STEP = /\.(\w+)|\["([^"]+)"\]/g;
const PATH_CALL = /["'`](\/api\/[^"'`?\s]*)/g;

/** By file with routes: the tests that call one of them, by the typed client or by its path. */
export function readRouteCallers(tests: string[]): Map<string, string[]> {
  const routes = readRoutes();
  const callers = new Map<string, string[]>();
  for (const test of tests) {
    const called = callsOf(readFileSync(test, "utf8"));
    for (const [file, paths] of routes) {
      const isCaller = paths.some((path) => called.some((call) => isSame(path, call)));
      if (isCaller) callers.set(file, [...(callers.get(file) ?? []), test]);
    }
  }
  return callers;
}

/** By file with routes: their paths from the root of the product, in segments. */
function readRoutes(): Map<string, string[][]> {
  const routes = new Map<string, string[][]>();
  const add = (file: string, prefix: string) => {
    const text = readFileSync(file, "utf8");
    const own = [...text.matchAll(ROUTE)].map(([, path = ""]) => segmentsOf(`${prefix}/${path}`));
    if (file !== APP) routes.set(file, [...(routes.get(file) ?? []), ...own]);
    const imports = importsOf(file, text);
    for (const [, path = "", name = ""] of text.matchAll(MOUNT)) {
      const mounted = imports.get(name);
      if (mounted === undefined) continue;
      add(mounted, path === "API_PATH" ? API_PATH : `${prefix}/${path.slice(1, -1)}`);
    }
  };
  add(APP, "/api");
  return routes;
}

/** By name: the file that it is imported from. */
function importsOf(file: string, text: string): Map<string, string> {
  const imports = new Map<string, string>();
  for (const [, names = "", from = ""] of text.matchAll(IMPORT)) {
    const imported = from.startsWith("#") ? from.slice(1) : normalize(join(dirname(file), from));
    for (const name of names.split(",")) imports.set(name.trim(), imported);
  }
  return imports;
}

type Call = { segments: string[]; isTyped: boolean };

function callsOf(text: string): Call[] {
  const typed = [...text.matchAll(TYPED_CALL)].map(([, steps = ""]) => {
    const names = [...steps.matchAll(STEP)].map(([, name, quoted]) => name ?? quoted ?? "");
    return { segments: ["api", ...names], isTyped: true };
  });
  const paths = [...text.matchAll(PATH_CALL)].map(([, path = ""]) => ({
    segments: segmentsOf(path),
    isTyped: false,
  }));
  return [...typed, ...paths];
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** A parameter is `:id` in the typed client too, and a value in a path. */
function isSame(route: string[], { segments, isTyped }: Call): boolean {
  return (
    route.length === segments.length &&
    route.every(
      (segment, index) => segment === segments[index] || (!isTyped && segment.startsWith(":")),
    )
  );
}
