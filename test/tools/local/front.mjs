import { withWholeBody } from "./whole-body.mjs";

/** In front of the built product, in workerd too. */
export default {
  async fetch(request, { PRODUCT, NEW_EDEN, newEdenPath, resetHeader }) {
    const { pathname } = new URL(request.url);
    const isNewEden = pathname === newEdenPath || pathname.startsWith(`${newEdenPath}/`);
    const service = isNewEden ? NEW_EDEN : PRODUCT;
    const response = await service.fetch(await withWholeBody(request));
    return isNewEden && response.headers.has(resetHeader) ? brokenResponse() : response;
  },
};

/** Its connection is closed in the middle. */
function brokenResponse() {
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.error(new Error("A fault of New Eden"));
      },
    }),
  );
}
