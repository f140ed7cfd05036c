/** The part of it that the tests use: its own types bring those of browsers, which are others than the Worker's. */
export declare const customFetch: unique symbol;
export declare const skipCSRFCheck: unique symbol;
export type AuthConfig = {
  trustHost: boolean;
  secret: string;
  basePath: string;
  skipCSRFCheck: typeof skipCSRFCheck;
  providers: {
    id: string;
    name: string;
    type: "oidc";
    issuer: string;
    clientId: string;
    clientSecret: string;
    [customFetch]: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  }[];
};
export declare function Auth(request: Request, config: AuthConfig): Promise<Response>;
