import type { Reactions } from "./reaction.ts";

/** The last use of any session is when its user was last seen. */
export const lastSeenReactions: Reactions = {
  sessions_begin_seen: {
    on: "AFTER INSERT ON sessions",
    follows: [
      `UPDATE users SET last_seen_at = new.last_seen_at
	WHERE id = new.user_id AND coalesce(last_seen_at, 0) < new.last_seen_at`,
    ],
  },

  sessions_seen: {
    on: "AFTER UPDATE OF last_seen_at ON sessions",
    follows: [
      `UPDATE users SET last_seen_at = new.last_seen_at
	WHERE id = new.user_id AND coalesce(last_seen_at, 0) < new.last_seen_at`,
    ],
  },
};
