import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** An error as Discord's OAuth2 endpoints or its API format it. */
export class DiscordError extends Error {
  readonly status: ContentfulStatusCode;
  readonly body: object;
  readonly headers: Record<string, string>;

  constructor(status: ContentfulStatusCode, body: object, headers: Record<string, string> = {}) {
    super(JSON.stringify(body));
    this.name = "DiscordError";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }

  toResponse(c: Context) {
    return c.json(this.body, this.status, this.headers);
  }
}

export function oauthError(error: string, description?: string): DiscordError {
  return new DiscordError(error === "invalid_client" ? 401 : 400, {
    error,
    ...(description !== undefined && { error_description: description }),
  });
}

export const UNAUTHORIZED = { message: "401: Unauthorized", code: 0 };
