import * as z from "zod/mini";
import type { ResultsOf } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Config } from "#worker/ground/config.ts";
import type { Context } from "#worker/env.ts";
import type { WorkMessage } from "#worker/ground/job-queue.ts";

/** How a slice ends. */
type Step<Message> = {
  /** `more`: the message continues the work. `busy`: another invocation does it, and the message comes again. */
  state: "done" | "more" | "busy";
  delaySeconds?: number | undefined;
  /** Another message continues. */
  next?: Message | undefined;
  /** Work that the registry lists `after` this one may have something to do: it is asked now. */
  hasChanged?: boolean;
};

export const DONE = { state: "done" } as const;

/**
 * How what is due begins: by messages, or by a first slice in this invocation. `sent` is written once the queue has taken the messages:
 * while it takes none, the cron of every minute writes nothing.
 */
type Begun = { messages: WorkMessage[]; hasWorked?: boolean; sent?: readonly Statement[] };

type MakeMessage<Message> = (fields: Message, delaySeconds?: number) => WorkMessage;

/** A kind of work that goes on after a request: slices in invocations of their own, each killed anywhere and delivered twice. */
type Definition<Kind extends string, Message, Due extends readonly Statement[], Budget> = {
  /** In messages and in the log. Messages in flight outlive a deployment, so a kind keeps its name. */
  kind: Kind;
  /** The fields of its message; none if left out. It also reads what former versions have sent. */
  message?: z.ZodMiniType<Message>;
  /** What the log and the self-diagnosis show of a message; all of its fields if left out. */
  shown?: (message: Message) => object;
  /** It often waits for EVE, so it has a queue of its own: people and departures do not wait behind it. */
  isSlow?: boolean;
  /** What a slice may do on each of Cloudflare's plans. */
  budget?: Record<Config["PLAN"], Budget>;
  /** Returns whether there is more, or how the work goes on. */
  slice: (context: Context, message: Message, budget: Budget) => Promise<Step<Message> | boolean>;
  /** Statements that the cron of every minute executes with those of all others, in one round trip: whether something waits. */
  due?: (context: Context, now: number) => Due;
  /**
   * What to do about what `due` has found. If left out: one message if a statement has returned a row. `isAfter`: other work has led to
   * it, and not the cron.
   */
  begin?: (
    context: Context,
    found: ResultsOf<Due>,
    message: MakeMessage<Message>,
    isAfter: boolean,
  ) => Begun | Promise<Begun>;
};

export type Work<Kind extends string = string, Message = unknown> = {
  kind: Kind;
  message(fields: Message, delaySeconds?: number): WorkMessage;
  /** Reads a message. Throws if it is not one of this version. */
  read(body: unknown): {
    message: WorkMessage;
    shown: object;
    slice: (context: Context) => Promise<Step<WorkMessage>>;
  };
  due?: (context: Context, now: number) => readonly Statement[];
  begin(context: Context, found: readonly unknown[], isAfter: boolean): Begun | Promise<Begun>;
};

/** The body of a message. */
export type BodyOf<W> = W extends { kind: infer Kind; message: (fields: infer Message) => unknown }
  ? { kind: Kind } & Message
  : never;

// oxlint-disable-next-line typescript/no-empty-object-type -- no fields
export function defineWork<
  const Kind extends string,
  Message extends object = {},
  const Due extends readonly Statement[] = readonly [],
  Budget = undefined,
>(definition: Definition<Kind, Message, Due, Budget>): Work<Kind, Message> {
  const { kind, due, isSlow = false } = definition;
  const message: MakeMessage<Message> = (fields, delaySeconds = 0) => ({
    body: { kind, ...fields },
    contentType: "json",
    delaySeconds,
    isSlow,
    isFound: due !== undefined,
  });
  return {
    kind,
    message,
    read(body) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a schema, a message has no fields
      const fields = (definition.message ?? z.object({})).parse(body) as Message;
      return {
        message: message(fields),
        shown: definition.shown?.(fields) ?? fields,
        async slice(context) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a budget, a slice takes none
          const budget = definition.budget?.[context.config.PLAN] as Budget;
          const left = await definition.slice(context, fields, budget);
          if (typeof left === "boolean") return { state: left ? "more" : "done" };
          const { next, ...step } = left;
          return { ...step, next: next && message(next, step.delaySeconds) };
        },
      };
    },
    ...(due && { due }),
    begin(context, found, isAfter) {
      if (definition.begin !== undefined) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the results of `due`, in their order
        return definition.begin(context, found as ResultsOf<Due>, message, isAfter);
      }
      const isDue = found.some((rows) => Array.isArray(rows) && rows.length > 0);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only work without fields leaves `begin` out
      return { messages: isDue ? [message({} as Message)] : [] };
    },
  };
}
