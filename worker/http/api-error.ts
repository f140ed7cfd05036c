import { REASONS, sayReasonInEnglish } from "#shared/reasons.ts";
import type { Params, ParamsOf, Reason } from "#shared/reasons.ts";
import type { ErrorCode } from "#shared/error.ts";

type More = {
  /** The field of the request that is refused, if it is one. */
  field?: string;
  /** A message for each field that is refused. */
  fields?: Record<string, string>;
  retryAfterSeconds?: number | undefined;
  mergeId?: string;
  cause?: unknown;
};

type Given<R extends Reason> = keyof ParamsOf<R> extends never
  ? [params?: Record<string, never>, more?: More]
  : [params: ParamsOf<R>, more?: More];

/** A request that is refused, and why. Each reason has its code and its sentence in `REASONS`. */
export class ApiError<R extends Reason = Reason> extends Error {
  readonly code: ErrorCode;
  readonly reason: Reason;
  readonly params: Params;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly mergeId: string | undefined;

  constructor(reason: R, ...[params, more = {}]: Given<R>) {
    const given: Params = params ?? {};
    super(sayReasonInEnglish(reason, given), { cause: more.cause });
    this.name = "ApiError";
    this.code = REASONS[reason].code;
    this.reason = reason;
    this.params = given;
    this.fields = more.field === undefined ? more.fields : { [more.field]: this.message };
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.mergeId = more.mergeId;
  }
}
