DROP TRIGGER `rule_conditions_of_new_rule`;
--> statement-breakpoint
DROP TRIGGER `rule_conditions_of_changed_rule`;
--> statement-breakpoint
CREATE INDEX `fact_values_fact` ON `fact_values` (`fact_id`);
--> statement-breakpoint
CREATE TRIGGER `facts_told` AFTER INSERT ON `fact_values`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'fact' AND subject = new.fact_id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `facts_changed` AFTER UPDATE OF `value`, `as_of`, `ends_at` ON `fact_values`
WHEN (new.value IS NOT old.value OR new.ends_at IS NOT old.ends_at
		OR new.as_of - old.as_of > (SELECT max_age_hours FROM `facts` WHERE id = new.fact_id) * 3600000)
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'fact' AND subject = new.fact_id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `facts_resumed` AFTER UPDATE OF `as_of` ON `facts`
WHEN new.missing = 'no' AND new.as_of - coalesce(old.as_of, 0) > new.max_age_hours * 3600000
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'fact' AND subject = new.id)
BEGIN
	UPDATE `evaluation_state` SET sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `facts_declared_otherwise` AFTER UPDATE OF `max_age_hours`, `missing` ON `facts`
WHEN (new.max_age_hours <> old.max_age_hours OR new.missing <> old.missing)
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'fact' AND subject = new.id)
BEGIN
	UPDATE `evaluation_state` SET rules_version = rules_version + 1, sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `facts_of_switched_application` AFTER UPDATE OF `is_on` ON `applications`
WHEN new.is_on <> old.is_on AND EXISTS (SELECT 1 FROM `facts` JOIN `rule_conditions`
		ON type = 'fact' AND subject = id WHERE application_id = new.id)
BEGIN
	UPDATE `evaluation_state` SET rules_version = rules_version + 1, sweep_after = '',
		sweep_started_at = cast(unixepoch('subsec') * 1000 AS integer);
END;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_changed_rule` AFTER UPDATE OF `tree` ON `group_requirements`
BEGIN
	DELETE FROM `rule_conditions` WHERE rule_id = new.group_id;
	INSERT OR IGNORE INTO `rule_conditions` (type, subject, rule_id)
	SELECT node.atom, (CASE node.atom
			WHEN 'titles' THEN new.tree ->> (node.path || '.corporationId')
			WHEN 'standing' THEN (new.tree ->> (node.path || '.of')) || ':' || (new.tree ->> (node.path || '.ownerId'))
			WHEN 'on_discord_server' THEN new.tree ->> (node.path || '.serverId')
			WHEN 'fact' THEN new.tree ->> (node.path || '.factId')
			ELSE '' END), new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', 'member_of')
	UNION SELECT 'member_of', named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom = 'member_of'
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every';
END;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_new_rule` AFTER INSERT ON `group_requirements`
BEGIN
	INSERT OR IGNORE INTO `rule_conditions` (type, subject, rule_id)
	SELECT node.atom, (CASE node.atom
			WHEN 'titles' THEN new.tree ->> (node.path || '.corporationId')
			WHEN 'standing' THEN (new.tree ->> (node.path || '.of')) || ':' || (new.tree ->> (node.path || '.ownerId'))
			WHEN 'on_discord_server' THEN new.tree ->> (node.path || '.serverId')
			WHEN 'fact' THEN new.tree ->> (node.path || '.factId')
			ELSE '' END), new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', 'member_of')
	UNION SELECT 'member_of', named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom = 'member_of'
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every';
END;
