import type { Contact } from "#test/new-eden/people/organizations.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";

type Setting = Omit<Contact, "standing"> & {
  /** Null removes the contact. */
  standing: number | null;
  /** That many contacts, whose ids follow on `id`; one by default. */
  count?: number;
};
export type NewContact = Setting & {
  /** A corporation or an alliance. */
  ownerId: number;
};

/** ESI's cached responses are dropped as if they had expired. */
export function setContact(
  world: World,
  ownerId: number,
  { standing, count = 1, ...contact }: Setting,
) {
  const before = world.contacts.get(ownerId)?.list ?? [];
  const isSet = ({ id }: Contact) => id >= contact.id && id < contact.id + count;
  const others = before.filter((one) => !isSet(one));
  const set = Array.from({ length: standing === null ? 0 : count }, (_, index) => ({
    ...contact,
    id: contact.id + index,
    standing: standing ?? 0,
  }));
  const list = [...others, ...set];
  world.contacts.set(ownerId, { list, changedAt: now(world) });
  for (const [key, answer] of world.esi.cache) {
    if (key.includes(`/${ownerId}/contacts`)) answer.expiresAt = 0;
  }
}
