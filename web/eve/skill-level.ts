const ROMAN = ["0", "I", "II", "III", "IV", "V"];

/** EVE numbers the levels of a skill in Roman: "Caldari Battleship V". */
export function romanLevel(level: number): string {
  return ROMAN[level] ?? String(level);
}
