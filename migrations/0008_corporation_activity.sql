CREATE INDEX `corporation_events_actor` ON `corporation_events` (`actor_id`,`id`) WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX `corporation_events_character` ON `corporation_events` (`character_id`,`id`) WHERE character_id is not null;--> statement-breakpoint
CREATE INDEX `corporation_events_kind` ON `corporation_events` (`kind`,`id`);