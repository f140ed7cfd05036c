/** Origin and base path of EVE's image server, set by `vite.config.ts`. */
declare const EVE_IMAGES_URL: string;
/** CCP's picture of a sign-in button. */
declare const EVE_LOGIN_IMAGE_URL: string;
/** All scopes that an application at EVE needs, set by `vite.config.ts`. */
declare const APPLICATION_SCOPES: readonly string[];
/** Where the translations are, set by `web/language/build/plugin.ts`. */
declare const TEXTS_PATH: string;
/** The build has the pseudo-language of tests. */
declare const HAS_PSEUDO_LANGUAGE: boolean;
