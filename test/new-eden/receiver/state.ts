/** A message as it has arrived. `headers` are those of Standard Webhooks. */
export type ReceivedMessage = {
  path: string;
  headers: Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>;
  body: string;
  /** What it was answered; null: the connection was reset after the message had arrived. */
  status: number | null;
};

/**
 * `resets`: takes the message, and closes the connection without an answer. `isSilent`: answers only when told to answer in
 * another way.
 */
export type ReceiverAnswer = {
  status?: number;
  headers?: Record<string, string>;
  resets?: boolean;
  isSilent?: boolean;
};

/** The program of a community that takes webhooks. `unanswered`: lets the requests go on that wait for an answer. */
export type Receiver = {
  received: ReceivedMessage[];
  answer: ReceiverAnswer;
  unanswered: (() => void)[];
};

export function newReceiver(): Receiver {
  return { received: [], answer: {}, unanswered: [] };
}
