import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Code that is loaded together is one file: fewer requests, and it compresses better. A group takes what its modules
 * import as well, unless a group before it has. `start` needs `router` but not `react-dom`, the largest: it requests the
 * first page's code and data while that is still loading.
 */
const CHUNKS = {
  groups: [
    {
      name: "router",
      test: /node_modules[\\/](react|react-router|@tanstack|hono)[\\/]|preload-helper/,
    },
    { name: "react-dom", test: /node_modules[\\/](react-dom|scheduler)[\\/]/ },
    { name: "start", test: /web[\\/]main\.ts$/ },
    { name: "app", test: /web[\\/]app[\\/](mount|login-guard)\.tsx$/ },
    // The kit, by what pages need before their first paint. The landing page needs this part alone.
    {
      name: "kit",
      test: /web[\\/](eve[\\/](brand|images)|lib[\\/](time|sentence|form[\\/]use-passing|api[\\/](use-authorization|logout))|ui[\\/](menu|feedback[\\/]alert|chip|text))\.tsx?$/,
    },
    // The dashboard needs this one besides,
    {
      name: "kit-cards",
      test: /web[\\/](ui[\\/](card|time|feedback[\\/](skeleton|list-states|copy-button))|lib[\\/](format|keys|form[\\/]use-action))\.tsx?$/,
    },
    // and the list of groups these two.
    { name: "kit-tables", test: /web[\\/]ui[\\/]table[\\/]table\.tsx$/ },
    { name: "kit-forms", test: /web[\\/](ui[\\/]form[\\/]form|lib[\\/]form[\\/]use-form)\.tsx?$/ },
    {
      name: "kit-fields",
      test: /web[\\/](ui[\\/]form[\\/](use-combobox|choices)|lib[\\/](use-bar-room|form[\\/]use-search))\.tsx?$/,
    },
    // Dialogs bring a library, and come when they are opened. The others belong to requirements.
    {
      name: "kit-lists",
      test: /web[\\/](ui|eve|lib)[\\/](?!.*(dialog|suggest|outcome-mark|for-programs|scopes|refresh-character|save-file|character-search|search-list|choices|skills|training|location|grant-button))/,
      minShareCount: 4,
    },
    { name: "skills", test: /web[\\/]eve[\\/](location|skills)\.tsx$/ },
    // Requirements check their facts again, and show no training.
    { name: "refresh", test: /web[\\/]eve[\\/]refresh-character\.ts$/ },
    {
      name: "training",
      test: /web[\\/]eve[\\/](affiliation|isk|grant-button|training)\.tsx?$/,
    },
    {
      name: "group-chips",
      test: /web[\\/](groups[\\/]group[\\/]group-chips|repairs[\\/]guest-note)\.tsx$/,
    },
    // The palette imports them too: they would be in the file of the commands, and a browser that could not fetch that one file
    // would never open the palette (see `loadAgain`).
    {
      name: "keys",
      test: /web[\\/]app[\\/]palette[\\/](keys|recent)\.ts$/,
    },
    // A dialog that shares them with a page must not bring the page.
    { name: "request-queries", test: /web[\\/]groups[\\/]requests[\\/]queries\.ts$/ },
    // A prefetch needs them without the page.
    {
      name: "group-queries",
      test: /web[\\/]groups[\\/](invitations|members)[\\/]queries\.ts$/,
    },
    {
      name: "corporation-queries",
      test: /web[\\/]corporations[\\/]queries\.ts$/,
    },
    { name: "decisions", test: /web[\\/]overview[\\/](queries|decisions)\.ts$/ },
    // As above: dialogs of an application share them with its page.
    {
      name: "application-settings",
      test: /web[\\/]applications[\\/]queries\.ts$/,
    },
    // The dashboard needs these, and has no requirements. Every search needs `found-words` and `fold`.
    {
      name: "eve-words",
      test: /(web[\\/](eve[\\/]scopes|language[\\/]eve-names|lib[\\/]found-words)|shared[\\/](english|fold))\.ts$/,
    },
    {
      name: "requirement-kinds",
      test: /(shared[\\/]requirements[\\/]owners|web[\\/]requirements[\\/]rule[\\/]kinds)\.ts$/,
    },
    { name: "preview-sum", test: /web[\\/]requirements[\\/]preview[\\/]sum\.ts$/ },
  ],
};

/** Libraries change with their releases only: browsers keep their files when Muster is deployed. */
const LIBRARIES = new Set(["router", "react-dom"]);

/**
 * The folder of this version's code, below the site's root. Cloudflare answers a missing file with 404 and the headers of the
 * requested path, so a browser that requests code of a version that is not deployed yet, or no longer, would cache the 404 in its
 * place. Therefore only the folder of this version, and single files, are immutable.
 */
export const codeFolder = (root: string): string =>
  `assets/${versionOf(root, ["web/**/*.*", "shared/**/*.*", "docs/**/*.*", "CHANGELOG.md", "package-lock.json", "vite.config.ts"])}`;

/** The files of the SPA. The entry names all others, and hashes do not compress: the folder of a version tells its files apart from another's. */
export const codeFiles = (folder: string) => ({
  codeSplitting: CHUNKS,
  entryFileNames: `${folder}/[name].js`,
  chunkFileNames: ({ name }: { name: string }) =>
    LIBRARIES.has(name) ? "assets/[name]-[hash].js" : `${folder}/[name].js`,
});

/** A hash of the sources and of what changes the code beside them, the same on every machine. */
function versionOf(root: string, files: string[]): string {
  const hash = createHash("sha256").update(process.env["PSEUDO_LANGUAGE"] ?? "");
  for (const file of globSync(files, { cwd: root }).toSorted()) {
    hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex").slice(0, 8);
}
