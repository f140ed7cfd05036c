DROP INDEX `corporation_runs_started`;--> statement-breakpoint
ALTER TABLE `alarm_settings` ADD `look_at` integer;--> statement-breakpoint
ALTER TABLE `corporation_killmails` ADD `at` integer;--> statement-breakpoint
ALTER TABLE `corporation_killmails` ADD `system_id` integer;--> statement-breakpoint
ALTER TABLE `corporation_killmails` ADD `victim_id` integer;--> statement-breakpoint
ALTER TABLE `corporation_killmails` ADD `victim_corporation_id` integer;--> statement-breakpoint
ALTER TABLE `corporation_killmails` ADD `ship_type_id` integer;--> statement-breakpoint
ALTER TABLE `corporation_killmails` ADD `final_blow_id` integer;--> statement-breakpoint
ALTER TABLE `corporation_killmails` ADD `attacker_count` integer;--> statement-breakpoint
ALTER TABLE `corporation_killmails` ADD `value` real;--> statement-breakpoint
CREATE INDEX `corporation_killmails_unread` ON `corporation_killmails` (`corporation_id`,`id`) WHERE at is null;--> statement-breakpoint
CREATE INDEX `corporation_killmails_losses` ON `corporation_killmails` (`victim_id`,`at`) WHERE victim_id is not null and victim_corporation_id = corporation_id;
