CREATE TRIGGER `group_members_keep_owner` BEFORE DELETE ON `group_members`
WHEN old.role = 'owner' AND EXISTS (SELECT 1 FROM `groups` WHERE id = old.group_id)
BEGIN
	SELECT RAISE(ABORT, 'a group keeps its owner');
END;
--> statement-breakpoint
CREATE TRIGGER `join_requests_counted` AFTER INSERT ON `join_requests`
WHEN new.status = 'pending'
BEGIN
	UPDATE `groups` SET pending_request_count = pending_request_count + 1 WHERE id = new.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `join_requests_discounted` AFTER UPDATE OF `status` ON `join_requests`
WHEN old.status = 'pending' AND new.status <> 'pending'
BEGIN
	UPDATE `groups` SET pending_request_count = pending_request_count - 1 WHERE id = new.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_counted` AFTER INSERT ON `groups`
BEGIN
	INSERT INTO `group_counts` (category_id, effective_visibility, visibility, join_mode, count)
	VALUES (new.category_id, new.effective_visibility, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_discounted` AFTER DELETE ON `groups`
BEGIN
	UPDATE `group_counts` SET count = count - 1
	WHERE category_id = old.category_id AND effective_visibility = old.effective_visibility
		AND visibility = old.visibility AND join_mode = old.join_mode;
