-- Reads what Muster needs of Neucore 2, one row of JSON in each line, and changes nothing:
--   umask 077; mysql -NBr neucore < neucore.sql > neucore.jsonl
-- A client whose character set is latin1, such as that of MariaDB 10, would write ? for letters of other languages.
SET NAMES utf8mb4;
SELECT JSON_OBJECT('t', 'players', 'id', id, 'name', name, 'status', status) FROM players;
SELECT JSON_OBJECT('t', 'characters', 'id', CAST(id AS CHAR), 'name', name, 'main', main, 'player_id', player_id, 'character_owner_hash', character_owner_hash) FROM characters;
SELECT JSON_OBJECT('t', 'eve_logins', 'id', id, 'esi_scopes', esi_scopes) FROM eve_logins;
SELECT JSON_OBJECT('t', 'esi_tokens', 'character_id', CAST(character_id AS CHAR), 'eve_login_id', eve_login_id, 'refresh_token', refresh_token, 'access_token', access_token) FROM esi_tokens;
SELECT JSON_OBJECT('t', 'groups_tbl', 'id', id, 'name', name, 'description', description, 'visibility', visibility, 'auto_accept', auto_accept, 'is_default', is_default) FROM groups_tbl;
SELECT JSON_OBJECT('t', 'player_group', 'player_id', player_id, 'group_id', group_id) FROM player_group;
SELECT JSON_OBJECT('t', 'group_manager', 'player_id', player_id, 'group_id', group_id) FROM group_manager;
SELECT JSON_OBJECT('t', 'corporation_group', 'corporation_id', CAST(corporation_id AS CHAR), 'group_id', group_id) FROM corporation_group;
SELECT JSON_OBJECT('t', 'alliance_group', 'alliance_id', CAST(alliance_id AS CHAR), 'group_id', group_id) FROM alliance_group;
SELECT JSON_OBJECT('t', 'group_required_groups', 'group_id', group_id) FROM group_required_groups;
SELECT JSON_OBJECT('t', 'group_forbidden_groups', 'group_id', group_id) FROM group_forbidden_groups;
SELECT JSON_OBJECT('t', 'group_applications', 'player_id', player_id, 'group_id', group_id, 'status', status) FROM group_applications;
-- The Discord plugin has a database of its own. Run this there, and put the lines before the last one of the file:
--   SELECT JSON_OBJECT('t', 'discord', 'player_id', player_id, 'discord_id', CAST(discord_id AS CHAR)) FROM <its table>;
SELECT JSON_OBJECT('t', 'end');
