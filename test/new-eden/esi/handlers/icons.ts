import type { World } from "#test/new-eden/world.ts";

/** ESI's `px64x64` and so on, each with the address of one size. */
export function imageUrls(world: World, path: string, sizes: number[]): Record<string, string> {
  return Object.fromEntries(
    sizes.map((size) => [`px${size}x${size}`, `${world.base}/images/${path}?size=${size}`]),
  );
}
