CREATE TABLE `type_prices` (
	`page` integer PRIMARY KEY NOT NULL,
	`prices` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `type_prices` (page, prices)
SELECT type_id / 1000, json_group_object(cast(type_id AS text), price ORDER BY type_id)
FROM (SELECT type_id, coalesce(average, adjusted) AS price FROM `market_prices`)
WHERE price IS NOT NULL GROUP BY 1;
