import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { authRoutes } from "./auth/routes.ts";
import type { App } from "./env.ts";
import { ApiError } from "./http/api-error.ts";
import { refuseCrossSiteWrites } from "./http/cross-site.ts";
import { onError } from "./http/on-error.ts";
import { requestContext, requestLog } from "./http/request-context.ts";
import { securityHeaders } from "./http/security-headers.ts";

const MAX_BODY_BYTES = 64 * 1024;

export const app = new Hono<App>();

app.onError(onError);
app.notFound(() => {
  throw new ApiError("not_found", "There is nothing at this address.");
});
app.use(requestLog, securityHeaders, refuseCrossSiteWrites);
app.use(
  bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw new ApiError("payload_too_large", "A request may carry at most 64 KiB.");
    },
  }),
);
app.use(requestContext);

const api = app.basePath("/api").route("/auth", authRoutes);

/** What the SPA's client knows of the API: types only. */
export type Api = typeof api;
