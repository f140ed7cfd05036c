import type { Muster } from "#test/support/workerd/harness.ts";

/** Queries for rows that break a rule of the database; design §4 and §2. */
const BROKEN: Record<string, string> = {
  "a group without exactly one owner who is a member": `
    select g.id from groups g where 1 <> (select count(*) from group_members m
      where m.group_id = g.id and m.role = 'owner')`,
  "a wrong number of members": `
    select g.id from groups g where g.member_count <>
      (select count(*) from group_members m where m.group_id = g.id)`,
  "a wrong number of pending requests": `
    select g.id from groups g where g.pending_request_count <>
      (select count(*) from join_requests r where r.group_id = g.id and r.status = 'pending')`,
  "a wrong number of groups of a kind": `
    select c.category_id from group_counts c where c.count <>
      (select count(*) from groups g where g.category_id = c.category_id
        and g.effective_visibility = c.effective_visibility and g.visibility = c.visibility
        and g.join_mode = c.join_mode)`,
  "a group that is counted nowhere": `
    select g.id from groups g where not exists (select 1 from group_counts c
      where g.category_id = c.category_id and g.effective_visibility = c.effective_visibility
        and g.visibility = c.visibility and g.join_mode = c.join_mode)`,
  "a group more visible than its category": `
    select g.id from groups g join categories c on c.id = g.category_id
    where instr('public hidden system', g.effective_visibility) <> max(
      instr('public hidden system', g.visibility), instr('public hidden system', c.visibility))`,
  "two pending requests of one player": `
    select group_id from join_requests where status = 'pending'
    group by group_id, user_id having count(*) > 1`,
  "two pending invitations of one player": `
    select group_id from invitations where status = 'pending'
    group by group_id, invitee_id having count(*) > 1`,
  "a member who is still asking or invited": `
    select m.group_id from group_members m where exists (select 1 from join_requests r
        where r.group_id = m.group_id and r.user_id = m.user_id and r.status = 'pending'
          and r.is_extension = 0)`,
  "a code that admitted more than it may": `
    select id from invite_codes where uses > use_limit`,
  "a main of another user": `
    select u.id from users u left join characters c
      on c.id = u.main_character_id and c.user_id = u.id
    where u.main_character_id is not null and c.id is null`,
  "characters whose account has no main": `
    select c.id from characters c join users u on u.id = c.user_id
    where u.main_character_id is null`,
  "an assigned character who is no director": `
    select c.id from corporations c where c.assigned_character_id is not null
      and not exists (select 1 from corporation_directors d
        where d.corporation_id = c.id and d.character_id = c.assigned_character_id)`,
};

/** The problems of the database: its integrity, its references and the rules of the product. */
export async function harmDone({ env: { DB } }: Muster): Promise<string[]> {
  const [names, rules] = [Object.keys(BROKEN), Object.values(BROKEN)];
  const [pages, references, ...broken] = await DB.batch([
    DB.prepare("pragma quick_check"),
    DB.prepare("pragma foreign_key_check"),
    ...rules.map((rule) => DB.prepare(rule)),
  ]);
  return [
    ...(pages?.results ?? []).map((row) => JSON.stringify(row)).filter((row) => !/"ok"/.test(row)),
    ...(references?.results ?? []).map((row) => `a broken reference: ${JSON.stringify(row)}`),
    ...broken.flatMap(({ results }, n) =>
      results.map((row) => `${names[n]}: ${JSON.stringify(row)}`),
    ),
  ];
}
