import systems from "./systems.json" with { type: "json" };

/** A letter per system: `a` is a security status of -1.0, `b` of -0.9 and so on. */
const LOWEST_SECURITY_LETTER = "a".charCodeAt(0);

/**
 * The security status of a solar system in EVE's static data, as EVE shows it; undefined for a system that is newer than the
 * data. `ranges` are runs of consecutive ids, [first id, count], in the order of the letters.
 */
export function findSecurityStatus(systemId: number): number | undefined {
  let offset = 0;
  for (const [first = 0, count = 0] of systems.ranges) {
    if (systemId >= first && systemId < first + count) {
      const letter = systems.security.charCodeAt(offset + systemId - first);
      return (letter - LOWEST_SECURITY_LETTER - 10) / 10;
    }
    offset += count;
  }
  return undefined;
}
