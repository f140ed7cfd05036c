import * as z from "zod/mini";
import data from "#test/new-eden/data/universe.json" with { type: "json" };

const itemKind = z.enum(["ship", "stuff", "blueprint"]);
type ItemKind = z.infer<typeof itemKind>;

/** Something that can be owned. `price` is undefined when it is not traded. */
export type ItemType = { id: number; name: string; kind: ItemKind; price: number | undefined };

const rows = z.array(z.tuple([z.number(), z.string(), itemKind, z.nullable(z.number())]));

export const ITEM_TYPES: ItemType[] = z.parse(rows, data.types).map(([id, name, kind, price]) => ({
  id,
  name,
  kind,
  price: price ?? undefined,
}));

export const CAPSULE_ID = 670;
export const STATION_CONTAINER_ID = 17_366;

/** One of EVE's groups for each kind: New Eden needs no more. */
const GROUP_IDS: Record<ItemKind, number> = { ship: 25, stuff: 18, blueprint: 105 };

export function groupOf(type: ItemType): number {
  return GROUP_IDS[type.kind];
}
