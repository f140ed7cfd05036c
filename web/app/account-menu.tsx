import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { useNavigate } from "react-router";
import { chooseScreen, useScreenChoice } from "#web/lib/screen-choice.ts";
import { paths } from "#web/lib/paths.ts";
import { MenuButton } from "#web/ui/menu/menu.tsx";
import { useLanguageItems } from "#web/ui/menu/use-language-items.ts";

const THEMES = [
  [msg`System theme`, undefined],
  [msg`Dark theme`, "dark"],
  [msg`Light theme`, "light"],
] as const;

/** How this browser shows Muster, and what belongs to the account. */
export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const navigate = useNavigate();
  const theme = useScreenChoice("theme");
  const languages = useLanguageItems();
  const isCompact = useScreenChoice("rows") === "compact";
  return (
    <MenuButton
      label={t`Account menu`}
      icon="sliders"
      items={[
        { label: t`Account`, onSelect: () => void navigate(paths.account) },
        ...THEMES.map(([label, value], index) => ({
          label: say(label),
          isChosen: theme === value,
          startsSection: index === 0,
          onSelect: () => chooseScreen("theme", value),
        })),
        {
          label: t`Compact rows`,
          isOn: isCompact,
          startsSection: true,
          onSelect: () => chooseScreen("rows", isCompact ? undefined : "compact"),
        },
        ...(languages.length > 0 ? [{ label: t`Language`, items: languages }] : []),
        { label: t`Keyboard shortcuts`, startsSection: true, onSelect: onShortcuts },
      ]}
    />
  );
}
