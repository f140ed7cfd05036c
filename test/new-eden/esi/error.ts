import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A refusal in ESI's words. */
export class EsiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly more: object;

  constructor(status: ContentfulStatusCode, message: string, more: object = {}) {
    super(message);
    this.name = "EsiError";
    this.status = status;
    this.more = more;
  }

  get body() {
    return { error: this.message, ...this.more };
  }
}
