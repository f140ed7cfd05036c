import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import * as z from "zod/mini";

/**
 * D1's HTTP protocol, as the binding of another workerd speaks it, with the costs since they were last taken. Objects have
 * each column once, which is enough: `runBatch` reads objects.
 */
const querySchema = z.object({
  sql: z.string(),
  params: z.optional(z.nullable(z.array(z.nullable(z.union([z.string(), z.number()]))))),
});
const bodySchema = z.union([z.array(querySchema), querySchema]);

const nothing = () => ({ roundTrips: 0, rowsRead: 0, rowsWritten: 0 });
let costs = nothing();

export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    if (new URL(request.url).pathname === "/costs") {
      const taken = costs;
      costs = nothing();
      return Response.json(taken);
    }
    const queries = z.parse(bodySchema, await request.json());
    costs.roundTrips += 1;
    try {
      const statements = [queries]
        .flat()
        .map(({ sql, params }): D1PreparedStatement => DB.prepare(sql).bind(...(params ?? [])));
      const results = await DB.batch<Record<string, unknown>>(statements);
      for (const { meta } of results) {
        costs.rowsRead += meta.rows_read;
        costs.rowsWritten += meta.rows_written;
      }
      return Response.json(
        results.map(({ results: rows, ...result }) => ({
          ...result,
          results: {
            columns: Object.keys(rows[0] ?? {}),
            rows: rows.map((row) => Object.values(row)),
          },
        })),
      );
    } catch (error) {
      const message = error instanceof Error ? error.message.replace(/^D1_ERROR: /, "") : "";
      return Response.json({ success: false, error: message }, { status: 500 });
    }
  },
};
