/**
 * SQL for what names the present state of all groups: each of their changes writes an event with it, and so does
 * each change of a player's main. In order of rows, which is that of commits; ids may be made in another.
 */
export const LATEST_EVENTS = `
  coalesce((select id from group_events order by rowid desc limit 1), '') || '.' ||
  coalesce((select id from account_events order by rowid desc limit 1), '')`;
