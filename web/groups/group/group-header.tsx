import { Select, Trans, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { lazy, Suspense } from "react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Group } from "#shared/groups/groups.ts";
import { Portrait } from "#web/eve/images.tsx";
import { VisibilityChip } from "#web/groups/categories/visibility-chip.tsx";
import { cx } from "#web/lib/cx.ts";
import { SYSTEM_CATEGORY } from "#web/lib/labels.ts";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { DiscordRoles } from "./discord-roles.tsx";
import { JoinModeChip, MembershipChip } from "./group-chips.tsx";

const EmergencyNotes = lazy(() => import("#web/groups/ends/emergency-notes.tsx"));

/** Longer names get a smaller font. */
const LONG_NAME = 80;

export function GroupHeader({ group }: { group: Group }) {
  const { name, description, category, visibility, effectiveVisibility, joinMode } = group;
  return (
    <Card className="min-w-0">
      <h1 className={cx("wrap-anywhere", name.length > LONG_NAME ? "text-xl" : "text-2xl")}>
        <bdi>{name}</bdi>
      </h1>
      <div className="mt-2.5 flex flex-wrap items-center gap-1.5">
        <VisibilityChip visibility={effectiveVisibility} />
        <JoinModeChip joinMode={joinMode} enrolment={group.enrolment} />
        {group.isOpenToGuests && (
          <Chip>
            <Trans>Open to guests</Trans>
          </Chip>
        )}
        <MembershipChip group={group} />
      </div>
      {description ? (
        <p dir="auto" className="mt-3 max-w-[75ch] whitespace-pre-line wrap-anywhere text-text-2">
          {description}
        </p>
      ) : (
        <p className="mt-3 text-text-2">
          <Trans>No description</Trans>
        </p>
      )}
      {group.emergencies.length > 0 && (
        <Suspense>
          <EmergencyNotes emergencies={group.emergencies} />
        </Suspense>
      )}
      {effectiveVisibility === "system" && (
        <div className="mt-4">
          <Alert tone="warn" title={t`System group`}>
            {t`Only its owner, its admins and system administrators can see this group. Its members cannot.`}
          </Alert>
        </div>
      )}
      {effectiveVisibility === "qualified" && (
        <p className="mt-3 text-sm text-text-2">
          <Trans>Only its members and players who meet its requirements find this group.</Trans>
        </p>
      )}
      {effectiveVisibility !== visibility && effectiveVisibility !== "qualified" && (
        <p className="mt-3 text-sm text-text-2">
          <Trans>
            Set to <Select value={visibility} _hidden="hidden" _system="system" other="public" />,
            but limited by its category's visibility.
          </Trans>
        </p>
      )}
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3 border-t border-line-faint pt-3">
        <Fact label={t`Category`}>
          <bdi className="wrap-anywhere">{category.name ?? say(SYSTEM_CATEGORY)}</bdi>
        </Fact>
        <Fact label={t`Members`}>
          <span>
            {plural({ memberCount: group.memberCount }, { one: "# member", other: "# members" })}
          </span>
        </Fact>
        {group.membershipDays !== null && (
          <Fact label={t`A membership lasts`}>
            {plural({ membershipDays: group.membershipDays }, { one: "# day", other: "# days" })}
          </Fact>
        )}
        <Fact label={t`Owner`}>
          <Owner group={group} />
        </Fact>
      </dl>
      <DiscordRoles groupId={group.id} />
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-text-2">{label}</dt>
      <dd className="mt-0.5 font-medium">{children}</dd>
    </div>
  );
}

/** A locked account has no main character, so the user id is shown instead of a name. */
function Owner({ group: { ownerId, ownerName, ownerMainCharacterId } }: { group: Group }) {
  if (ownerName === null || ownerMainCharacterId === null) {
    return <span className="wrap-anywhere text-text-2">{ownerName ?? ownerId}</span>;
  }
  return (
    <span className="flex items-center gap-2">
      <Portrait characterId={ownerMainCharacterId} size={24} />
      <Link
        className="-my-0.5 min-w-0 py-0.5 wrap-anywhere link"
        to={paths.character(ownerMainCharacterId)}
      >
        <bdi>{ownerName}</bdi>
      </Link>
    </span>
  );
}

/** Only system administrators can edit a group that they do not own. */
export function AdministratorNote({ group: { can, isOwner, ownerName } }: { group: Group }) {
  if (isOwner || !can.edit) return null;
  const owner = ownerName ?? t({ context: "instead of its name", message: "another user" });
  return (
    <div className="mb-4 print:hidden">
      <Alert title={t`You are viewing this group as a system administrator`}>
        <Trans>
          It belongs to <bdi>{owner}</bdi>. Your changes are recorded in the group's activity log
          under your name.
        </Trans>
      </Alert>
    </div>
  );
}
