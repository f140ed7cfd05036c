import { useNavigate } from "react-router";
import { chooseScreen, useScreenChoice } from "#web/lib/screen-choice.ts";
import { paths } from "#web/lib/paths.ts";
import { MenuButton } from "#web/ui/menu/menu.tsx";

const THEMES = [
  ["System", undefined],
  ["Dark", "dark"],
  ["Light", "light"],
] as const;

/** How this browser shows Muster, and what belongs to the account. */
export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const navigate = useNavigate();
  const theme = useScreenChoice("theme");
  const isCompact = useScreenChoice("rows") === "compact";
  return (
    <MenuButton
      label="Account menu"
      icon="sliders"
      items={[
        { label: "Account", onSelect: () => void navigate(paths.account) },
        ...THEMES.map(([label, value], index) => ({
          label: `${label} theme`,
          isChosen: theme === value,
          startsSection: index === 0,
          onSelect: () => chooseScreen("theme", value),
        })),
        {
          label: "Compact rows",
          isOn: isCompact,
          startsSection: true,
          onSelect: () => chooseScreen("rows", isCompact ? undefined : "compact"),
        },
        { label: "Keyboard shortcuts", startsSection: true, onSelect: onShortcuts },
      ]}
    />
  );
}
