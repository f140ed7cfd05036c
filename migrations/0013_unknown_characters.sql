CREATE TABLE `unknown_characters` (
	`character_id` integer PRIMARY KEY NOT NULL,
	`retry_at` integer NOT NULL,
	FOREIGN KEY (`character_id`) REFERENCES `characters`(`id`) ON UPDATE no action ON DELETE cascade
);
