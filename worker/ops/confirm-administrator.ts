import { selectWithheld, updatePin } from "#worker/auth/administrators/store.ts";
import type { AdministratorRow } from "#worker/auth/administrators/store.ts";
import { run } from "#worker/db/batch.ts";
import { ask, failureInWords, isInteractive, readFlags } from "./command.ts";
import { chooseTarget, TARGET_FLAGS } from "./target.ts";
import { openWranglerDatabase } from "./wrangler-database.ts";

const USAGE = "npm run admin:confirm [-- [--remote] [--yes] [<name>…]]";

/**
 * `npm run admin:confirm [-- [--remote] [--yes] [name…]]`: gives administrators their rights back after their character has
 * changed its owner, as the settings do. For an installation that has no other administrator left.
 */
const { values, positionals } = readFlags(USAGE, {
  allowPositionals: true,
  options: {
    ...TARGET_FLAGS,
    yes: { type: "boolean" },
  },
});
try {
  if (values.yes && positionals.length === 0) {
    throw new Error("With --yes, also state the names of the characters.");
  }
  const db = openWranglerDatabase(chooseTarget(values, { isImplicit: true }));
  const withheld = choose(await run(db, selectWithheld()));
  if (withheld.length === 0) console.log("No administrator's rights are withheld.");
  for (const administrator of withheld) {
    const { characterId, characterName, userId, ownerHash } = administrator;
    console.log(describe(administrator));
    if (userId === null || ownerHash === null) continue;
    if (!(await isConfirmed(characterName))) {
      console.log("Nothing was changed.");
      continue;
    }
    const context = { db, requestId: crypto.randomUUID() };
    const isUpdated = await updatePin(context, "deployer", { characterId, userId, ownerHash });
    if (!isUpdated) throw new Error(`${characterName} changed meanwhile. Run this again.`);
    console.log(
      `Confirmed: ${characterName} has administrator rights if ADMIN_CHARACTER_IDS names it.`,
    );
  }
} catch (error) {
  console.error(`Not confirmed. ${failureInWords(error)}`);
  process.exitCode = 1;
}

/** The administrators that the command names; without names, all of them. */
function choose(all: AdministratorRow[]): AdministratorRow[] {
  if (positionals.length === 0) return all;
  return positionals.map((name) => {
    const named = all.find((pilot) => pilot.characterName.toLowerCase() === name.toLowerCase());
    if (named === undefined) throw new Error(`No rights of ${name} are withheld.`);
    return named;
  });
}

function describe({ characterName, characterId, heldBy, withheldSince }: AdministratorRow): string {
  const when = withheldSince === null ? "" : `, noticed at ${withheldSince.toISOString()}`;
  const holder =
    heldBy === null
      ? "It is not linked to an account: confirm it after its owner has signed in."
      : `It belongs to the account whose main is ${heldBy}.`;
  return `${characterName} (${characterId}) changed hands in EVE${when}. ${holder}`;
}

async function isConfirmed(name: string): Promise<boolean> {
  if (values.yes) return true;
  if (!isInteractive)
    throw new Error("This is not a terminal, so there is no prompt. Add --yes and the name.");
  return (await ask(`Type ${name} to make this account an administrator:`)) === name;
}
