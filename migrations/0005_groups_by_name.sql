CREATE INDEX `groups_by_name` ON `groups` (`name_folded`,`id`);--> statement-breakpoint
CREATE INDEX `groups_by_category_and_name` ON `groups` (`category_id`,`name_folded`,`id`);