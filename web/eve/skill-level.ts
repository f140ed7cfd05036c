const ROMAN = ["0", "I", "II", "III", "IV", "V"];

/** EVE shows skill levels in Roman numerals: "Caldari Battleship V". */
export function romanLevel(level: number): string {
  return ROMAN[level] ?? String(level);
}
