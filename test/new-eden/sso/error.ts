import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** An OAuth error with EVE's text. */
export class SsoError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;

  constructor(status: ContentfulStatusCode, code: string, description: string) {
    super(description);
    this.name = "SsoError";
    this.status = status;
    this.code = code;
  }

  toResponse(c: Context) {
    if (this.status === 401) c.header("WWW-Authenticate", 'Basic realm="login.eveonline.com"');
    return c.json({ error: this.code, error_description: this.message }, this.status);
  }
}
