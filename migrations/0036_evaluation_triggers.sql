CREATE INDEX `character_affiliations_alliance` ON `character_affiliations` (`alliance_id`) WHERE alliance_id is not null;--> statement-breakpoint
-- A change of evidence marks its user for evaluation, if a rule contains a condition that looks at it.
-- Affiliations.
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
-- Authorizations.
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
-- Accounts and their characters.
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
-- Sheets. Of the skills, a rule compares levels or the sum of points.
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
-- Facts that were too old, and a character that was deleted. Limits of age: worker/requirements/evidence/facts.ts.
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
-- What directors read. A list that was never read, or too long ago, says something about everybody.
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
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (
		SELECT user_id FROM `characters` WHERE id = new.contact_id
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
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (
		SELECT user_id FROM `characters` WHERE id = new.contact_id
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
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (
		SELECT user_id FROM `characters` WHERE id = old.contact_id
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
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (
		SELECT c.user_id FROM `character_affiliations` a JOIN `characters` c ON c.id = a.character_id
			WHERE a.corporation_id = new.owner_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `lists_of_members_resumed` AFTER UPDATE OF `read_at` ON `director_lists`
WHEN new.list <> 'contacts' AND new.read_at - old.read_at > 2 * 86400000
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles', 'titles'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (
		SELECT c.user_id FROM `character_affiliations` a JOIN `characters` c ON c.id = a.character_id
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
-- The contacts of an alliance are another's when the corporation has another.
CREATE TRIGGER `corporations_change_alliance` AFTER UPDATE OF `alliance_id` ON `corporations`
WHEN new.alliance_id IS NOT old.alliance_id
BEGIN
	DELETE FROM `corporation_pages` WHERE corporation_id = new.id AND source = 'allianceContacts';
END;
--> statement-breakpoint
-- Discord.
CREATE TRIGGER `discord_added` AFTER INSERT ON `discord_accounts`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('discord_linked'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_moved` AFTER UPDATE OF `user_id` ON `discord_accounts`
WHEN new.user_id <> old.user_id AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('discord_linked'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (old.user_id, new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_removed` AFTER DELETE ON `discord_accounts`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('discord_linked'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (old.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
-- Memberships, where a rule names the group or the group has one.
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
