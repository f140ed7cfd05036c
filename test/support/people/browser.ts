import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const DEBIAN = "/usr/bin/chromium-headless-shell";
const INSTALLED = [
  process.env["CHROMIUM_PATH"],
  DEBIAN,
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser for the tests: an installed one, else Playwright's, else Debian's. */
export function findBrowser(): string {
  const candidates = [...INSTALLED, chromium.executablePath()];
  const find = () => candidates.find((path) => path !== undefined && existsSync(path));
  const found = find();
  if (found !== undefined) return found;
  const isInstalled =
    attempt("playwright", "install", "chromium") ||
    (attempt("apt-get", "update", "-qq") &&
      attempt(
        "apt-get",
        "install",
        "-y",
        "-qq",
        "--no-install-recommends",
        "chromium-headless-shell",
      ));
  const installed = isInstalled ? find() : undefined;
  if (installed !== undefined) return installed;
  throw new Error(
    "The browser tests need Chromium and could not install it. Install it (Debian: apt-get install " +
      "chromium-headless-shell; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to one you have.",
  );
}

/** Whether the program has succeeded; it prints what it says. */
export function attempt(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "inherit" });
    return true;
  } catch {
    return false;
  }
}
