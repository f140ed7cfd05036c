/** The scopes that sign-in asks for (`worker/esi/scopes.ts`), in terms players know. */
const READ = [
  { what: "Who you are", why: "Your character's name, confirmed by EVE.", seenBy: "all" },
  { what: "Skills", why: "What you can fly.", seenBy: "all" },
  { what: "Training queue", why: "What comes next, and when.", seenBy: "you" },
  { what: "Location, ship, online status", why: "Where you are docked or flying.", seenBy: "you" },
  { what: "Wallet balance", why: "The balance only, not the transactions.", seenBy: "you" },
  { what: "Assets", why: "What you own, and the names of the structures it is in.", seenBy: "you" },
] as const;

export function WhatWeRead() {
  return (
    <div className="max-w-136 rounded-card border border-line-faint bg-surface-1">
      <ul>
        {READ.map(({ what, why, seenBy }) => (
          <li
            key={what}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-line-faint px-4 py-2.5"
          >
            <span className="min-w-48 flex-1">
              <span className="block font-medium">{what}</span>
              <span className="block text-sm text-text-2">{why}</span>
            </span>
            <span className="text-sm text-text-2 max-md:basis-full">
              {seenBy === "you" ? "Only you see it" : "Signed-in players see it"}
            </span>
          </li>
        ))}
      </ul>
      <p className="px-4 py-3 text-sm text-text-2">
        Muster only reads. It cannot move an item, spend ISK, write a mail or train a skill. You can
        revoke access at any time: unlink an alt or delete your account here, or remove Muster from
        the third-party applications of your EVE account.
      </p>
    </div>
  );
}
