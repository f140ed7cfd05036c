/** The version of package.json and of CHANGELOG.md. docs/versions.md says what its three numbers mean. */
export const PRODUCT_VERSION = "1.1.0";
