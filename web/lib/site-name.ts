import { createStore } from "./store.ts";

const PRODUCT = "Muster";
const siteName = createStore(PRODUCT);

/** The community's name, or the product's without one. Not React state: error pages show it too. */
export const setSiteName = (name: string | null | undefined) => siteName.set(name ?? PRODUCT);

export const useSiteName = siteName.useValue;
