import type { ExportPage } from "#shared/export.ts";

/** The file that these pages are parts of: the rows of each list, one page after the other. */
export function joinExport(pages: readonly ExportPage[]): Record<string, unknown> {
  const file: Record<string, unknown> = {};
  for (const { nextCursor: _, ...page } of pages) {
    for (const [name, part] of Object.entries<unknown>(page)) {
      const before = file[name];
      file[name] = Array.isArray(before) && Array.isArray(part) ? [...before, ...part] : part;
    }
  }
  return file;
}
