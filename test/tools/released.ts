import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { untranslated } from "#web/language/build/catalogs.ts";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";
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

/** The version of a release as each file has it, by the file's name, and the text of CHANGELOG.md. */
type Version = {
  version: string;
  inFiles: Record<string, string | undefined>;
  changelog: string;
  backups: readonly string[];
};

/**
 * What is wrong with the version that is to be released. A backup stands for its release for ever: without a new version it would be
 * replaced by one of a later schema.
 */
export function versionProblems({ version, inFiles, changelog, backups }: Version): string[] {
  const [, title, text = ""] = /^## (.+)\n((?:(?!## ).*\n)*)/m.exec(`${changelog}\n`) ?? [];
  const problems = Object.entries(inFiles).flatMap(([file, found]) =>
    found === version ? [] : [`${file} has the version ${found}, and package.json ${version}.`],
  );
  if (backups.includes(version)) {
    problems.push(
      `test/releases has ${version} already: set the next version, or delete that backup if ${version} was never tagged.`,
    );
  }
  if (title !== version) {
    problems.push(`CHANGELOG.md begins with “${title}”, and must begin with “${version}”.`);
  } else if (!/^- /m.test(text)) {
    problems.push(`CHANGELOG.md says nothing of ${version}.`);
  }
  return problems;
}

/** What is wrong with the release that is to be made. `sources`: where the code is whose texts must be translated. */
export async function releaseProblems(sources = "."): Promise<string[]> {
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  return [
    ...versionProblems({ ...readVersions(), changelog, backups: releasedVersions() }),
    ...releasedProblems("migrations"),
    ...(await untranslated(sources)),
  ];
}

/** The versions of which there are backups. */
export const releasedVersions = () =>
  globSync("test/releases/*.sql.gz").map((file) => basename(file, ".sql.gz"));

/** The version in package.json, and in each other file that has it. */
export function readVersions() {
  const { version } = z.parse(withVersion, readJsonFile("package.json"));
  const lock = z.parse(lockSchema, readJsonFile("package-lock.json"));
  return {
    version,
    inFiles: {
      "package-lock.json": lock.version === version ? lock.packages[""].version : lock.version,
      "worker/ground/version.ts": PRODUCT_VERSION,
    },
  };
}

const withVersion = z.object({ version: z.string() });
const lockSchema = z.extend(withVersion, { packages: z.object({ "": withVersion }) });
const readJsonFile = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

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
