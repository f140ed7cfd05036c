DROP TABLE `account_events`;--> statement-breakpoint
DROP TABLE `corporation_events`;--> statement-breakpoint
DROP TABLE `group_events`;