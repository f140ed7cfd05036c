ALTER TABLE `watch_entries` ADD `ended_seq` integer;--> statement-breakpoint
CREATE INDEX `watch_entries_ended` ON `watch_entries` (`ended_seq`) WHERE ended_seq is not null;--> statement-breakpoint
ALTER TABLE `watch_hits` ADD `seq` integer;--> statement-breakpoint
CREATE INDEX `watch_hits_told` ON `watch_hits` (`seq`) WHERE seq is not null;
--> statement-breakpoint
CREATE TRIGGER `discord_watch_hit_found` AFTER INSERT ON `watch_hits`
WHEN EXISTS (SELECT 1 FROM `discord_feeds` WHERE id = 'watchlist')
BEGIN
	UPDATE `discord_feeds` SET due_seq = due_seq + 1 WHERE id = 'watchlist';
	UPDATE `watch_hits` SET seq = (SELECT due_seq FROM `discord_feeds` WHERE id = 'watchlist') WHERE entry_id = new.entry_id
		AND character_id = new.character_id AND fact = new.fact;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_watch_hit_found_again` AFTER UPDATE OF `found_at` ON `watch_hits`
WHEN EXISTS (SELECT 1 FROM `discord_feeds` WHERE id = 'watchlist')
BEGIN
	UPDATE `discord_feeds` SET due_seq = due_seq + 1 WHERE id = 'watchlist';
	UPDATE `watch_hits` SET seq = (SELECT due_seq FROM `discord_feeds` WHERE id = 'watchlist') WHERE entry_id = new.entry_id
		AND character_id = new.character_id AND fact = new.fact;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_watch_entry_ended` AFTER UPDATE OF `ended_at` ON `watch_entries`
WHEN new.ended_at IS NOT NULL AND EXISTS (SELECT 1 FROM `discord_feeds` WHERE id = 'watchlist')
BEGIN
	UPDATE `discord_feeds` SET due_seq = due_seq + 1 WHERE id = 'watchlist';
	UPDATE `watch_entries` SET ended_seq = (SELECT due_seq FROM `discord_feeds` WHERE id = 'watchlist') WHERE id = new.id;
END;
