CREATE TABLE `log_rewrites` (
	`user_id` text PRIMARY KEY NOT NULL,
	`into_id` text NOT NULL,
	`pseudonym` text
);
--> statement-breakpoint
CREATE INDEX `log_rewrites_into` ON `log_rewrites` (`into_id`);--> statement-breakpoint
CREATE TABLE `token_revocations` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`refresh_token` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `token_revocations_due` ON `token_revocations` (`due_at`);