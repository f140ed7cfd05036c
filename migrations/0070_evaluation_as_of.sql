ALTER TABLE `evaluation_state` ADD `as_of` integer;--> statement-breakpoint
-- What a person asked for waits for another person, whatever becomes of the requirements.
DROP TRIGGER `rule_removed`;--> statement-breakpoint
CREATE TRIGGER `rule_removed` AFTER DELETE ON `group_requirements` BEGIN
	UPDATE `evaluation_state` SET rules_version = rules_version + 1;
	DELETE FROM `membership_problems` WHERE group_id = old.group_id;
	UPDATE `held_changes` SET state = 'ended' WHERE group_id = old.group_id AND state IN ('held', 'released') AND asked_by IS NULL;
END;--> statement-breakpoint
DROP TRIGGER `community_members_changed`;--> statement-breakpoint
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
END;--> statement-breakpoint
DROP TRIGGER `groups_opened_to_guests`;--> statement-breakpoint
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
