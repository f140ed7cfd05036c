import { Trans, msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
/** The scopes that sign-in asks for (`worker/esi/scopes.ts`), in terms players know. */
const READ = [
  { what: msg`Who you are`, why: msg`Your character's name, confirmed by EVE.`, seenBy: "all" },
  { what: msg`Skills`, why: msg`What you can fly.`, seenBy: "all" },
  { what: msg`Training queue`, why: msg`What comes next, and when.`, seenBy: "you" },
  {
    what: msg`Location, ship, online status`,
    why: msg`Where you are docked or flying.`,
    seenBy: "you",
  },
  { what: msg`Wallet balance`, why: msg`The balance only, not the transactions.`, seenBy: "you" },
  {
    what: msg`Assets`,
    why: msg`What you own, and the names of the structures it is in.`,
    seenBy: "you",
  },
] as const;

export default function WhatWeRead() {
  return (
    <div className="max-w-136 rounded-card border border-line-faint bg-surface-1">
      <ul>
        {READ.map(({ what, why, seenBy }) => (
          <li
            key={what.id}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-line-faint px-4 py-2.5"
          >
            <span className="min-w-48 flex-1">
              <span className="block font-medium">{say(what)}</span>
              <span className="block text-sm text-text-2">{say(why)}</span>
            </span>
            <span className="text-sm text-text-2 max-md:basis-full">
              {seenBy === "you" ? t`Only you see it` : t`Signed-in players see it`}
            </span>
          </li>
        ))}
      </ul>
      <p className="px-4 py-3 text-sm text-text-2">
        <Trans>
          Muster only reads. It cannot move an item, spend ISK, write a mail or train a skill. You
          can revoke access at any time: unlink an alt or delete your account here, or remove Muster
          from the third-party applications of your EVE account.
        </Trans>
      </p>
    </div>
  );
}
