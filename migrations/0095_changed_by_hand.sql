ALTER TABLE `discord_members` ADD `drifted` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `discord_members_drifted` ON `discord_members` (`server_id`,`drifted`) WHERE drifted > 0;
