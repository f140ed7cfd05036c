DROP TRIGGER `checks_changed`;
--> statement-breakpoint
ALTER TABLE `director_lists` ADD `same_since` integer;
--> statement-breakpoint
CREATE TRIGGER `checks_changed` AFTER UPDATE OF `record` ON `character_checks`
WHEN ((coalesce(new.record ->> '$.checks.affiliation.checkedAt', 0)
			- coalesce(old.record ->> '$.checks.affiliation.checkedAt', 0) > 1 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('corporation', 'alliance', 'time_in_corporation', 'roles', 'titles', 'standing')))
		OR (coalesce(new.record ->> '$.checks.skills.checkedAt', 0)
			- (old.record ->> '$.checks.skills.checkedAt') > 7 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('skills', 'total_sp')))
		OR (coalesce(new.record ->> '$.checks.info.checkedAt', 0)
			- (old.record ->> '$.checks.info.checkedAt') > 7 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('character_age', 'security_status')))
		OR (coalesce(new.record ->> '$.checks.corporationHistory.checkedAt', 0)
			- (old.record ->> '$.checks.corporationHistory.checkedAt') > 7 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('time_in_corporation')))
		OR (coalesce(new.record ->> '$.checks.roles.checkedAt', 0)
			- (old.record ->> '$.checks.roles.checkedAt') > 2 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles')))
		OR (coalesce(new.record ->> '$.checks.titles.checkedAt', 0)
			- (old.record ->> '$.checks.titles.checkedAt') > 2 * 86400000 AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('titles')))
		OR (EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('roles')) AND ((coalesce(new.record ->> '$.checks.roles.checkedAt', 0) >= (SELECT as_of FROM `character_affiliations` WHERE character_id = new.character_id) AND coalesce(old.record ->> '$.checks.roles.checkedAt', 0) < (SELECT as_of FROM `character_affiliations` WHERE character_id = new.character_id))
			OR (coalesce(new.record ->> '$.checks.roles.toldBy', 0) > 0 AND coalesce(old.record ->> '$.checks.roles.toldBy', 0) = 0)))
		OR (EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('titles')) AND ((coalesce(new.record ->> '$.checks.titles.checkedAt', 0) >= (SELECT as_of FROM `character_affiliations` WHERE character_id = new.character_id) AND coalesce(old.record ->> '$.checks.titles.checkedAt', 0) < (SELECT as_of FROM `character_affiliations` WHERE character_id = new.character_id))
			OR (coalesce(new.record ->> '$.checks.titles.toldBy', 0) > 0 AND coalesce(old.record ->> '$.checks.titles.toldBy', 0) = 0)))
		OR ((new.record ->> '$.checks.info.failure') IS 'deleted' AND (old.record ->> '$.checks.info.failure') IS NOT 'deleted'
		AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('every'))))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
