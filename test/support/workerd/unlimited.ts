import { DAILY_LIMITS } from "#worker/ground/config.ts";
import type { RateLimiterName } from "#worker/http/rate-limit.ts";

const noLimit = { limit: () => Promise.resolve({ success: true }) };

/** Limits that never refuse, because tests send many requests in a second. */
export const UNLIMITED: Record<RateLimiterName, RateLimit> & { DAILY_LIMITS: string } = {
  SIGN_IN_LIMIT: noLimit,
  REDEEM_LIMIT: noLimit,
  SEARCH_LIMIT: noLimit,
  REFRESH_LIMIT: noLimit,
  MEET_LIMIT: noLimit,
  DISCORD_LIMIT: noLimit,
  WRITE_LIMIT: noLimit,
  READ_LIMIT: noLimit,
  API_LIMIT: noLimit,
  DAILY_LIMITS: Object.keys(DAILY_LIMITS)
    .map((act) => `${act}=999999`)
    .join(","),
};
