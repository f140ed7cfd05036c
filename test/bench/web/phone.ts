/** The viewport of Lighthouse's mid-tier phone. */
export const PHONE = { width: 412, height: 823 };
