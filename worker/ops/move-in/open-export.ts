import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ExportError } from "#worker/ops/move-in/read/export-error.ts";

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
    const decoder = new TextDecoder();
    try {
      for await (const chunk of unpacked()) yield decoder.decode(chunk, { stream: true });
    } catch (error) {
      if (isOfZlib(error)) {
        throw new ExportError("", "The .gz file is damaged or cut off: it cannot be unpacked.");
      }
      throw error;
    }
    yield decoder.decode();
  }

  function unpacked(): AsyncIterable<Buffer> {
    if (!path.endsWith(".gz")) return bytes();
    return pipeline(Readable.from(bytes()), createGunzip(), () => {});
  }

  return { chunks: chunks(), digest: () => hash.digest("hex") };
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
