ALTER TABLE `webhooks` ADD `secret_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `former_secret` text;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `former_ends_at` integer;