import data from "#test/new-eden/data/universe.json" with { type: "json" };

type ItemKind = "ship" | "stuff" | "blueprint";

/** Something that can be owned. `price` is undefined for what nobody trades. */
export type ItemType = { id: number; name: string; kind: ItemKind; price: number | undefined };

type Rows = [number, string, ItemKind, number | null][];

export const ITEM_TYPES: ItemType[] = (data.types as Rows).map(([id, name, kind, price]) => ({
  id,
  name,
  kind,
  price: price ?? undefined,
}));

export const CAPSULE_ID = 670;
export const STATION_CONTAINER_ID = 17_366;

/** Groups of EVE, good enough for what only wants a number. */
const GROUP_IDS: Record<ItemKind, number> = { ship: 25, stuff: 18, blueprint: 105 };

export function groupOf(type: ItemType): number {
  return GROUP_IDS[type.kind];
}
