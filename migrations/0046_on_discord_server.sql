ALTER TABLE `discord_members` ADD `read_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `discord_servers` ADD `sweep_started_at` integer;--> statement-breakpoint
ALTER TABLE `discord_servers` ADD `recent_removals` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- What rules contain: the server of the condition is its subject.
DROP TRIGGER `rule_conditions_of_new_rule`;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_new_rule` AFTER INSERT ON `group_requirements`
BEGIN
	INSERT OR IGNORE INTO `rule_conditions` (type, subject, rule_id)
	SELECT node.atom, CASE node.atom
			WHEN 'titles' THEN new.tree ->> (node.path || '.corporationId')
			WHEN 'standing' THEN (new.tree ->> (node.path || '.of')) || ':' || (new.tree ->> (node.path || '.ownerId'))
			WHEN 'on_discord_server' THEN new.tree ->> (node.path || '.serverId')
			ELSE '' END, new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', 'member_of')
	UNION SELECT 'member_of', named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom = 'member_of'
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every';
END;
--> statement-breakpoint
DROP TRIGGER `rule_conditions_of_changed_rule`;
--> statement-breakpoint
CREATE TRIGGER `rule_conditions_of_changed_rule` AFTER UPDATE OF `tree` ON `group_requirements`
BEGIN
	DELETE FROM `rule_conditions` WHERE rule_id = new.group_id;
	INSERT OR IGNORE INTO `rule_conditions` (type, subject, rule_id)
	SELECT node.atom, CASE node.atom
			WHEN 'titles' THEN new.tree ->> (node.path || '.corporationId')
			WHEN 'standing' THEN (new.tree ->> (node.path || '.of')) || ':' || (new.tree ->> (node.path || '.ownerId'))
			WHEN 'on_discord_server' THEN new.tree ->> (node.path || '.serverId')
			ELSE '' END, new.group_id
		FROM json_tree(new.tree) node
		WHERE node.key = 'type' AND node.atom NOT IN ('all', 'any', 'not', 'characters', 'member_of')
	UNION SELECT 'member_of', named.value, new.group_id
		FROM json_tree(new.tree) node, json_each(new.tree, node.path || '.groupIds') named
		WHERE node.key = 'type' AND node.atom = 'member_of'
	UNION SELECT 'every', '', new.group_id
		FROM json_tree(new.tree) node WHERE node.key = 'which' AND node.atom = 'every';
END;
--> statement-breakpoint
-- A linked account is, or is no longer, on a server that a rule names.
CREATE TRIGGER `discord_member_appeared` AFTER INSERT ON `discord_members`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'on_discord_server' AND subject = new.server_id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT user_id, lower(hex(randomblob(8))) FROM `discord_accounts` WHERE discord_id = new.discord_id
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_member_joined_or_left` AFTER UPDATE OF `problem` ON `discord_members`
WHEN (coalesce(new.problem, '') IN ('left', 'deleted')) <> (coalesce(old.problem, '') IN ('left', 'deleted'))
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'on_discord_server' AND subject = new.server_id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT user_id, lower(hex(randomblob(8))) FROM `discord_accounts` WHERE discord_id = new.discord_id
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
CREATE TRIGGER `discord_member_forgotten` AFTER DELETE ON `discord_members`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'on_discord_server' AND subject = old.server_id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT user_id, lower(hex(randomblob(8))) FROM `discord_accounts` WHERE discord_id = old.discord_id
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
-- A mark ends when Discord has told about the member: also that there is none.
CREATE TRIGGER `discord_member_read` AFTER DELETE ON `discord_marks`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'on_discord_server' AND subject = old.server_id)
	AND NOT EXISTS (SELECT 1 FROM `discord_members` WHERE server_id = old.server_id AND discord_id = old.discord_id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT user_id, lower(hex(randomblob(8))) FROM `discord_accounts` WHERE discord_id = old.discord_id
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
-- A check ended. What was not known is known now: about accounts that were linked since, or, after two days, about all.
CREATE TRIGGER `discord_server_checked` AFTER UPDATE OF `swept_at` ON `discord_servers`
WHEN new.swept_at IS NOT old.swept_at
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type = 'on_discord_server' AND subject = new.id)
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT user_id, lower(hex(randomblob(8))) FROM `discord_accounts`
	WHERE linked_at > CASE WHEN new.swept_at - old.swept_at <= 2 * 86400000 THEN old.swept_at ELSE -1 END
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
-- Links.
DROP TRIGGER `discord_added`;
--> statement-breakpoint
CREATE TRIGGER `discord_added` AFTER INSERT ON `discord_accounts`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('discord_linked', 'on_discord_server'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
DROP TRIGGER `discord_moved`;
--> statement-breakpoint
CREATE TRIGGER `discord_moved` AFTER UPDATE OF `user_id` ON `discord_accounts`
WHEN new.user_id <> old.user_id
	AND EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('discord_linked', 'on_discord_server'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (old.user_id, new.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
--> statement-breakpoint
DROP TRIGGER `discord_removed`;
--> statement-breakpoint
CREATE TRIGGER `discord_removed` AFTER DELETE ON `discord_accounts`
WHEN EXISTS (SELECT 1 FROM `rule_conditions` WHERE type IN ('discord_linked', 'on_discord_server'))
BEGIN
	INSERT INTO `evaluation_marks` (user_id, mark)
	SELECT id, lower(hex(randomblob(8))) FROM `users` WHERE id IN (old.user_id)
	ON CONFLICT (user_id) DO UPDATE SET mark = excluded.mark;
END;
