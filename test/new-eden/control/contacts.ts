import type { Contact } from "#test/new-eden/people/organizations.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";

type Setting = Omit<Contact, "standing"> & {
  /** Null removes the contact. */
  standing: number | null;
};
export type NewContact = Setting & {
  /** A corporation or an alliance. */
  ownerId: number;
};

/** ESI's cached responses are dropped as if they had expired. */
export function setContact(world: World, ownerId: number, { standing, ...contact }: Setting) {
  const before = world.contacts.get(ownerId)?.list ?? [];
  const others = before.filter(({ id }) => id !== contact.id);
  const list = standing === null ? others : [...others, { ...contact, standing }];
  world.contacts.set(ownerId, { list, changedAt: now(world) });
  for (const [key, answer] of world.esi.cache) {
    if (key.includes(`/${ownerId}/contacts`)) answer.expiresAt = 0;
  }
}
