ALTER TABLE `discord_accounts` ADD `display_name` text;
--> statement-breakpoint
-- Until now `username` held the display name. The next check of each profile stores both names.
UPDATE `discord_accounts` SET `check_due_at` = 0 WHERE `is_authorized` = 1;
