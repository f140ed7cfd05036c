CREATE TABLE `community` (
	`id` integer PRIMARY KEY NOT NULL,
	`name` text,
	`welcome` text,
	`logo` text,
	`version` integer DEFAULT 0 NOT NULL,
	CONSTRAINT "community_one_row" CHECK("community"."id" = 1)
);
--> statement-breakpoint
INSERT INTO `community` (`id`) VALUES (1);
