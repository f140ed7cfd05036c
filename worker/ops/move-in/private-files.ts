import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";

/** The report's place if none is given: beside the export, which is as private. */
export function reportBeside(file: string, system: string): string {
  const now = new Date().toISOString().replaceAll(/[:.]/g, "-");
  return join(dirname(file), `move-in-${system}-${now}.csv`);
}

/** Throws when one of them lies in the checkout, from where `git add` would publish tokens and names, or would be overwritten. */
export function checkFiles(
  file: string,
  report: string,
  { mayBeInCheckout, checkout = "." }: { mayBeInCheckout: boolean; checkout?: string },
) {
  if (!existsSync(file)) throw new Error(`${file} is not there.`);
  if (existsSync(report)) {
    throw new Error(`${report} is there already. Choose another --report, or delete it first.`);
  }
  if (mayBeInCheckout) return;
  const root = realpathSync(checkout) + sep;
  const inside = [file, report].find((path) =>
    join(realpathSync(dirname(resolve(path))), "x").startsWith(root),
  );
  if (inside !== undefined) {
    throw new Error(
      `${inside} lies in Muster's checkout, one "git add" away from being published. Keep it elsewhere, or add --in-checkout.`,
    );
  }
}
