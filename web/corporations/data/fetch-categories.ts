import { msg, ph, plural, t } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { CorporationCategory, CorporationData } from "#shared/corporations/corporations.ts";
import { formatInteger } from "#web/lib/format.ts";

export const CATEGORY_LABELS: Record<CorporationCategory, { label: Message; content: Message }> = {
  public: {
    label: msg({ context: "data", message: "Public" }),
    content: msg`Name, ticker, CEO, alliance and member count`,
  },
  core: { label: msg`Core`, content: msg`Members, and when each was last online` },
  financial: { label: msg`Financial`, content: msg`Wallets and their journal` },
  assets: { label: msg`Assets`, content: msg`Assets and structures of the corporation` },
  market: { label: msg`Market`, content: msg`Orders and contracts` },
  killmails: { label: msg`Killmails`, content: msg`Kills and losses` },
  requirements: {
    label: msg`Requirements`,
    content: msg`Roles and titles of members, and contacts, as far as groups require them`,
  },
};

/** The amount of data stored in a category: ["120 members", "118 tracked"]. */
export function figuresOf(
  category: CorporationCategory,
  data: CorporationData,
  memberCount: number | null,
): string[] {
  const { coreData, financialData, assetsData, marketData, killmailCount } = data;
  switch (category) {
    case "public":
      return memberCount === null
        ? []
        : [plural(memberCount, { one: "# member", other: "# members" })];
    case "core":
      return [
        plural({ memberCount: coreData.memberCount }, { one: "# member", other: "# members" }),
        t`${ph({ trackingCount: formatInteger(coreData.trackingCount) })} tracked`,
      ];
    case "financial":
      return [
        plural({ walletCount: financialData.walletCount }, { one: "# wallet", other: "# wallets" }),
        plural(
          { journalCount: financialData.journalCount },
          { one: "# journal entry", other: "# journal entries" },
        ),
      ];
    case "assets":
      return [
        plural({ assetCount: assetsData.assetCount }, { one: "# asset", other: "# assets" }),
        plural(
          { structureCount: assetsData.structureCount },
          { one: "# structure", other: "# structures" },
        ),
      ];
    case "market":
      return [
        plural({ orderCount: marketData.orderCount }, { one: "# order", other: "# orders" }),
        plural(
          { contractCount: marketData.contractCount },
          { one: "# contract", other: "# contracts" },
        ),
      ];
    case "killmails":
      return [plural(killmailCount, { one: "# killmail", other: "# killmails" })];
    case "requirements":
      return [];
  }
}
