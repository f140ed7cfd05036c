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

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const ERRORS = {
  10_003: [404, "Unknown Channel"],
  10_004: [404, "Unknown Guild"],
  10_007: [404, "Unknown Member"],
  10_008: [404, "Unknown Message"],
  10_011: [404, "Unknown Role"],
  10_013: [404, "Unknown User"],
  10_015: [404, "Unknown Webhook"],
  10_026: [404, "Unknown Ban"],
  10_070: [404, "Unknown Guild Scheduled Event"],
  30_038: [400, "Maximum number of scheduled events reached (100)"],
  30_001: [400, "Maximum number of guilds reached (100)"],
  40_007: [403, "The user is banned from this guild."],
  50_001: [403, "Missing Access"],
  50_005: [403, "Cannot edit a message authored by another user"],
  50_006: [400, "Cannot send an empty message"],
  50_007: [403, "Cannot send messages to this user"],
  50_013: [403, "Missing Permissions"],
  50_025: [400, "Invalid OAuth2 access token"],
  50_028: [400, "Invalid Role"],
  60_003: [403, "Two factor is required for this operation"],
} as const satisfies Record<number, [ContentfulStatusCode, string]>;

export function apiError(code: keyof typeof ERRORS): DiscordError {
  const [status, message] = ERRORS[code];
  return new DiscordError(status, { message, code });
}

/** Names the field that is not valid. */
export function invalidBody(field: string, code: string, message: string): DiscordError {
  const errors = { [field]: { _errors: [{ code, message }] } };
  return new DiscordError(400, { message: "Invalid Form Body", code: 50_035, errors });
}
