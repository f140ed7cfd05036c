declare module "cloudflare:workers" {
  export const env: Cloudflare.Env & {
    SCHEMA: import("#test/support/workerd/migrated-schema.ts").Schema;
    REPLICA_1: D1Database;
    REPLICA_2: D1Database;
  };
}

type D1Database = import("@cloudflare/workers-types").D1Database;
type Queue<Body = unknown> = import("@cloudflare/workers-types").Queue<Body>;
type RateLimit = import("@cloudflare/workers-types").RateLimit;
type WorkerVersionMetadata = import("@cloudflare/workers-types").WorkerVersionMetadata;

/** The path of the binary. */
declare module "workerd" {
  const workerd: { default: string };
  export default workerd;
}
