import { sessions } from "#worker/db/schema/accounts.ts";
import { nonPublicListings } from "#worker/db/schema/group-lists.ts";
import { groupMembers, groups, joinRequests } from "#worker/db/schema/groups.ts";
import { afterDelete, afterInsert, afterUpdate } from "./reaction.ts";
import type { Reactions } from "./reaction.ts";

/** Numbers that lists and pages show without counting rows. */
export const counterReactions: Reactions = {
  group_members_counted: {
    on: afterInsert(groupMembers),
    follows: [
      "UPDATE groups SET member_count = member_count + 1, member_rank = member_rank - 1 WHERE id = new.group_id",
    ],
  },

  group_members_discounted: {
    on: afterDelete(groupMembers),
    follows: [
      "UPDATE groups SET member_count = member_count - 1, member_rank = member_rank + 1 WHERE id = old.group_id",
    ],
  },

  groups_counted: {
    on: afterInsert(groups),
    follows: [
      `INSERT INTO group_counts (category_id, effective_visibility, visibility, join_mode, count)
	VALUES (new.category_id, new.effective_visibility, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1`,
    ],
  },

  groups_discounted: {
    on: afterDelete(groups),
    follows: [
      `UPDATE group_counts SET count = count - 1
	WHERE category_id = old.category_id AND effective_visibility = old.effective_visibility
		AND visibility = old.visibility AND join_mode = old.join_mode`,
    ],
  },

  groups_recounted: {
    on: afterUpdate(groups, "categoryId", "effectiveVisibility", "visibility", "joinMode"),
    follows: [
      `UPDATE group_counts SET count = count - 1
	WHERE category_id = old.category_id AND effective_visibility = old.effective_visibility
		AND visibility = old.visibility AND join_mode = old.join_mode`,
      `INSERT INTO group_counts (category_id, effective_visibility, visibility, join_mode, count)
	VALUES (new.category_id, new.effective_visibility, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1`,
    ],
  },

  join_requests_counted: {
    on: afterInsert(joinRequests),
    when: "new.status = 'pending'",
    follows: [
      "UPDATE groups SET pending_request_count = pending_request_count + 1 WHERE id = new.group_id",
    ],
  },

  join_requests_discounted: {
    on: afterUpdate(joinRequests, "status"),
    when: "old.status = 'pending' AND new.status <> 'pending'",
    follows: [
      "UPDATE groups SET pending_request_count = pending_request_count - 1 WHERE id = new.group_id",
    ],
  },

  join_requests_recounted: {
    on: afterUpdate(joinRequests, "status"),
    when: "old.status <> 'pending' AND new.status = 'pending'",
    follows: [
      "UPDATE groups SET pending_request_count = pending_request_count + 1 WHERE id = new.group_id",
    ],
  },

  non_public_listings_counted: {
    on: afterInsert(nonPublicListings),
    follows: [
      `INSERT INTO non_public_counts (user_id, category_id, visibility, join_mode, count)
	VALUES (new.user_id, new.category_id, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1`,
    ],
  },

  non_public_listings_discounted: {
    on: afterDelete(nonPublicListings),
    follows: [
      `UPDATE non_public_counts SET count = count - 1
	WHERE user_id = old.user_id AND category_id = old.category_id AND visibility = old.visibility AND join_mode = old.join_mode`,
      `DELETE FROM non_public_counts
	WHERE user_id = old.user_id AND category_id = old.category_id AND visibility = old.visibility AND join_mode = old.join_mode
		AND count = 0`,
    ],
  },
};

/** The last use of any session is when its user was last seen. */
export const lastSeenReactions: Reactions = {
  sessions_begin_seen: {
    on: afterInsert(sessions),
    follows: [
      `UPDATE users SET last_seen_at = new.last_seen_at
	WHERE id = new.user_id AND coalesce(last_seen_at, 0) < new.last_seen_at`,
    ],
  },

  sessions_seen: {
    on: afterUpdate(sessions, "lastSeenAt"),
    follows: [
      `UPDATE users SET last_seen_at = new.last_seen_at
	WHERE id = new.user_id AND coalesce(last_seen_at, 0) < new.last_seen_at`,
    ],
  },
};

/** Queries that count wrong counters: those that triggers and jobs maintain. */
export const RECOUNTS = {
  "member counts of groups": `select count(*) from groups g where g.member_rank <> -g.member_count
    or g.member_count <> (select count(*) from group_members m where m.group_id = g.id)`,
  "counts of join requests": `select count(*) from groups g where g.pending_request_count <>
    (select count(*) from join_requests r where r.group_id = g.id
      and r.status = 'pending')`,
  "counts of groups": `select count(*) from group_counts c where c.count <>
    (select count(*) from groups g where g.category_id = c.category_id
    and g.effective_visibility = c.effective_visibility
    and g.visibility = c.visibility and g.join_mode = c.join_mode)`,
  "listings of groups that are not public": `with shown (groupId, userId) as (
      select m.group_id, m.user_id from group_members m
        join groups g on g.id = m.group_id
        where g.effective_visibility in ('qualified', 'hidden')
          or (g.effective_visibility = 'system' and m.role <> 'member')
      union select q.group_id, q.user_id from group_qualifications q
        join groups g on g.id = q.group_id
        where g.effective_visibility = 'qualified')
    select abs((select count(*) from non_public_listings) - (select count(*)
      from shown s join groups g on g.id = s.groupId
        join non_public_listings l on l.user_id = s.userId
        and l.name_folded = g.name_folded and l.id = g.id
        and l.category_id = g.category_id
        and l.visibility = g.visibility
        and l.join_mode = g.join_mode))
    + abs((select count(*) from non_public_listings) - (select count(*) from shown))
    + abs((select count(*) from non_public_listings) -
      (select coalesce(sum(count), 0) from non_public_counts))`,
  "groups without an owner": `select count(*) from groups g where 1 <> (select count(*) from group_members m
    where m.group_id = g.id and m.role = 'owner')`,
  "names of members": `select count(*) from group_members m join users u on u.id = m.user_id
    left join characters c on c.id = u.main_character_id
    where m.name_folded <> coalesce(c.name_folded, '')`,
  "counts of corporation data": `select count(*) from corporations c where
    c.journal_count <> (select count(*) from corporation_journal j
      where j.corporation_id = c.id)
    or c.contract_count <> (select count(*) from corporation_contracts k
      where k.corporation_id = c.id)
    or c.killmail_count <> (select count(*) from corporation_killmails k
      where k.corporation_id = c.id)`,
  "mains that no search finds": `select count(*) from users u where u.main_character_id is not null
    and not exists (select 1 from main_name_suffixes s where s.character_id = u.main_character_id)`,
};
