type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "repeat">;

/** Ctrl+K, or Command+K on a Mac. */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, repeat }: Keys): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !repeat;
}
