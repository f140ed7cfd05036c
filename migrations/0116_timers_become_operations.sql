ALTER TABLE `alarm_settings` ADD `timers_group_id` text REFERENCES groups(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `alarm_settings_timers` ON `alarm_settings` (`timers_group_id`) WHERE timers_group_id is not null;
