CREATE TABLE `unsent_messages` (
	`key` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`due_at` integer NOT NULL,
	`refused_at` integer NOT NULL,
	`error` text NOT NULL
);
