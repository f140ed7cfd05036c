import { vi } from "vitest";

/** Discord answers these requests of Muster in this way, until the returned function is called. */
export function answerInstead(method: string, path: RegExp, answer: () => Response): () => void {
  const { fetch } = globalThis;
  // No spy: the driver takes those away after each invocation.
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) =>
    init?.method === method && path.test(input) ? Promise.resolve(answer()) : fetch(input, init),
  );
  return () => void vi.unstubAllGlobals();
}

/** Discord's refusal with one of its codes. */
export const refusal = (code: number) => () =>
  Response.json({ code, message: "Refused." }, { status: 400 });
