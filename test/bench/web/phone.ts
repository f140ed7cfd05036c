/** A phone of the middle class, as Lighthouse has it. */
export const PHONE = { width: 412, height: 823 };
