/**
 * Where a setting stands on its page: the id of its element, and the hash of its address. The palette knows every one
 * (`web/app/palette/settings.ts`).
 */
export type Anchor =
  // For every account.
  | "sessions"
  | "discord-account"
  | "discord-messages"
  | "your-data"
  | "merge-accounts"
  | "delete-account"
  // For the installation.
  | "community-name"
  | "community-logo"
  | "community-welcome"
  | "community-members"
  | "diagnosis"
  | "administrators"
  | "log-posts"
  | "version"
  | "signing-keys"
  | "watchlist-keepers"
  | "watchlist-posts"
  // For a group.
  | "group-details"
  | "group-posts"
  | "group-emergency"
  | "group-reviews"
  | "group-form"
  | "group-deletion"
  | "group-joining"
  | "group-conditions"
  | "group-owner"
  // For a Discord server.
  | "server-roles"
  | "server-nicknames"
  | "server-joining"
  | "server-drift"
  | "server-removal"
  // For a corporation.
  | "corporation-directors"
  | "corporation-posts"
  | "corporation-health"
  | "corporation-lists"
  | "corporation-fetch"
  | "verify-access"
  // For an application.
  | "application-credentials"
  | "application-addresses"
  | "application-people"
  | "application-claims"
  | "application-tokens"
  | "application-webhooks"
  | "application-switch"
  // For a pilot.
  | "add-to-group"
  | "invite-to-group"
  | "suspend"
  | "end-sessions"
  | "pilot-groups";
