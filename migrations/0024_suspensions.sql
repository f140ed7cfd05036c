ALTER TABLE `users` ADD `suspended_until` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `suspension_reason` text;--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`suspended_until`) WHERE suspended_until is not null;