import worker from "#worker/index.ts";
import { withWholeBody } from "./whole-body.mjs";

/** The Worker of `npm run dev`. */
export default {
  ...worker,
  fetch: async (request, ...rest) => worker.fetch(await withWholeBody(request), ...rest),
};
