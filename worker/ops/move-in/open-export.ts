import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ExportError } from "#worker/ops/move-in/read/rows.ts";
import { readAllianceAuth } from "#worker/ops/move-in/alliance-auth/read.ts";
import type { MovedCommunity, System } from "#worker/ops/move-in/plan/community.ts";
import type { grantReader } from "#worker/ops/move-in/plan/grants.ts";
import type { Report } from "#worker/ops/move-in/read/rows.ts";
import { readNeucore } from "./neucore.ts";
import { readSeat } from "./seat.ts";

/** Reads a file as text in pieces, unpacked if its name ends in `.gz`. `digest` is known after the last piece. */
export function openExport(path: string) {
  const hash = createHash("sha256");

  async function* bytes(): AsyncGenerator<Buffer> {
    let isFirst = true;
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (isFirst && (chunk[0] === 0xff || chunk[0] === 0xfe)) {
        throw new ExportError(
          "Line 1",
          "The file is UTF-16, as PowerShell's > writes it. Let the exporting command write the file itself.",
        );
      }
      isFirst = false;
      hash.update(chunk);
      yield chunk;
    }
  }

  async function* chunks(): AsyncGenerator<string> {
    /** The bytes that begin a letter, which the next piece completes. */
    let begun: Uint8Array = new Uint8Array();
    let line = 1;
    try {
      for await (const chunk of unpacked()) {
        const bytes = Buffer.concat([begun, chunk]);
        const end = endOfLetters(bytes);
        const whole = bytes.subarray(0, end);
        begun = bytes.subarray(end);
        if (!isUtf8(whole)) throw notUnicode(line + validLines(whole));
        line += countLines(whole);
        yield whole.toString();
      }
    } catch (error) {
      if (isOfZlib(error)) {
        throw new ExportError("", "The .gz file is damaged or cut off: it cannot be unpacked.");
      }
      throw error;
    }
    if (begun.length > 0) throw notUnicode(line);
  }

  function unpacked(): AsyncIterable<Buffer> {
    if (!path.endsWith(".gz")) return bytes();
    return pipeline(Readable.from(bytes()), createGunzip(), () => {});
  }

  return { chunks: chunks(), digest: () => hash.digest("hex") };
}

/** Where the bytes end, or where a letter of several bytes begins whose end is missing. */
function endOfLetters(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes.at(-back) ?? 0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (length > back) return bytes.length - back;
    if (byte < 0x80 || byte >= 0xc0) break;
  }
  return bytes.length;
}

const NEWLINE = 10;

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

/** How many lines are before the first one that is not UTF-8. A newline is never part of a letter. */
function validLines(bytes: Uint8Array): number {
  let count = 0;
  for (let from = 0; ; count += 1) {
    const end = bytes.indexOf(NEWLINE, from);
    if (end === -1 || !isUtf8(bytes.subarray(from, end))) return count;
    from = end + 1;
  }
}

function notUnicode(line: number): ExportError {
  return new ExportError(
    `Line ${line}`,
    "A letter here is not in UTF-8, so names would arrive broken. Export again: mysql and mysqldump with --default-character-set=utf8mb4 (columns of bytes with --hex-blob), pg_dump with --encoding=UTF8, manage.py with PYTHONUTF8=1.",
  );
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

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

type Reader = (
  chunks: AsyncIterable<string>,
  grants: ReturnType<typeof grantReader>,
  report: Report,
) => Promise<MovedCommunity>;

/** How the export of each system is read. */
export const readers: Record<System, Reader> = {
  "alliance-auth": readAllianceAuth,
  seat: readSeat,
  neucore: readNeucore,
};
