ALTER TABLE `community` ADD `member_group_id` text REFERENCES groups(id);--> statement-breakpoint
ALTER TABLE `community` ADD `grace_days` integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE `groups` ADD `open_to_guests` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `groups_open_to_guests` ON `groups` (`name_folded`,`id`) WHERE open_to_guests = 1;--> statement-breakpoint
-- Who belongs to the community has changed: everybody is evaluated again. Memberships in its group mark their users.
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
	UPDATE `held_changes` SET state = 'ended' WHERE new.member_group_id IS NULL AND state IN ('held', 'released')
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
	UPDATE `held_changes` SET state = 'ended' WHERE new.open_to_guests = 1 AND group_id = new.id AND state IN ('held', 'released')
		AND new.id NOT IN (SELECT group_id FROM `group_requirements`);
END;
--> statement-breakpoint
-- The requirement of the community still applies.
CREATE TRIGGER `rule_removed_in_community` AFTER DELETE ON `group_requirements`
WHEN EXISTS (SELECT 1 FROM `community` WHERE member_group_id IS NOT NULL)
BEGIN
	UPDATE `evaluation_state` SET sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
