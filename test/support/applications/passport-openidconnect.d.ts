declare module "passport-openidconnect" {
  type Profile = { id: string; displayName?: string };
  type Done = (error: unknown, user?: unknown) => void;
  type Request = { query: Record<string, string>; session: Record<string, unknown> };

  /** The part of it that the tests use. `passport` sets what it calls at the end. */
  export default class Strategy {
    constructor(
      options: Record<string, string | string[] | boolean>,
      verify: (issuer: string, profile: Profile, done: Done) => void,
    );
    authenticate(request: Request, options: object): void;
    success: (user: unknown) => void;
    fail: (info: unknown) => void;
    error: (error: unknown) => void;
    redirect: (address: string) => void;
    /** The client of the package `oauth`. */
    _oauth2: {
      _request: (
        method: string,
        address: string,
        headers: Record<string, string>,
        body: string,
        accessToken: string | null,
        callback: (error: unknown, data?: string, response?: unknown) => void,
      ) => void;
    };
  }
}
