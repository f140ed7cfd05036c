import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { knownMigrations } from "#worker/ops/deploy/baseline.ts";

/** In the folder of migrations: those of the releases, each with its SHA-256, as `sha256sum` writes them. */
const LIST = "released.sha256";

/**
 * What is wrong with the migrations of a folder: databases of a release have applied them as they were then, and apply what is new
 * after them.
 */
export function releasedProblems(folder: string): string[] {
  const released = readReleased(folder);
  const last = released.at(-1)?.name ?? "";
  const names = new Set(released.map(({ name }) => name));
  return [
    ...released.flatMap(({ name, hash }) => {
      if (!existsSync(join(folder, name))) {
        return [`${folder}/${name} is part of a release and is gone: put it back.`];
      }
      return hashOf(folder, name) === hash
        ? []
        : [
            `${folder}/${name} is part of a release and was changed: put it back, and write another.`,
          ];
    }),
    ...knownMigrations(folder)
      .filter((name) => !names.has(name) && name < last)
      .map(
        (name) => `${folder}/${name} must follow ${last}, which is released: give it a new number.`,
      ),
  ];
}

/** The list with every migration that is there now. */
export function writeReleased(folder: string): string {
  return knownMigrations(folder)
    .map((name) => `${hashOf(folder, name)}  ${name}\n`)
    .join("");
}

export const releasedList = (folder: string) => join(folder, LIST);

export const releasedMigrations = (folder: string) => readReleased(folder).map(({ name }) => name);

function readReleased(folder: string): { name: string; hash: string }[] {
  const lines = readFileSync(releasedList(folder), "utf8").split("\n").filter(Boolean);
  return lines.map((line) => {
    const [hash = "", name = ""] = line.split("  ");
    return { name, hash };
  });
}

function hashOf(folder: string, name: string): string {
  return createHash("sha256")
    .update(readFileSync(join(folder, name)))
    .digest("hex");
}
