ALTER TABLE `names` ADD `refusals` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `unknown_characters` ADD `refusals` integer DEFAULT 0 NOT NULL;
