-- As the searches before this version saw these texts, until worker/fold-again.ts has folded them in minutes.
UPDATE `names` SET name_folded = lower(name);
--> statement-breakpoint
UPDATE `applications` SET name_folded = lower(name);
--> statement-breakpoint
UPDATE `discord_servers` SET name_folded = lower(name);
--> statement-breakpoint
UPDATE `watch_entries` SET name_folded = lower(name), reason_folded = lower(reason);
--> statement-breakpoint
UPDATE `corporation_pages` SET titles_folded = (
	SELECT json_group_object(value ->> '$.title_id', lower(value ->> '$.name')) FROM json_each(data) WHERE value ->> '$.name' IS NOT NULL)
WHERE source = 'titles';
--> statement-breakpoint
INSERT OR IGNORE INTO `columns_to_fold` (name, after)
SELECT 'applications.name_folded', '""' FROM (SELECT 1 FROM `applications` LIMIT 1)
UNION ALL SELECT 'categories.name_folded', '""' FROM (SELECT 1 FROM `categories` LIMIT 1)
UNION ALL SELECT 'characters.name_folded', '0' FROM (SELECT 1 FROM `characters` LIMIT 1)
UNION ALL SELECT 'corporation_members.name_folded', '0' FROM (SELECT 1 FROM `corporation_members` LIMIT 1)
UNION ALL SELECT 'corporation_pages.titles_folded', '0' FROM (SELECT 1 FROM `corporation_pages` LIMIT 1);
--> statement-breakpoint
INSERT OR IGNORE INTO `columns_to_fold` (name, after)
SELECT 'corporations.name_folded', '0' FROM (SELECT 1 FROM `corporations` LIMIT 1)
UNION ALL SELECT 'corporations.ticker_folded', '0' FROM (SELECT 1 FROM `corporations` LIMIT 1)
UNION ALL SELECT 'discord_servers.name_folded', '""' FROM (SELECT 1 FROM `discord_servers` LIMIT 1)
UNION ALL SELECT 'groups.name_folded', '""' FROM (SELECT 1 FROM `groups` LIMIT 1);
--> statement-breakpoint
INSERT OR IGNORE INTO `columns_to_fold` (name, after)
SELECT 'names.name_folded', '0' FROM (SELECT 1 FROM `names` WHERE id > 1 LIMIT 1)
UNION ALL SELECT 'watch_entries.name_folded', '""' FROM (SELECT 1 FROM `watch_entries` LIMIT 1)
UNION ALL SELECT 'watch_entries.reason_folded', '""' FROM (SELECT 1 FROM `watch_entries` LIMIT 1);
