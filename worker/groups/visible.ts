import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Given } from "#worker/db/raw.ts";

/** Of the user whose membership is `m`: whether it shows the group `g`. `canSee` in policy.ts for members. */
export const SHOWN_TO_MEMBER = sql`(g.effective_visibility <> 'system' or m.role <> 'member')`;

/**
 * The groups that are not public and that a user sees all the same, as a select: `canSee` in policy.ts for
 * everybody but system administrators. The cross joins keep SQLite from going through the groups instead.
 */
export function seenBesidesPublic(userId: Given<string>, now: Given<number>): SQL {
  return sql`
    select g.id, g.name_folded, g.category_id, g.visibility, g.join_mode
    from group_members m cross join groups g on g.id = m.group_id
    where m.user_id = ${userId} and g.effective_visibility <> 'public' and ${SHOWN_TO_MEMBER}
    union
    select g.id, g.name_folded, g.category_id, g.visibility, g.join_mode
    from invitations i cross join groups g on g.id = i.group_id
    where i.invitee_id = ${userId} and i.status = 'pending' and i.expires_at > ${now}
      and g.effective_visibility = 'hidden'`;
}
