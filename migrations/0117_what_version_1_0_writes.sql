ALTER TABLE `facts` ADD `written_day` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `facts` ADD `written_values` integer DEFAULT 0 NOT NULL;
