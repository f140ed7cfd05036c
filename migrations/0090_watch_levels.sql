ALTER TABLE `watch_entries` ADD `level` text DEFAULT 'watch' NOT NULL;--> statement-breakpoint
CREATE INDEX `watch_hits_unseen` ON `watch_hits` (`entry_id`) WHERE seen_at is null;
