/** Where the tests in workerd find the server. */
export const OIDC_ORIGIN = "https://oidc-provider.test";

/** Credentials are form-encoded (RFC 6749 §2.3.1), so they may contain any printable character. */
export const OIDC_CLIENT = { id: "muster:on tests", secret: "50% + a: secret & a =half=" };
export const OIDC_PILOT = { id: 2_112_000_042, name: "Ines Okafor", owner: "bm90LXNvbGQ=" };
