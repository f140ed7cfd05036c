import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt } from "#test/support/people/browser.ts";

/** As Debian's packages have them. `unixd` is compiled in. */
const PROGRAM = "/usr/sbin/apache2";
const MODULES = "/usr/lib/apache2/modules";
const NEEDED = [
  "mpm_event",
  "authn_core",
  "authz_core",
  "authz_user",
  "dir",
  "headers",
  "auth_openidc",
];

const isThere = () =>
  [PROGRAM, ...NEEDED.map((name) => `${MODULES}/mod_${name}.so`)].every((path) => existsSync(path));

/** Why there is no Apache with mod_auth_openidc; undefined if there is one. Debian's is installed, if the user may. */
export function whyNoApache(): string | undefined {
  if (isThere()) return undefined;
  const packages = ["apache2", "libapache2-mod-auth-openidc"];
  const isInstalled =
    attempt("apt-get", "update", "-qq") &&
    attempt("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages);
  if (!isInstalled) return `${packages.join(" and ")} are not installed, and could not be`;
  return isThere() ? undefined : "Apache has not the modules of Debian's packages";
}

/** An Apache on a port of this machine, with these directives of a recipe, that serves a page at / and at /admins/. */
export async function startApache(recipeFor: (origin: string) => string) {
  const root = mkdtempSync(join(tmpdir(), "muster-apache-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const isRoot = process.getuid?.() === 0;
  // Its processes give up root, and read the pages as another user.
  chmodSync(root, 0o755);
  mkdirSync(join(root, "site/admins"), { recursive: true });
  writeFileSync(join(root, "site/index.html"), "The front page");
  writeFileSync(join(root, "site/admins/index.html"), "The page of admins");
  const errorLog = join(root, "error.log");
  writeFileSync(
    join(root, "apache.conf"),
    [
      `ServerRoot ${root}`,
      "ServerName 127.0.0.1",
      `Listen 127.0.0.1:${port}`,
      `PidFile ${root}/apache.pid`,
      `ErrorLog ${errorLog}`,
      `Mutex file:${root} default`,
      ...NEEDED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
      ...(isRoot ? ["User www-data", "Group www-data"] : []),
      `DocumentRoot ${root}/site`,
      "DirectoryIndex index.html",
      // What a page would read.
      'Header always set X-User "expr=%{REMOTE_USER} %{req_novary:OIDC_CLAIM_name}"',
      recipeFor(origin),
    ].join("\n"),
  );
  const config = ["-f", join(root, "apache.conf")];
  execFileSync(PROGRAM, ["-t", ...config], { stdio: "pipe" });
  const server = spawn(PROGRAM, ["-DFOREGROUND", ...config], { stdio: "ignore" });
  const logOf = () => (existsSync(errorLog) ? readFileSync(errorLog, "utf8") : "");
  await answers(origin, () => new Error(`Apache does not answer:\n${logOf()}`));
  return {
    origin,
    logOf,
    stop() {
      server.kill();
      rmSync(root, { recursive: true });
    },
  };
}
export type Apache = Awaited<ReturnType<typeof startApache>>;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

async function answers(origin: string, failure: () => Error) {
  for (let tries = 0; tries < 100; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- until it listens
    const response = await fetch(origin, { redirect: "manual" }).catch(() => undefined);
    if (response !== undefined) return;
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw failure();
}
