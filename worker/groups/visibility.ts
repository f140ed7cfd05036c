import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Given } from "#worker/db/raw.ts";

/** The stricter of two visibilities: a group is never more visible than its category. */
export function strictest(one: SQL, other: SQL): SQL {
  return sql`case when 'system' in (${one}, ${other}) then 'system'
    when 'hidden' in (${one}, ${other}) then 'hidden' else 'public' end`;
}

/** SQL condition: the membership `m` lets its user see the group `g`. */
export const IS_VISIBLE_TO_MEMBER = sql`(g.effective_visibility <> 'system' or m.role <> 'member')`;

/**
 * The groups that are not public and that a user may see, as a select: `canSee` of `group/policy.ts` for all users but
 * system administrators. The cross joins keep SQLite from scanning the groups instead.
 */
export function visibleNonPublicGroups(userId: Given<string>, now: Given<number>): SQL {
  return sql`
    select g.id, g.name_folded, g.category_id, g.visibility, g.join_mode
    from group_members m cross join groups g on g.id = m.group_id
    where m.user_id = ${userId} and g.effective_visibility <> 'public' and ${IS_VISIBLE_TO_MEMBER}
    union
    select g.id, g.name_folded, g.category_id, g.visibility, g.join_mode
    from invitations i cross join groups g on g.id = i.group_id
    where i.invitee_id = ${userId} and i.status = 'pending' and i.expires_at > ${now}
      and g.effective_visibility = 'hidden'`;
}
