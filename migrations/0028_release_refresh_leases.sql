DROP TRIGGER `characters_released`;
--> statement-breakpoint
-- A refresh lease ends with the record that the refresh saves. The record goes here, so the lease goes too: otherwise the
-- next refresh waits for one that is over.
CREATE TRIGGER `characters_released` AFTER UPDATE OF `user_id` ON `characters`
WHEN old.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
	AND NOT EXISTS (SELECT 1 FROM `account_merges` WHERE from_id = old.user_id AND into_id = new.user_id AND state = 'merging')
BEGIN
	DELETE FROM `character_sections` WHERE character_id = new.id AND section NOT IN ('info', 'corporationHistory');
	DELETE FROM `character_checks` WHERE character_id = new.id;
	DELETE FROM `asset_pages` WHERE character_id = new.id;
	DELETE FROM `refresh_leases` WHERE character_id = new.id;
END;
