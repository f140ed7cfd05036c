DROP TRIGGER `application_told_group_left`;
--> statement-breakpoint
DROP TRIGGER `application_told_group_removed`;
--> statement-breakpoint
ALTER TABLE `applications` ADD `claims_by_scope` integer DEFAULT true NOT NULL;
--> statement-breakpoint
-- Applications from before got every claim, whatever they asked for: none of them loses one with an update.
UPDATE `applications` SET `claims_by_scope` = false;
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
