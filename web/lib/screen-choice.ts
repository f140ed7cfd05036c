import { writeStored } from "./storage.ts";
import { createStore } from "./store.ts";

/**
 * How this browser likes its screens. A choice is a data attribute of <html>, where the styles find it, and is kept under
 * `muster.screen.<name>`: the script in `index.html` sets it before the first paint. Without one: what the system asks for, and
 * rows of the usual height.
 */
type Choices = { theme: "light" | "dark"; rows: "compact" };
type Name = keyof Choices;

const { dataset } = document.documentElement;
const choices = { theme: createStore(dataset["theme"]), rows: createStore(dataset["rows"]) };

export function chooseScreen<N extends Name>(name: N, value: Choices[N] | undefined): void {
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
  writeStored("local", `muster.screen.${name}`, value ?? null);
  choices[name].set(value);
}

export const useScreenChoice = (name: Name): string | undefined => choices[name].useValue();
