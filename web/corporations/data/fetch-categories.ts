import type { CorporationCategory, CorporationData } from "#shared/corporations/corporations.ts";
import { formatCount, formatInteger } from "#web/lib/format.ts";

export const CATEGORY_LABELS: Record<CorporationCategory, { label: string; content: string }> = {
  public: { label: "Public", content: "Name, ticker, CEO, alliance and member count" },
  core: { label: "Core", content: "Members, and when each was last online" },
  financial: { label: "Financial", content: "Wallets and their journal" },
  assets: { label: "Assets", content: "Assets and structures of the corporation" },
  market: { label: "Market", content: "Orders and contracts" },
  killmails: { label: "Killmails", content: "Kills and losses" },
  requirements: {
    label: "Requirements",
    content: "Roles and titles of members, and contacts, as far as groups require them",
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
      return memberCount === null ? [] : [formatCount(memberCount, "member")];
    case "core":
      return [
        formatCount(coreData.memberCount, "member"),
        `${formatInteger(coreData.trackingCount)} tracked`,
      ];
    case "financial":
      return [
        formatCount(financialData.walletCount, "wallet"),
        formatCount(financialData.journalCount, "journal entry", "journal entries"),
      ];
    case "assets":
      return [
        formatCount(assetsData.assetCount, "asset"),
        formatCount(assetsData.structureCount, "structure"),
      ];
    case "market":
      return [
        formatCount(marketData.orderCount, "order"),
        formatCount(marketData.contractCount, "contract"),
      ];
    case "killmails":
      return [formatCount(killmailCount, "killmail")];
    case "requirements":
      return [];
  }
}
