import { msg, plural } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";
import type { HealthCheck } from "#shared/health.ts";
import { toFingerprint } from "#worker/audit/seals/canonical.ts";
import { ago, sentences } from "./format.ts";
import type { Facts } from "./store.ts";

/** The seals of the audit log. A job that does not run is a failure of the crons, not of the log. */
export function checkLog({ head }: Facts, now: number, inWords: Words): HealthCheck {
  const { say } = inWords;
  const line = { id: "log", title: say(msg`Audit log`), state: "ok" as const };
  if (head === undefined) {
    return {
      ...line,
      words: say(
        msg`No event is sealed yet. The first seal is made within an hour of the first event.`,
      ),
      fix: null,
      values: [],
    };
  }
  return {
    ...line,
    words: sentences(
      [
        say(
          msg`Sealed ${ago(now - head.createdAt.getTime(), inWords)}, in ${plural({ count: head.number }, { one: "# seal", other: "# seals" })}.`,
        ),
        say(
          msg`npm run audit:verify finds changed, deleted and inserted events. Note the fingerprint outside of Muster from time to time: with it, the command also finds a log that was sealed again as a whole.`,
        ),
      ],
      inWords,
    ),
    fix: null,
    values: [{ label: say(msg`Fingerprint`), value: toFingerprint(head) }],
  };
}
