/** Origin and base path of EVE's image server, set by `vite.config.ts`. */
declare const EVE_IMAGES_URL: string;
/** CCP's picture of a sign-in button. */
declare const EVE_LOGIN_IMAGE_URL: string;
