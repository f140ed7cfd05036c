DROP TRIGGER `rule_conditions_of_changed_rule`;
--> statement-breakpoint
DROP TRIGGER `rule_conditions_of_new_rule`;
--> statement-breakpoint
CREATE TRIGGER `participations_added` AFTER INSERT ON participations
WHEN EXISTS (SELECT 1 FROM rule_conditions WHERE type IN ('took_part'))
BEGIN
	INSERT INTO evaluation_marks (user_id, mark) SELECT id, lower(hex(randomblob(8))) FROM users WHERE id IN (new.user_id) ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `participations_removed` AFTER DELETE ON participations
WHEN EXISTS (SELECT 1 FROM rule_conditions WHERE type IN ('took_part'))
BEGIN
	INSERT INTO evaluation_marks (user_id, mark) SELECT id, lower(hex(randomblob(8))) FROM users WHERE id IN (old.user_id) ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_changed_rule` AFTER UPDATE OF tree ON group_requirements
BEGIN
	DELETE FROM rule_conditions WHERE rule_id = new.group_id;
	INSERT OR IGNORE INTO rule_conditions (type, subject, rule_id)
	SELECT node.atom, (CASE node.atom
			WHEN 'titles' THEN new.tree ->> (node.path || '.corporationId')
			WHEN 'standing' THEN (new.tree ->> (node.path || '.of')) || ':' || (new.tree ->> (node.path || '.ownerId'))
			WHEN 'on_discord_server' THEN new.tree ->> (node.path || '.serverId')
			WHEN 'fact' THEN new.tree ->> (node.path || '.factId')
			ELSE '' END), new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', 'member_of', 'took_part')
	UNION SELECT node.atom, named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom IN ('member_of', 'took_part')
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every';
END;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_new_rule` AFTER INSERT ON group_requirements
BEGIN
	INSERT OR IGNORE INTO rule_conditions (type, subject, rule_id)
	SELECT node.atom, (CASE node.atom
			WHEN 'titles' THEN new.tree ->> (node.path || '.corporationId')
			WHEN 'standing' THEN (new.tree ->> (node.path || '.of')) || ':' || (new.tree ->> (node.path || '.ownerId'))
			WHEN 'on_discord_server' THEN new.tree ->> (node.path || '.serverId')
			WHEN 'fact' THEN new.tree ->> (node.path || '.factId')
			ELSE '' END), new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', 'member_of', 'took_part')
	UNION SELECT node.atom, named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom IN ('member_of', 'took_part')
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every';
END;
