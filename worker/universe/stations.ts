import stations from "./stations.json" with { type: "json" };
import { systemAt } from "./systems.ts";

const ROMAN_UNITS = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
const ROMAN_TENS = ["", "X", "XX"];

type Columns = {
  indexOf: Map<number, number>;
  systems: string[];
  planets: string[];
  moons: string[];
  suffixes: string[];
  texts: string[];
};

/** Each column has one number per station, in base 36; ids are differences to the preceding id. */
function readColumns(): Columns {
  let id = 0;
  const indexOf = new Map<number, number>();
  for (const [index, step] of stations.ids.split(",").entries()) {
    id += parseInt(step, 36);
    indexOf.set(id, index);
  }
  return {
    indexOf,
    systems: stations.systems.split(","),
    planets: stations.planets.split(","),
    moons: stations.moons.split(","),
    suffixes: stations.suffixes.split(","),
    texts: stations.texts.split("|"),
  };
}

/** Read when the isolate starts, which is no part of a request's processor time. */
const columns = readColumns();

/** The name of an NPC station in EVE's static data; undefined for one that is newer than the data. */
export function findStationName(id: number): string | undefined {
  const index = columns.indexOf.get(id);
  if (index === undefined) return undefined;
  const at = (column: string[]) => parseInt(column[index] ?? "0", 36);
  const system = systemAt(at(columns.systems))?.name ?? "";
  const text = columns.texts[at(columns.suffixes)] ?? "";
  const planet = at(columns.planets);
  // The planet or moon has a name of its own: the text is the whole rest of the name.
  if (planet === 0) return system + text;
  const moon = at(columns.moons);
  return `${system} ${roman(planet)}${moon === 0 ? "" : ` - Moon ${moon}`} - ${text}`;
}

function roman(number: number): string {
  return `${ROMAN_TENS[Math.floor(number / 10)] ?? ""}${ROMAN_UNITS[number % 10] ?? ""}`;
}
