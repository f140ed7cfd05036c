CREATE TABLE `discord_accounts` (
	`discord_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`username` text NOT NULL,
	`discriminator` text NOT NULL,
	`refresh_token` text NOT NULL,
	`is_authorized` integer NOT NULL,
	`linked_at` integer NOT NULL,
	`check_due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discord_accounts_user_id_unique` ON `discord_accounts` (`user_id`);--> statement-breakpoint
CREATE TABLE `discord_link_states` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `discord_link_states_expires` ON `discord_link_states` (`expires_at`);--> statement-breakpoint
ALTER TABLE `account_events` ADD `discord_name` text;