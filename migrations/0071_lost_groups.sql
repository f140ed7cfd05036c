ALTER TABLE `applications` ADD `tells_lost_groups` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `applications` ADD `errors_name_issuer` integer DEFAULT true NOT NULL;--> statement-breakpoint
-- An application in a browser has no server that Muster could call.
UPDATE `applications` SET `tells_lost_groups` = false WHERE `is_public`;--> statement-breakpoint
-- The session ends, and not the groups of a token alone: the application asks for a new sign-in, and learns the groups of today.
CREATE TRIGGER `application_told_group_left` AFTER DELETE ON `group_members`
WHEN EXISTS (SELECT 1 FROM `application_grants` WHERE user_id = old.user_id)
BEGIN
	DELETE FROM `application_grants` WHERE user_id = old.user_id AND application_id IN (
		SELECT a.id FROM `application_groups` t CROSS JOIN `applications` a ON a.id = t.application_id
		WHERE t.group_id = old.group_id AND a.tells_lost_groups AND a.backchannel_logout_uri IS NOT NULL
			AND EXISTS (SELECT 1 FROM json_each(a.claims) WHERE value = 'groups'));
END;
--> statement-breakpoint
-- An administrator has taken the group back, or it was deleted before its members.
CREATE TRIGGER `application_told_group_removed` AFTER DELETE ON `application_groups`
WHEN EXISTS (SELECT 1 FROM `applications` WHERE id = old.application_id AND tells_lost_groups
	AND backchannel_logout_uri IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(claims) WHERE value = 'groups'))
BEGIN
	DELETE FROM `application_grants` WHERE application_id = old.application_id AND EXISTS (
		SELECT 1 FROM `group_members` m WHERE m.group_id = old.group_id AND m.user_id = application_grants.user_id);
END;
