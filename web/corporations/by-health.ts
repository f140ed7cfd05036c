import type { Corporation } from "#shared/corporations.ts";

/** Problems first; among equals the order stays as it is, which is by name. */
export function byHealth(a: Corporation, b: Corporation): number {
  return rank(a) - rank(b);
}

function rank(corporation: Corporation): number {
  const { isActive, isVerified, directorCount, healthyDirectorCount } = corporation;
  // Nothing is read of it, so nothing can fail.
  if (!isActive) return 4;
  // Public data needs no director.
  if (directorCount === 0) return 2;
  if (healthyDirectorCount === 0) return 0;
  return healthyDirectorCount < directorCount || !isVerified ? 1 : 3;
}
