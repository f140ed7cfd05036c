CREATE TABLE `access_lists` (
	`director_id` text NOT NULL,
	`list_id` integer NOT NULL,
	`name` text NOT NULL,
	`allowed` text NOT NULL,
	`allows_everyone` integer NOT NULL,
	`is_wide` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`director_id`, `list_id`),
	FOREIGN KEY (`director_id`) REFERENCES `corporation_directors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `notice_polls` ADD `lists_due_at` integer;