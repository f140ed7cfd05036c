/** A community with fewer pilots is shown the first steps until all of them are done. */
export const FEW_PILOTS = 25;
