/** Executes batches that another process has put together (local-bindings.ts). */
export default {
  async fetch(request, { DB }) {
    const { statements, isRaw } = await request.json();
    try {
      const prepared = statements.map(({ sql, params }) => DB.prepare(sql).bind(...params));
      const answers = isRaw
        ? await Promise.all(prepared.map((one) => one.raw()))
        : await DB.batch(prepared);
      return Response.json({ answers });
    } catch (error) {
      return Response.json({ refused: error.message });
    }
  },
};
