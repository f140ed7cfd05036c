import systems from "./systems.json" with { type: "json" };

export type SolarSystem = { name: string; securityStatus: number };

/** A letter per system: `a` is a security status of -1.0, `b` of -0.9 and so on. */
const LOWEST_SECURITY_LETTER = "a".charCodeAt(0);

const names = systems.names.split("|");

/**
 * A solar system of EVE's static data; undefined for one that is newer than the data.
 * `ranges` are runs of consecutive ids, [first id, count], in the order of the names.
 */
export function findSystem(id: number): SolarSystem | undefined {
  let offset = 0;
  for (const [first = 0, count = 0] of systems.ranges) {
    if (id >= first && id < first + count) return systemAt(offset + id - first);
    offset += count;
  }
  return undefined;
}

function systemAt(index: number): SolarSystem | undefined {
  const name = names[index];
  if (name === undefined) return undefined;
  const tenths = systems.security.charCodeAt(index) - LOWEST_SECURITY_LETTER - 10;
  return { name, securityStatus: tenths / 10 };
}
