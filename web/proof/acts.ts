import { msg, plural, t } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { DeleteAccount } from "#shared/account/deletion.ts";
import type { TakeEmergencyAccess } from "#shared/groups/ends.ts";
import type { ApplyUndo } from "#shared/pilots/undo.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { api, body } from "#web/lib/api/api.ts";
import { queryKeys } from "#web/lib/api/queries.ts";
import { endSession, sessionQuery } from "#web/lib/api/session.ts";
import type { RefusedRequest } from "#web/lib/refused-request.ts";
import { paths } from "#web/lib/paths.ts";
import { bringsFile, isRead, keepSecret, needsClick, repeatRequest } from "./repeat-request.ts";

type MergeInput = { id: string; digest: string; fromMainName: string; needsConsent: boolean };

/** The acts that the API may refuse with `fresh_proof_required`, with their inputs. */
type Inputs = {
  changeMain: CharacterSummary;
  confirmCharacter: CharacterSummary;
  unlinkCharacter: CharacterSummary;
  deleteAccount: DeleteAccount;
  confirmMerge: MergeInput;
  acceptMerge: MergeInput;
  /** `page`: the group is shown to administrators at two addresses. */
  takeEmergencyAccess: TakeEmergencyAccess & { groupId: string; groupName: string; page: string };
  undoActions: ApplyUndo & { undone: number; held: number };
  continueSignIn: null;
  /** Any other write that the API refused. `page`: where the user was. */
  repeatRequest: RefusedRequest & { page: string };
};
export type ActName = keyof Inputs;
export type InputOf<Name extends ActName> = Inputs[Name];

type Act<Input> = {
  /** Where the act begins, and where the user is after it. */
  page: (input: Input) => string;
  run: (input: Input) => Promise<unknown>;
  /** Refetches what the act has changed. */
  settle: (client: QueryClient, answer?: unknown) => unknown;
  /** The toast after success. */
  done: (input: Input) => string;
  /** The fallback if the server gives no message. */
  failed: Message;
};

/** Only these go on by themselves after a visit to EVE: what waits in the browser's storage is a name of this table, and its input. */
export const acts: { [Name in ActName]: Act<Inputs[Name]> } = {
  changeMain: {
    page: () => paths.dashboard,
    run: ({ characterId }) => api.auth.main.$put({ json: { characterId } }),
    settle: refetchAccount,
    done: ({ characterName }) => t`${characterName} is now your main`,
    failed: msg`Failed to change your main`,
  },
  confirmCharacter: {
    page: () => paths.dashboard,
    run: ({ characterId }) =>
      api.auth.characters[":id"].confirm.$post({ param: { id: String(characterId) } }),
    settle: refetchAccount,
    done: ({ characterName }) => t`${characterName} is confirmed`,
    failed: msg`Failed to confirm the character`,
  },
  unlinkCharacter: {
    page: () => paths.dashboard,
    run: ({ characterId }) =>
      api.auth.characters[":id"].$delete({ param: { id: String(characterId) } }),
    settle: refetchAccount,
    done: ({ characterName }) => t`${characterName} is no longer linked`,
    failed: msg`Failed to unlink the character`,
  },
  deleteAccount: {
    page: () => paths.home,
    run: (input) => api.account.$delete({ json: input }),
    settle: endSession,
    done: () => t`Your account is deleted`,
    failed: msg`Failed to delete your account`,
  },
  confirmMerge: {
    page: () => paths.account,
    run: ({ id, digest }) =>
      api.account.merges[":id"].confirm.$post({ param: { id }, json: { digest } }),
    settle: refetchAll,
    done: ({ needsConsent, fromMainName }) =>
      needsConsent
        ? t`Request sent. Log in as ${fromMainName} within 7 days to accept it`
        : t`The account of ${fromMainName} is merged into yours`,
    failed: msg`Failed to merge the accounts`,
  },
  acceptMerge: {
    page: () => paths.home,
    run: ({ id, digest }) =>
      api.account.merges[":id"].accept.$post({ param: { id }, json: { digest } }),
    settle: endSession,
    done: () => t`The accounts are merged. Log in again`,
    failed: msg`Failed to merge the accounts`,
  },
  takeEmergencyAccess: {
    page: ({ page }) => page,
    run: ({ groupId, role, hours, reason }) =>
      api.groups[":id"]["emergency-access"].$post({
        param: { id: groupId },
        json: { role, hours, reason },
      }),
    settle: refetchAll,
    done: ({ groupName }) => t`You have emergency access to ${groupName}`,
    failed: msg`Failed to take emergency access`,
  },
  undoActions: {
    page: () => paths.adminUndo,
    run: ({ userId, from, to, digest }) =>
      body(api.admin.undo.$post({ json: { userId, from, to, digest } })),
    settle: refetchAll,
    done: ({ undone, held }) => undoneText(undone, held),
    failed: msg`Nothing was changed`,
  },
  /** An application asked for a proof: its question is asked again, and that page knows what it was. */
  continueSignIn: {
    page: () => paths.consent,
    run: () => Promise.resolve(),
    settle: () => undefined,
    done: () => t`EVE has confirmed that this is you`,
    failed: msg`EVE could not confirm that this is you`,
  },
  repeatRequest: {
    page: ({ page }) => page,
    run: repeatRequest,
    settle: (client, secret) => {
      keepSecret(client, typeof secret === "string" ? secret : undefined);
      return refetchAll(client);
    },
    done: (request) =>
      needsClick(request)
        ? t`EVE has confirmed that this is you. Press the button again`
        : bringsFile(request)
          ? t`EVE has confirmed that this is you. The file is saved`
          : isRead(request)
            ? t`EVE has confirmed that this is you`
            : t`EVE has confirmed that this is you. The change is made`,
    failed: msg`Failed to make the change`,
  },
};

function undoneText(undone: number, held: number): string {
  if (undone === 0) {
    return t`${plural(held, { one: "# removal waits for a decision", other: "# removals wait for a decision" })}`;
  }
  return held === 0
    ? t`${plural(undone, { one: "# change undone", other: "# changes undone" })}`
    : t`${plural(undone, { one: "# change undone", other: "# changes undone" })}, ${plural(held, { one: "# removal waits for a decision", other: "# removals wait for a decision" })}`;
}

/** Characters, groups, invitations: all of it has grown. The query of a sign-in that resumes an act waits for this. */
function refetchAll(client: QueryClient) {
  const [callback] = queryKeys.callback;
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== callback });
}

function refetchAccount(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    client.invalidateQueries({ queryKey: queryKeys.characters }),
    client.invalidateQueries({ queryKey: queryKeys.activeSessions }),
    client.invalidateQueries({ queryKey: queryKeys.accountEvents }),
  ]);
}
