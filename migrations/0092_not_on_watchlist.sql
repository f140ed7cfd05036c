CREATE TRIGGER `watchlist_hit` AFTER INSERT ON `watch_hits`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('cleared')) AND EXISTS (SELECT 1 FROM `watch_entries` WHERE id = new.entry_id AND level = 'refuse')
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `watchlist_hit_changed` AFTER UPDATE OF `until` ON `watch_hits`
WHEN new.until IS NOT old.until AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('cleared'))
	AND EXISTS (SELECT 1 FROM `watch_entries` WHERE id = new.entry_id AND level = 'refuse')
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = new.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `watchlist_hit_removed` AFTER DELETE ON `watch_hits`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('cleared'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `characters` WHERE id = old.character_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `watchlist_entry_changed` AFTER UPDATE OF `level`, `until`, `ended_at` ON `watch_entries`
WHEN (new.level <> old.level OR new.until <> old.until OR new.ended_at IS NOT old.ended_at)
	AND 'refuse' IN (new.level, old.level) AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('cleared'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (SELECT user_id FROM `watch_hits` JOIN `characters` ON id = character_id
			WHERE entry_id = new.id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
