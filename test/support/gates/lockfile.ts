import { readFileSync, writeFileSync } from "node:fs";
import * as z from "zod/mini";

/**
 * `npm run lock`, after a change of the dependencies: removes the engines of all packages from the lockfile, so that npm
 * checks only those of Muster. The tools run in the Node of the lockfile, but some of them refuse the Node 20 that installs
 * them, and npm has no setting for that (docs/decisions/0031-engines-in-the-lockfile.md).
 */
const lockfile = z.parse(
  z.looseObject({ packages: z.record(z.string(), z.looseObject({})) }),
  JSON.parse(readFileSync("package-lock.json", "utf8")),
);
for (const [path, entry] of Object.entries(lockfile.packages)) {
  if (path !== "") delete entry["engines"];
}
writeFileSync("package-lock.json", `${JSON.stringify(lockfile, null, 2)}\n`);
