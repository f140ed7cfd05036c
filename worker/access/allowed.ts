/**
 * What a check has allowed: this act, on what the check has read, by this actor. A write of a store takes it and nothing less, so that
 * a forgotten check does not compile (docs/decisions/0116-what-a-check-has-allowed-is-a-value.md).
 *
 * `Policy` is the type of a symbol that one file of a domain keeps to itself: only that file can make one.
 */
export class Allowed<Policy extends symbol, Act extends string, Of, By> {
  /** Protected, so that neither a literal nor a spread has it. */
  protected readonly policy: Policy;
  readonly act: Act;
  readonly of: Of;
  readonly by: By;

  constructor(policy: Policy, act: Act, of: Of, by: By) {
    this.policy = policy;
    this.act = act;
    this.of = of;
    this.by = by;
  }
}

/** What was found, or not. */
export type Maybe<Row> = { [Key in keyof Row]: Row[Key] | undefined };