END;
--> statement-breakpoint
CREATE TRIGGER `groups_recounted` AFTER UPDATE OF `category_id`, `effective_visibility`, `visibility`, `join_mode` ON `groups`
BEGIN
	UPDATE `group_counts` SET count = count - 1
	WHERE category_id = old.category_id AND effective_visibility = old.effective_visibility
		AND visibility = old.visibility AND join_mode = old.join_mode;
	INSERT INTO `group_counts` (category_id, effective_visibility, visibility, join_mode, count)
	VALUES (new.category_id, new.effective_visibility, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `users_main_searchable` AFTER INSERT ON `users`
WHEN new.main_character_id IS NOT NULL
BEGIN
	INSERT OR IGNORE INTO `main_name_suffixes` (suffix, character_id, is_whole)
	SELECT substr(c.name_folded, start.value), c.id, start.value = 1
	FROM `characters` c, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE c.id = new.main_character_id AND start.value < length(c.name_folded);
END;
--> statement-breakpoint
CREATE TRIGGER `users_main_replaced` AFTER UPDATE OF `main_character_id` ON `users`
WHEN new.main_character_id IS NOT old.main_character_id
BEGIN
	DELETE FROM `main_name_suffixes` WHERE character_id = old.main_character_id;
	INSERT OR IGNORE INTO `main_name_suffixes` (suffix, character_id, is_whole)
	SELECT substr(c.name_folded, start.value), c.id, start.value = 1
	FROM `characters` c, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE c.id = new.main_character_id AND start.value < length(c.name_folded);
END;
--> statement-breakpoint
CREATE TRIGGER `characters_renamed` AFTER UPDATE OF `name_folded` ON `characters`
WHEN new.name_folded <> old.name_folded
BEGIN
	DELETE FROM `main_name_suffixes` WHERE character_id = new.id;
	INSERT OR IGNORE INTO `main_name_suffixes` (suffix, character_id, is_whole)
	SELECT substr(new.name_folded, start.value), new.id, start.value = 1
	FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]') start
	WHERE start.value < length(new.name_folded) AND EXISTS (SELECT 1 FROM `users` WHERE main_character_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `invitations_categorized` AFTER INSERT ON `invitations`
WHEN (SELECT effective_visibility FROM `groups` WHERE id = new.group_id) = 'hidden'
BEGIN
	UPDATE `invitations` SET category_id = (SELECT category_id FROM `groups` WHERE id = new.group_id) WHERE id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `invitations_recategorized` AFTER UPDATE OF `category_id`, `effective_visibility` ON `groups`
WHEN old.category_id <> new.category_id OR old.effective_visibility <> new.effective_visibility
BEGIN
	UPDATE `invitations` SET category_id = iif(new.effective_visibility = 'hidden', new.category_id, NULL)
	WHERE group_id = new.id AND status = 'pending';
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_counted` AFTER INSERT ON `non_public_listings`
BEGIN
	INSERT INTO `non_public_counts` (user_id, category_id, visibility, join_mode, count)
	VALUES (new.user_id, new.category_id, new.visibility, new.join_mode, 1)
	ON CONFLICT DO UPDATE SET count = count + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_discounted` AFTER DELETE ON `non_public_listings`
BEGIN
	UPDATE `non_public_counts` SET count = count - 1
	WHERE user_id = old.user_id AND category_id = old.category_id AND visibility = old.visibility AND join_mode = old.join_mode;
	DELETE FROM `non_public_counts`
	WHERE user_id = old.user_id AND category_id = old.category_id AND visibility = old.visibility AND join_mode = old.join_mode
		AND count = 0;
END;
--> statement-breakpoint
CREATE TRIGGER `characters_released` AFTER UPDATE OF `user_id` ON `characters`
WHEN old.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
	AND NOT EXISTS (SELECT 1 FROM `account_merges` WHERE from_id = old.user_id AND into_id = new.user_id AND state = 'merging')
BEGIN
	DELETE FROM `character_sections` WHERE character_id = new.id AND section NOT IN ('info', 'corporationHistory');
	DELETE FROM `character_checks` WHERE character_id = new.id;
	DELETE FROM `asset_pages` WHERE character_id = new.id;
	DELETE FROM `refresh_leases` WHERE character_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `join_requests_recounted` AFTER UPDATE OF `status` ON `join_requests`
WHEN old.status <> 'pending' AND new.status = 'pending'
BEGIN
	UPDATE `groups` SET pending_request_count = pending_request_count + 1 WHERE id = new.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `group_members_named` AFTER INSERT ON `group_members`
BEGIN
	UPDATE `group_members` SET name_folded = coalesce((SELECT c.name_folded FROM `users` u
		JOIN `characters` c ON c.id = u.main_character_id WHERE u.id = new.user_id), '')
	WHERE group_id = new.group_id AND user_id = new.user_id;
END;
--> statement-breakpoint
CREATE TRIGGER `users_main_names_members` AFTER UPDATE OF `main_character_id` ON `users`
WHEN new.main_character_id IS NOT old.main_character_id
BEGIN
	UPDATE `group_members` SET name_folded = coalesce(
		(SELECT name_folded FROM `characters` WHERE id = new.main_character_id), '')
	WHERE user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `characters_rename_members` AFTER UPDATE OF `name_folded` ON `characters`
WHEN new.name_folded <> old.name_folded AND new.user_id IS NOT NULL
BEGIN
	UPDATE `group_members` SET name_folded = new.name_folded
	WHERE user_id = (SELECT id FROM `users` WHERE main_character_id = new.id);
END;
--> statement-breakpoint
CREATE TRIGGER `group_members_counted` AFTER INSERT ON `group_members`
BEGIN
	UPDATE `groups` SET member_count = member_count + 1, member_rank = member_rank - 1 WHERE id = new.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `group_members_discounted` AFTER DELETE ON `group_members`
BEGIN
	UPDATE `groups` SET member_count = member_count - 1, member_rank = member_rank + 1 WHERE id = old.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `rule_added` AFTER INSERT ON `group_requirements`
BEGIN
	UPDATE `evaluation_state` SET rules_version = rules_version + 1, sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `rule_changed` AFTER UPDATE ON `group_requirements`
BEGIN
	UPDATE `evaluation_state` SET rules_version = rules_version + 1, sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_removed_rule` AFTER DELETE ON `group_requirements`
BEGIN
	DELETE FROM `rule_conditions` WHERE rule_id = old.group_id;
END;
--> statement-breakpoint
CREATE TRIGGER `corporations_forget_lists` AFTER DELETE ON `corporations`
BEGIN
	DELETE FROM `contacts` WHERE owner_id = old.id OR (owner_id = old.alliance_id
		AND NOT EXISTS (SELECT 1 FROM `corporations` WHERE alliance_id = old.alliance_id));
	DELETE FROM `director_lists` WHERE owner_id = old.id OR (owner_id = old.alliance_id
		AND NOT EXISTS (SELECT 1 FROM `corporations` WHERE alliance_id = old.alliance_id));
END;
--> statement-breakpoint
CREATE TRIGGER `affiliations_added` AFTER INSERT ON `character_affiliations`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('corporation', 'alliance', 'time_in_corporation', 'roles', 'titles', 'standing', 'every'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `affiliations_changed` AFTER UPDATE OF `corporation_id`, `alliance_id` ON `character_affiliations`
WHEN (new.corporation_id <> old.corporation_id OR new.alliance_id IS NOT old.alliance_id)
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('corporation', 'alliance', 'time_in_corporation', 'roles', 'titles', 'standing', 'every'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `authorizations_added` AFTER INSERT ON `eve_tokens`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('authorization'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `authorizations_changed` AFTER UPDATE OF `state`, `scopes` ON `eve_tokens`
WHEN (new.state <> old.state OR new.scopes <> old.scopes) AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('authorization'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `authorizations_removed` AFTER DELETE ON `eve_tokens`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('authorization'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = old.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `accounts_added` AFTER INSERT ON `users`
WHEN EXISTS (SELECT 1 FROM `rule_conditions`)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (new.id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `accounts_changed` AFTER UPDATE OF `main_character_id`, `suspended_until` ON `users`
WHEN (new.main_character_id IS NOT old.main_character_id OR new.suspended_until IS NOT old.suspended_until)
	AND EXISTS (SELECT 1 FROM `rule_conditions`)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (new.id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `characters_added` AFTER INSERT ON `characters`
WHEN new.user_id IS NOT NULL AND EXISTS (SELECT 1 FROM `rule_conditions`)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `characters_moved` AFTER UPDATE OF `user_id` ON `characters`
WHEN new.user_id IS NOT old.user_id AND EXISTS (SELECT 1 FROM `rule_conditions`)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (old.user_id, new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `sheets_added` AFTER INSERT ON `character_sections`
WHEN ((new.section = 'skills' AND (EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('total_sp'))
			OR (1 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('skills')))))
		OR (new.section = 'skillQueue' AND unixepoch(new.data ->> '$[0].finish_date') <= unixepoch() AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('skills', 'total_sp')))
		OR (new.section = 'corporationHistory' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('time_in_corporation')))
		OR (new.section = 'info' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('character_age', 'security_status')))
		OR (new.section = 'roles' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles')))
		OR (new.section = 'titles' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('titles'))))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `sheets_changed` AFTER UPDATE OF `data` ON `character_sections`
WHEN new.data <> old.data AND ((new.section = 'skills' AND (EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('total_sp'))
			OR (new.levels IS NOT old.levels AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('skills')))))
		OR (new.section = 'skillQueue' AND (unixepoch(new.data ->> '$[0].finish_date') <= unixepoch() OR unixepoch(old.data ->> '$[0].finish_date') <= unixepoch()) AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('skills', 'total_sp')))
		OR (new.section = 'corporationHistory' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('time_in_corporation')))
		OR (new.section = 'info' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('character_age', 'security_status')))
		OR (new.section = 'roles' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles')))
		OR (new.section = 'titles' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('titles'))))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `checks_changed` AFTER UPDATE OF `record` ON `character_checks`
WHEN ((coalesce(new.record ->> '$.checks.affiliation.checkedAt', 0)
			- coalesce(old.record ->> '$.checks.affiliation.checkedAt', 0) > 1 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('corporation', 'alliance', 'time_in_corporation', 'roles', 'titles', 'standing')))
		OR (coalesce(new.record ->> '$.checks.skills.checkedAt', 0)
			- coalesce(old.record ->> '$.checks.skills.checkedAt', 0) > 7 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('skills', 'total_sp')))
		OR (coalesce(new.record ->> '$.checks.info.checkedAt', 0)
			- coalesce(old.record ->> '$.checks.info.checkedAt', 0) > 7 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('character_age', 'security_status')))
		OR (coalesce(new.record ->> '$.checks.corporationHistory.checkedAt', 0)
			- coalesce(old.record ->> '$.checks.corporationHistory.checkedAt', 0) > 7 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('time_in_corporation')))
		OR (coalesce(new.record ->> '$.checks.roles.checkedAt', 0)
			- coalesce(old.record ->> '$.checks.roles.checkedAt', 0) > 2 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles')))
		OR (coalesce(new.record ->> '$.checks.titles.checkedAt', 0)
			- coalesce(old.record ->> '$.checks.titles.checkedAt', 0) > 2 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('titles')))
		OR ((new.record ->> '$.checks.info.failure') IS 'deleted' AND (old.record ->> '$.checks.info.failure') IS NOT 'deleted'
		AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('every'))))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `passes_begun` AFTER INSERT ON `completed_passes`
WHEN new.job = 'affiliations' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('corporation', 'alliance', 'time_in_corporation', 'roles', 'titles', 'standing'))
BEGIN
	UPDATE `evaluation_state` SET sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `passes_resumed` AFTER UPDATE OF `started_at` ON `completed_passes`
WHEN new.job = 'affiliations' AND new.started_at - old.started_at > 86400000
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('corporation', 'alliance', 'time_in_corporation', 'roles', 'titles', 'standing'))
BEGIN
	UPDATE `evaluation_state` SET sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `member_roles_added` AFTER INSERT ON `corporation_member_roles`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `member_roles_changed` AFTER UPDATE OF `roles` ON `corporation_member_roles`
WHEN new.roles <> old.roles AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `member_roles_removed` AFTER DELETE ON `corporation_member_roles`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = old.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `member_titles_added` AFTER INSERT ON `corporation_member_titles`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('titles'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `member_titles_changed` AFTER UPDATE OF `title_ids` ON `corporation_member_titles`
WHEN new.title_ids <> old.title_ids AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('titles'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `member_titles_removed` AFTER DELETE ON `corporation_member_titles`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('titles'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = old.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_added` AFTER INSERT ON `contacts`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('standing'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.contact_id
		UNION SELECT c.user_id FROM `character_affiliations` a JOIN `characters` c ON c.id = a.character_id
			WHERE a.corporation_id = new.contact_id
		UNION SELECT c.user_id FROM `character_affiliations` a JOIN `characters` c ON c.id = a.character_id
			WHERE a.alliance_id = new.contact_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_changed` AFTER UPDATE OF `standing` ON `contacts`
WHEN new.standing <> old.standing AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('standing'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.contact_id
		UNION SELECT c.user_id FROM `character_affiliations` a JOIN `characters` c ON c.id = a.character_id
			WHERE a.corporation_id = new.contact_id
		UNION SELECT c.user_id FROM `character_affiliations` a JOIN `characters` c ON c.id = a.character_id
			WHERE a.alliance_id = new.contact_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_removed` AFTER DELETE ON `contacts`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('standing'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = old.contact_id
		UNION SELECT c.user_id FROM `character_affiliations` a JOIN `characters` c ON c.id = a.character_id
			WHERE a.corporation_id = old.contact_id
		UNION SELECT c.user_id FROM `character_affiliations` a JOIN `characters` c ON c.id = a.character_id
			WHERE a.alliance_id = old.contact_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `lists_of_members_read` AFTER INSERT ON `director_lists`
WHEN new.list <> 'contacts' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles', 'titles'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT c.user_id FROM `character_affiliations` a JOIN `characters` c ON c.id = a.character_id
			WHERE a.corporation_id = new.owner_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `lists_of_members_resumed` AFTER UPDATE OF `read_at` ON `director_lists`
WHEN new.list <> 'contacts' AND new.read_at - old.read_at > 2 * 86400000
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles', 'titles'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT c.user_id FROM `character_affiliations` a JOIN `characters` c ON c.id = a.character_id
			WHERE a.corporation_id = new.owner_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_read` AFTER INSERT ON `director_lists`
WHEN new.list = 'contacts' AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('standing'))
BEGIN
	UPDATE `evaluation_state` SET sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `contacts_resumed` AFTER UPDATE OF `read_at` ON `director_lists`
WHEN new.list = 'contacts' AND new.read_at - old.read_at > 86400000
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('standing'))
BEGIN
	UPDATE `evaluation_state` SET sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `corporations_change_alliance` AFTER UPDATE OF `alliance_id` ON `corporations`
WHEN new.alliance_id IS NOT old.alliance_id
BEGIN
	DELETE FROM `corporation_pages` WHERE corporation_id = new.id AND source = 'allianceContacts';
END;
--> statement-breakpoint
CREATE TRIGGER `memberships_added` AFTER INSERT ON `group_members`
WHEN (EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'member_of' AND subject = new.group_id)
	OR EXISTS (SELECT 1 FROM `group_requirements` WHERE group_id = new.group_id))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `memberships_moved` AFTER UPDATE OF `user_id` ON `group_members`
WHEN new.user_id <> old.user_id AND (EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'member_of' AND subject = new.group_id)
	OR EXISTS (SELECT 1 FROM `group_requirements` WHERE group_id = new.group_id))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (old.user_id, new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `memberships_removed` AFTER DELETE ON `group_members`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'member_of' AND subject = old.group_id)
	OR EXISTS (SELECT 1 FROM `group_requirements` WHERE group_id = old.group_id AND enrolment = 'automatic')
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (old.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_renew_schedule` AFTER INSERT ON `rule_conditions`
BEGIN
	DELETE FROM `completed_passes` WHERE job = 'evidence';
END;
--> statement-breakpoint
CREATE TRIGGER `sessions_begin_seen` AFTER INSERT ON `sessions`
BEGIN
	UPDATE `users` SET last_seen_at = new.last_seen_at
	WHERE id = new.user_id AND coalesce(last_seen_at, 0) < new.last_seen_at;
END;
--> statement-breakpoint
CREATE TRIGGER `sessions_seen` AFTER UPDATE OF `last_seen_at` ON `sessions`
BEGIN
	UPDATE `users` SET last_seen_at = new.last_seen_at
	WHERE id = new.user_id AND coalesce(last_seen_at, 0) < new.last_seen_at;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_membership_added` AFTER INSERT ON `group_members`
WHEN EXISTS (SELECT 1 FROM `discord_role_groups` WHERE group_id = new.group_id)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_role_groups` r JOIN `discord_servers` s ON s.id = r.server_id JOIN `discord_accounts` a
	WHERE r.group_id = new.group_id AND s.is_on = 1 AND a.user_id = new.user_id
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_membership_moved` AFTER UPDATE OF `user_id` ON `group_members`
WHEN new.user_id <> old.user_id AND EXISTS (SELECT 1 FROM `discord_role_groups` WHERE group_id = new.group_id)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_role_groups` r JOIN `discord_servers` s ON s.id = r.server_id JOIN `discord_accounts` a
	WHERE r.group_id = new.group_id AND s.is_on = 1 AND a.user_id IN (old.user_id, new.user_id)
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_membership_ended` AFTER DELETE ON `group_members`
WHEN EXISTS (SELECT 1 FROM `discord_role_groups` WHERE group_id = old.group_id)
	AND EXISTS (SELECT 1 FROM `groups` WHERE id = old.group_id)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_role_groups` r JOIN `discord_servers` s ON s.id = r.server_id JOIN `discord_accounts` a
	WHERE r.group_id = old.group_id AND s.is_on = 1 AND a.user_id = old.user_id
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_role_group_removed` AFTER DELETE ON `discord_role_groups`
BEGIN
	UPDATE `discord_servers` SET sweep_after = '' WHERE id = old.server_id AND is_on = 1;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_link_added` AFTER INSERT ON `discord_accounts`
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT id, new.discord_id, lower(hex(randomblob(8))) FROM `discord_servers` WHERE is_on = 1
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_link_moved` AFTER UPDATE OF `user_id` ON `discord_accounts`
WHEN new.user_id <> old.user_id
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT id, new.discord_id, lower(hex(randomblob(8))) FROM `discord_servers` WHERE is_on = 1
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_link_removed` AFTER DELETE ON `discord_accounts`
BEGIN
	DELETE FROM `discord_members` WHERE discord_id = old.discord_id AND given = '[]' AND attempt IS NULL;
	DELETE FROM `discord_marks` WHERE discord_id = old.discord_id;
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, old.discord_id, lower(hex(randomblob(8)))
	FROM `discord_members` m JOIN `discord_servers` s ON s.id = m.server_id
	WHERE m.discord_id = old.discord_id AND s.is_on = 1;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_main_changed` AFTER UPDATE OF `main_character_id` ON `users`
WHEN new.main_character_id IS NOT old.main_character_id
	AND EXISTS (SELECT 1 FROM `discord_servers` WHERE is_on = 1 AND nickname_template IS NOT NULL)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_servers` s JOIN `discord_accounts` a ON a.user_id = new.id
	WHERE s.is_on = 1 AND s.nickname_template IS NOT NULL
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_character_renamed` AFTER UPDATE OF `name` ON `characters`
WHEN new.name <> old.name AND new.user_id IS NOT NULL
	AND EXISTS (SELECT 1 FROM `discord_servers` WHERE is_on = 1 AND nickname_template IS NOT NULL)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_servers` s JOIN `users` u ON u.main_character_id = new.id
		JOIN `discord_accounts` a ON a.user_id = u.id
	WHERE s.is_on = 1 AND s.nickname_template IS NOT NULL
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_affiliation_changed` AFTER UPDATE OF `corporation_id`, `alliance_id` ON `character_affiliations`
WHEN (new.corporation_id <> old.corporation_id OR new.alliance_id IS NOT old.alliance_id)
	AND EXISTS (SELECT 1 FROM `discord_servers` WHERE is_on = 1 AND nickname_template IS NOT NULL)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_servers` s JOIN `users` u ON u.main_character_id = new.character_id
		JOIN `discord_accounts` a ON a.user_id = u.id
	WHERE s.is_on = 1 AND s.nickname_template IS NOT NULL
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `rule_removed_in_community` AFTER DELETE ON `group_requirements`
WHEN EXISTS (SELECT 1 FROM `community` WHERE member_group_id IS NOT NULL)
BEGIN
	UPDATE `evaluation_state` SET sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `audit_events_erased` AFTER UPDATE OF `actor_id`, `actor_name`, `subject_id`, `subject_name`, `character_id`, `character_name`, `owner_hash`, `detail` ON `audit_events`
WHEN new.actor_name IS NOT old.actor_name OR new.subject_name IS NOT old.subject_name
	OR new.character_id IS NOT old.character_id OR new.character_name IS NOT old.character_name
	OR new.owner_hash IS NOT old.owner_hash OR new.detail IS NOT old.detail
	OR new.actor_id IS NOT old.actor_id
		AND NOT EXISTS (SELECT 1 FROM `merged_users` WHERE from_id = old.actor_id AND into_id = new.actor_id)
	OR new.subject_id IS NOT old.subject_id
		AND NOT EXISTS (SELECT 1 FROM `merged_users` WHERE from_id = old.subject_id AND into_id = new.subject_id)
BEGIN
	UPDATE `audit_digests` SET salt = NULL WHERE seq = new.seq AND salt IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_new_rule` AFTER INSERT ON `group_requirements`
BEGIN
	INSERT OR IGNORE INTO `rule_conditions` (type, subject, rule_id)
	SELECT node.atom, (CASE node.atom
			WHEN 'titles' THEN new.tree ->> (node.path || '.corporationId')
			WHEN 'standing' THEN (new.tree ->> (node.path || '.of')) || ':' || (new.tree ->> (node.path || '.ownerId'))
			WHEN 'on_discord_server' THEN new.tree ->> (node.path || '.serverId')
			ELSE '' END), new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', 'member_of')
	UNION SELECT 'member_of', named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom = 'member_of'
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every';
END;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_changed_rule` AFTER UPDATE OF `tree` ON `group_requirements`
BEGIN
	DELETE FROM `rule_conditions` WHERE rule_id = new.group_id;
	INSERT OR IGNORE INTO `rule_conditions` (type, subject, rule_id)
	SELECT node.atom, (CASE node.atom
			WHEN 'titles' THEN new.tree ->> (node.path || '.corporationId')
			WHEN 'standing' THEN (new.tree ->> (node.path || '.of')) || ':' || (new.tree ->> (node.path || '.ownerId'))
			WHEN 'on_discord_server' THEN new.tree ->> (node.path || '.serverId')
			ELSE '' END), new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', 'member_of')
	UNION SELECT 'member_of', named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom = 'member_of'
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every';
END;
--> statement-breakpoint
CREATE TRIGGER `discord_member_appeared` AFTER INSERT ON `discord_members`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'on_discord_server' AND subject = new.server_id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT user_id, lower(hex(randomblob(8))) FROM `discord_accounts` WHERE discord_id = new.discord_id
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_member_joined_or_left` AFTER UPDATE OF `problem` ON `discord_members`
WHEN (coalesce(new.problem, '') IN ('left', 'deleted')) <> (coalesce(old.problem, '') IN ('left', 'deleted'))
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'on_discord_server' AND subject = new.server_id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT user_id, lower(hex(randomblob(8))) FROM `discord_accounts` WHERE discord_id = new.discord_id
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_member_forgotten` AFTER DELETE ON `discord_members`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'on_discord_server' AND subject = old.server_id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT user_id, lower(hex(randomblob(8))) FROM `discord_accounts` WHERE discord_id = old.discord_id
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_member_read` AFTER DELETE ON `discord_marks`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'on_discord_server' AND subject = old.server_id)
	AND NOT EXISTS (SELECT 1 FROM `discord_members` WHERE server_id = old.server_id AND discord_id = old.discord_id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT user_id, lower(hex(randomblob(8))) FROM `discord_accounts` WHERE discord_id = old.discord_id
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_server_checked` AFTER UPDATE OF `swept_at` ON `discord_servers`
WHEN new.swept_at IS NOT old.swept_at
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'on_discord_server' AND subject = new.id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT user_id, lower(hex(randomblob(8))) FROM `discord_accounts`
	WHERE linked_at > (CASE WHEN new.swept_at - old.swept_at <= 2 * 86400000 THEN old.swept_at ELSE -1 END)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_added` AFTER INSERT ON `discord_accounts`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('discord_linked', 'on_discord_server'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_moved` AFTER UPDATE OF `user_id` ON `discord_accounts`
WHEN new.user_id <> old.user_id
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('discord_linked', 'on_discord_server'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (old.user_id, new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_removed` AFTER DELETE ON `discord_accounts`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('discord_linked', 'on_discord_server'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (old.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_suspension_changed` AFTER UPDATE OF `suspended_until` ON `users`
WHEN new.suspended_until IS NOT old.suspended_until AND EXISTS (SELECT 1 FROM `discord_servers` WHERE is_on = 1)
BEGIN
	INSERT INTO `discord_marks` (server_id, discord_id, mark)
	SELECT s.id, a.discord_id, lower(hex(randomblob(8)))
	FROM `discord_servers` s JOIN `discord_accounts` a ON a.user_id = new.id
	WHERE s.is_on = 1
	ON CONFLICT (server_id, discord_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `rule_listing_added` AFTER INSERT ON `group_requirements`
WHEN new.listing = 'qualified'
BEGIN
	UPDATE `groups` SET effective_visibility = 'qualified', version = version + 1
	WHERE id = new.group_id AND effective_visibility = 'public';
END;
--> statement-breakpoint
CREATE TRIGGER `rule_listing_changed` AFTER UPDATE OF `listing` ON `group_requirements`
WHEN new.listing <> old.listing
BEGIN
	UPDATE `groups` SET effective_visibility = iif(new.listing = 'qualified', 'qualified', 'public'), version = version + 1
	WHERE id = new.group_id AND effective_visibility IN ('public', 'qualified');
	DELETE FROM `group_qualifications` WHERE group_id = new.group_id AND new.listing = 'everyone';
END;
--> statement-breakpoint
CREATE TRIGGER `rule_listing_removed` AFTER DELETE ON `group_requirements`
WHEN old.listing = 'qualified'
BEGIN
	UPDATE `groups` SET effective_visibility = 'public', version = version + 1
	WHERE id = old.group_id AND effective_visibility = 'qualified';
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_qualified` AFTER INSERT ON `group_qualifications`
BEGIN
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM `groups` g
	WHERE g.id = new.group_id AND g.effective_visibility = 'qualified';
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_disqualified` AFTER DELETE ON `group_qualifications`
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM `groups` WHERE id = old.group_id)
		AND NOT EXISTS (SELECT 1 FROM `group_members` WHERE group_id = old.group_id AND user_id = old.user_id);
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_joined` AFTER INSERT ON `group_members`
BEGIN
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM `groups` g
	WHERE g.id = new.group_id
		AND (g.effective_visibility IN ('qualified', 'hidden') OR (g.effective_visibility = 'system' AND new.role <> 'member'));
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_left` AFTER DELETE ON `group_members`
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM `groups` WHERE id = old.group_id)
		AND NOT EXISTS (SELECT 1 FROM `group_qualifications` q JOIN `groups` g ON g.id = q.group_id
			WHERE q.group_id = old.group_id AND q.user_id = old.user_id AND g.effective_visibility = 'qualified');
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_changed` AFTER UPDATE OF `user_id`, `role` ON `group_members`
WHEN old.user_id <> new.user_id OR (old.role = 'member') <> (new.role = 'member')
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id = old.user_id AND id = old.group_id
		AND name_folded = (SELECT name_folded FROM `groups` WHERE id = old.group_id)
		AND NOT EXISTS (SELECT 1 FROM `group_qualifications` q JOIN `groups` g ON g.id = q.group_id
			WHERE q.group_id = old.group_id AND q.user_id = old.user_id AND g.effective_visibility = 'qualified');
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT new.user_id, g.name_folded, g.id, g.category_id, g.visibility, g.join_mode FROM `groups` g
	WHERE g.id = new.group_id
		AND (g.effective_visibility IN ('qualified', 'hidden') OR (g.effective_visibility = 'system' AND new.role <> 'member'));
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_edited` AFTER UPDATE OF `name_folded`, `category_id`, `visibility`, `effective_visibility`, `join_mode` ON `groups`
WHEN (old.effective_visibility <> 'public' OR new.effective_visibility <> 'public')
	AND (old.name_folded <> new.name_folded OR old.category_id <> new.category_id OR old.visibility <> new.visibility
		OR old.effective_visibility <> new.effective_visibility OR old.join_mode <> new.join_mode)
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id IN (SELECT user_id FROM `group_members` WHERE group_id = old.id
			UNION ALL SELECT user_id FROM `group_qualifications` WHERE group_id = old.id)
		AND name_folded = old.name_folded AND id = old.id;
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT m.user_id, new.name_folded, new.id, new.category_id, new.visibility, new.join_mode FROM `group_members` m
	WHERE m.group_id = new.id
		AND (new.effective_visibility IN ('qualified', 'hidden') OR (new.effective_visibility = 'system' AND m.role <> 'member'));
	INSERT OR IGNORE INTO `non_public_listings` (user_id, name_folded, id, category_id, visibility, join_mode)
	SELECT q.user_id, new.name_folded, new.id, new.category_id, new.visibility, new.join_mode FROM `group_qualifications` q
	WHERE q.group_id = new.id AND new.effective_visibility = 'qualified';
END;
--> statement-breakpoint
CREATE TRIGGER `non_public_listings_deleted` BEFORE DELETE ON `groups`
WHEN old.effective_visibility <> 'public'
BEGIN
	DELETE FROM `non_public_listings`
	WHERE user_id IN (SELECT user_id FROM `group_members` WHERE group_id = old.id
			UNION ALL SELECT user_id FROM `group_qualifications` WHERE group_id = old.id)
		AND name_folded = old.name_folded AND id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER `members_departed` AFTER UPDATE OF `left_at` ON `corporation_members`
WHEN new.left_at IS NOT NULL AND old.left_at IS NULL
BEGIN
	UPDATE `character_affiliations` SET corporation_id = 1, alliance_id = NULL, as_of = new.left_at
	WHERE character_id = new.character_id AND corporation_id = new.corporation_id;
END;
--> statement-breakpoint
CREATE TRIGGER `members_returned` AFTER UPDATE OF `left_at` ON `corporation_members`
WHEN new.left_at IS NULL AND old.left_at IS NOT NULL
BEGIN
	UPDATE `character_affiliations` SET corporation_id = new.corporation_id,
		alliance_id = (SELECT alliance_id FROM `corporations` WHERE id = new.corporation_id), as_of = new.listed_at
	WHERE character_id = new.character_id AND corporation_id = 1;
END;
--> statement-breakpoint
CREATE TRIGGER `affiliations_moved` AFTER UPDATE OF `corporation_id` ON `character_affiliations`
WHEN new.corporation_id <> old.corporation_id AND new.corporation_id <> 1
BEGIN
	UPDATE `corporation_members` SET left_at = new.as_of, departure = 'affiliation'
	WHERE corporation_id = old.corporation_id AND character_id = new.character_id
		AND left_at IS NULL AND listed_at < new.as_of;
	UPDATE `corporation_members` SET left_at = NULL, departure = NULL, listed_at = new.as_of
	WHERE corporation_id = new.corporation_id AND character_id = new.character_id
		AND left_at IS NOT NULL AND left_at < new.as_of;
END;
--> statement-breakpoint
CREATE TRIGGER `application_grant_ended` AFTER DELETE ON `application_grants`
WHEN EXISTS (SELECT 1 FROM `applications` WHERE id = old.application_id AND backchannel_logout_uri IS NOT NULL)
BEGIN
	INSERT INTO `logout_deliveries` (id, application_id, user_id, issuer, tries, due_at)
	VALUES (old.id, old.application_id, old.user_id, old.issuer, 0, 0) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER `application_membership_ended` AFTER DELETE ON `group_members`
WHEN EXISTS (SELECT 1 FROM `application_grants` WHERE user_id = old.user_id)
BEGIN
	DELETE FROM `application_grants` WHERE user_id = old.user_id AND application_id IN (
		SELECT id FROM `applications`
		WHERE coalesce(required_group_id, (SELECT member_group_id FROM `community`)) = old.group_id);
END;
--> statement-breakpoint
CREATE TRIGGER `application_requires_group` AFTER UPDATE OF `required_group_id` ON `applications`
WHEN new.required_group_id IS NOT old.required_group_id
BEGIN
	DELETE FROM `application_grants` WHERE application_id = new.id
		AND coalesce(new.required_group_id, (SELECT member_group_id FROM `community`)) IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM `group_members` m WHERE m.user_id = `application_grants`.user_id
			AND m.group_id = coalesce(new.required_group_id, (SELECT member_group_id FROM `community`)));
END;
--> statement-breakpoint
CREATE TRIGGER `application_community_changed` AFTER UPDATE OF `member_group_id` ON `community`
WHEN new.member_group_id IS NOT NULL AND new.member_group_id IS NOT old.member_group_id
BEGIN
	DELETE FROM `application_grants` WHERE application_id IN (SELECT id FROM `applications` WHERE required_group_id IS NULL)
		AND NOT EXISTS (SELECT 1 FROM `group_members` m
			WHERE m.user_id = `application_grants`.user_id AND m.group_id = new.member_group_id);
END;
--> statement-breakpoint
CREATE TRIGGER `application_user_suspended` AFTER UPDATE OF `suspended_until` ON `users`
WHEN new.suspended_until IS NOT NULL AND new.suspended_until IS NOT old.suspended_until
BEGIN
	DELETE FROM `application_grants` WHERE user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `application_user_locked` AFTER UPDATE OF `main_character_id` ON `users`
WHEN new.main_character_id IS NULL AND old.main_character_id IS NOT NULL
BEGIN
	DELETE FROM `application_grants` WHERE user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_log_feed_due` AFTER INSERT ON `audit_seals`
BEGIN
	UPDATE `discord_feeds` SET due_seq = new.last_seq WHERE id = 'log';
END;
--> statement-breakpoint
CREATE TRIGGER `characters_confirmed` AFTER UPDATE OF `unconfirmed_since` ON `characters`
WHEN new.unconfirmed_since IS NOT old.unconfirmed_since AND new.user_id IS NOT NULL AND EXISTS (SELECT 1 FROM `rule_conditions`)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark) VALUES (new.user_id, lower(hex(randomblob(8))))
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `rule_removed` AFTER DELETE ON `group_requirements`
BEGIN
	UPDATE `evaluation_state` SET rules_version = rules_version + 1;
	DELETE FROM `membership_problems` WHERE group_id = old.group_id;
	UPDATE `held_changes` SET state = 'ended' WHERE group_id = old.group_id AND state IN ('held', 'released') AND asked_by IS NULL;
END;
--> statement-breakpoint
CREATE TRIGGER `community_members_changed` AFTER UPDATE OF `member_group_id`, `grace_days` ON `community`
WHEN new.member_group_id IS NOT old.member_group_id OR new.grace_days <> old.grace_days
BEGIN
	DELETE FROM `rule_conditions` WHERE rule_id = 'community';
	INSERT INTO `rule_conditions` (type, subject, rule_id)
		SELECT 'member_of', new.member_group_id, 'community' WHERE new.member_group_id IS NOT NULL;
	UPDATE `evaluation_state` SET rules_version = rules_version + 1, sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
	DELETE FROM `membership_problems` WHERE new.member_group_id IS NULL
		AND group_id NOT IN (SELECT group_id FROM `group_requirements`);
	UPDATE `held_changes` SET state = 'ended' WHERE new.member_group_id IS NULL AND state IN ('held', 'released') AND asked_by IS NULL
		AND group_id NOT IN (SELECT group_id FROM `group_requirements`);
END;
--> statement-breakpoint
CREATE TRIGGER `groups_opened_to_guests` AFTER UPDATE OF `open_to_guests` ON `groups`
WHEN new.open_to_guests <> old.open_to_guests AND EXISTS (SELECT 1 FROM `community` WHERE member_group_id IS NOT NULL)
BEGIN
	UPDATE `evaluation_state` SET rules_version = rules_version + 1, sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
	DELETE FROM `membership_problems` WHERE new.open_to_guests = 1 AND group_id = new.id
		AND new.id NOT IN (SELECT group_id FROM `group_requirements`);
	UPDATE `held_changes` SET state = 'ended' WHERE new.open_to_guests = 1 AND group_id = new.id AND state IN ('held', 'released') AND asked_by IS NULL
		AND new.id NOT IN (SELECT group_id FROM `group_requirements`);
END;
--> statement-breakpoint
CREATE TRIGGER `application_told_group_removed` AFTER DELETE ON `application_groups`
WHEN EXISTS (SELECT 1 FROM `applications` WHERE id = old.application_id AND tells_lost_groups
	AND backchannel_logout_uri IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(claims) WHERE value = 'groups'))
BEGIN
	DELETE FROM `application_grants` WHERE application_id = old.application_id AND EXISTS (
		SELECT 1 FROM `group_members` m WHERE m.group_id = old.group_id AND m.user_id = `application_grants`.user_id)
		AND (instr(scope, 'groups') > 0
		OR NOT (SELECT b.claims_by_scope FROM `applications` b WHERE b.id = `application_grants`.application_id));
END;
--> statement-breakpoint
CREATE TRIGGER `application_told_group_left` AFTER DELETE ON `group_members`
WHEN EXISTS (SELECT 1 FROM `application_grants` WHERE user_id = old.user_id)
BEGIN
	DELETE FROM `application_grants` WHERE user_id = old.user_id AND application_id IN (
		SELECT a.id FROM `application_groups` t CROSS JOIN `applications` a ON a.id = t.application_id
		WHERE t.group_id = old.group_id AND a.tells_lost_groups AND a.backchannel_logout_uri IS NOT NULL
			AND EXISTS (SELECT 1 FROM json_each(a.claims) WHERE value = 'groups'))
		AND (instr(scope, 'groups') > 0
		OR NOT (SELECT b.claims_by_scope FROM `applications` b WHERE b.id = `application_grants`.application_id));
END;
--> statement-breakpoint
CREATE TRIGGER `discord_corporation_feed_due` AFTER INSERT ON `audit_events`
WHEN new.kind IN ('director_unhealthy')
	AND EXISTS (SELECT 1 FROM `discord_feeds` WHERE corporation_id = new.corporation_id)
BEGIN
	UPDATE `discord_feeds` SET due_seq = new.seq WHERE corporation_id = new.corporation_id;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_direct_message_due` AFTER INSERT ON `audit_events`
WHEN new.subject_id IS NOT NULL
	AND new.kind IN ('admin_appointed', 'admin_dismissed', 'grace_started', 'invitation_sent', 'member_removed', 'membership_end_set', 'membership_ending', 'ownership_transferred', 'request_approved', 'request_rejected')
	AND EXISTS (SELECT 1 FROM `discord_direct_messages` WHERE user_id = new.subject_id)
BEGIN
	UPDATE `discord_direct_messages` SET due_seq = new.seq WHERE user_id = new.subject_id;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_feed_due` AFTER INSERT ON `audit_events`
WHEN new.group_id IS NOT NULL
	AND new.kind IN ('approval_undone', 'code_redeemed', 'emergency_access_taken', 'grace_started', 'invitation_accepted', 'member_joined', 'member_left', 'member_removed', 'membership_end_set', 'rejection_undone', 'removals_discarded', 'removals_held', 'removals_released', 'request_approved', 'request_made', 'request_rejected', 'request_withdrawn')
	AND EXISTS (SELECT 1 FROM `discord_feeds` WHERE group_id = new.group_id)
BEGIN
	UPDATE `discord_feeds` SET due_seq = new.seq WHERE group_id = new.group_id;
END;
