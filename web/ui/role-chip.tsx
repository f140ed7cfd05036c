import type { CSSProperties } from "react";
import { Trans } from "#web/language/macros.ts";
import { cx } from "#web/lib/cx.ts";

type RoleChipProps = {
  name: string;
  color: string | null;
  /** Muster cannot give the role. */
  isOff?: boolean;
};

/** A role as Discord shows it: its colour and its name. */
export function DiscordRoleChip({ name, color, isOff = false }: RoleChipProps) {
  const style: CSSProperties = color === null ? {} : { backgroundColor: color };
  return (
    <span
      className={cx(
        "inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-control border px-2 text-sm",
        isOff ? "border-dashed border-line text-text-2" : "border-line-control",
      )}
    >
      <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-text-2" style={style} />
      <bdi className="min-w-0 truncate" title={name}>
        {name}
      </bdi>
    </span>
  );
}

type RoleOnServerProps = { role: { roleName: string; color: string | null; serverName: string } };

/** A role, and the server that has it. */
export function RoleOnServer({ role: { roleName, color, serverName } }: RoleOnServerProps) {
  return (
    <>
      <DiscordRoleChip name={roleName} color={color} />
      <span className="min-w-0 wrap-anywhere text-text-2">
        <Trans>
          on <bdi>{serverName}</bdi>
        </Trans>
      </span>
    </>
  );
}
