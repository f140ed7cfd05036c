declare module "cloudflare:workers" {
  export const env: import("#worker/env.ts").Env & {
    MIGRATIONS: import("@cloudflare/vitest-plugin").D1Migration[];
  };
}

declare module "cloudflare:test" {
  export function applyD1Migrations(
    db: import("@cloudflare/workers-types").D1Database,
    migrations: import("@cloudflare/vitest-plugin").D1Migration[],
  ): Promise<void>;
}
