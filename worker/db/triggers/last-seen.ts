import { sessions, users } from "#worker/db/schema/accounts.ts";
import { onInsert, onUpdate, type Reactions, text } from "./reaction.ts";

/** The last use of any session is when its user was last seen. */
export const lastSeenReactions: Reactions = {
  sessions_begin_seen: onInsert(sessions, {
    follows: [
      text`UPDATE ${users} SET ${users.lastSeenAt} = new.${sessions.lastSeenAt}
	WHERE ${users.id} = new.${sessions.userId} AND coalesce(${users.lastSeenAt}, 0) < new.${sessions.lastSeenAt}`,
    ],
  }),

  sessions_seen: onUpdate(sessions, ["lastSeenAt"], {
    follows: [
      text`UPDATE ${users} SET ${users.lastSeenAt} = new.${sessions.lastSeenAt}
	WHERE ${users.id} = new.${sessions.userId} AND coalesce(${users.lastSeenAt}, 0) < new.${sessions.lastSeenAt}`,
    ],
  }),
};
