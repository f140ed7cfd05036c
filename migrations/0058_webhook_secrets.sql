ALTER TABLE `webhooks` ADD `secret_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `former_secret` text;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `former_ends_at` integer;--> statement-breakpoint
CREATE INDEX `webhooks_former_ends` ON `webhooks` (`former_ends_at`) WHERE former_ends_at is not null;