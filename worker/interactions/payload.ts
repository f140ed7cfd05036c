import * as z from "zod/mini";
import { once } from "#shared/once.ts";
import { snowflakeSchema } from "#shared/discord/servers.ts";

// Only what Muster uses. https://discord.com/developers/docs/interactions/receiving-and-responding

const user = z.object({ id: snowflakeSchema });
const option = z.object({
  name: z.string(),
  value: z.optional(z.union([z.string(), z.number(), z.boolean()])),
  focused: z.optional(z.boolean()),
});

const command = z.object({
  name: z.string(),
  options: z._default(z.array(option), []),
  /** The user on whom a command was used. */
  target_id: z.optional(snowflakeSchema),
});
const input = z.object({ custom_id: z.string(), value: z._default(z.string(), "") });

const common = {
  application_id: snowflakeSchema,
  /** Valid for 15 minutes. */
  token: z.string(),
  /** On a server. */
  member: z.optional(z.object({ user })),
  /** In direct messages. */
  user: z.optional(user),
  /** The language of the user's Discord: https://discord.com/developers/docs/reference#locales */
  locale: z.optional(z.string()),
};

export const interactionSchema = once(() =>
  z.discriminatedUnion("type", [
    // A webhook event has the same type: https://discord.com/developers/docs/events/webhook-events#payload-structure
    z.object({ type: z.literal(1), event: z.optional(z.never()) }),
    z.object({ type: z.literal(2), data: command, ...common }),
    z.object({
      type: z.literal(3),
      data: z.object({ custom_id: z.string() }),
      message: z.object({ id: snowflakeSchema }),
      ...common,
    }),
    z.object({ type: z.literal(4), data: command, ...common }),
    z.object({
      type: z.literal(5),
      data: z.object({
        custom_id: z.string(),
        components: z.array(z.object({ component: z.optional(input) })),
      }),
      message: z.optional(z.object({ id: snowflakeSchema })),
      ...common,
    }),
  ]),
);
type Interaction = z.infer<ReturnType<typeof interactionSchema>>;
export type UserInteraction = Exclude<Interaction, { type: 1 }>;
export type CommandInput = z.infer<typeof command>;

/** The Discord user who has sent the interaction. */
export function senderOf({ member, user: sender }: UserInteraction): string {
  return member?.user.id ?? sender?.id ?? "";
}

/** The value of an option, as text; empty if it was not given. */
export function optionOf({ options }: CommandInput, name: string): string {
  return String(options.find((option) => option.name === name)?.value ?? "");
}

/** https://discord.com/developers/docs/events/webhook-events */
export const webhookEventSchema = once(() =>
  z.discriminatedUnion("type", [
    z.object({ type: z.literal(0) }),
    z.object({
      type: z.literal(1),
      event: z.object({
        type: z.string(),
        timestamp: z.string(),
        data: z.optional(z.object({ user: z.optional(user) })),
      }),
    }),
  ]),
);
