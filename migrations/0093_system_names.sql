CREATE TABLE `system_names` (
	`language` text NOT NULL,
	`system_id` integer NOT NULL,
	`name` text NOT NULL,
	`fresh_until` integer NOT NULL,
	PRIMARY KEY(`language`, `system_id`)
);
