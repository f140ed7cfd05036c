import { ExportError } from "#worker/ops/move-in/read/export-error.ts";
import { splitJsonArray } from "#worker/ops/move-in/read/json-array.ts";
import { parseJson } from "#worker/ops/move-in/read/json-value.ts";
import type { ExportRow } from "#worker/ops/move-in/read/rows.ts";
import { recordSchema } from "./schemas.ts";

/** The records of `manage.py dumpdata`, in the form of rows: the fields, with the primary key as `pk`. */
export async function* readRecords(chunks: AsyncIterable<string>): AsyncGenerator<ExportRow> {
  for await (const { text, line, index } of splitJsonArray(chunks)) {
    const where = `Line ${line}, record ${index}`;
    const record = recordSchema.safeParse(parse(text, where));
    if (!record.success) {
      throw new ExportError(where, "This is no record of `manage.py dumpdata`: model and fields.");
    }
    const { model, pk, fields } = record.data;
    yield { table: model, fields: { ...fields, pk }, place: `${where} (${model} ${pk ?? "?"})` };
  }
}

function parse(text: string, where: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ExportError(where, "This is not valid JSON.");
  }
}
