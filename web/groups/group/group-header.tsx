import { Select, Trans, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { lazy, Suspense } from "react";
import type { ReactNode } from "react";
import type { Group } from "#shared/groups/groups.ts";
import { PilotName } from "#web/eve/pilot-name.tsx";
import { VisibilityChip, JoinModeChip, MembershipChip } from "./group-chips.tsx";
import { SYSTEM_CATEGORY } from "#web/lib/labels.ts";
import { Card } from "#web/ui/card.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "#web/lib/api/session.ts";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RoleOnServer } from "#web/ui/role-chip.tsx";
import { discordRolesQuery } from "#web/memberships/queries.ts";

const EmergencyNotes = lazy(() => import("./emergency-notes.tsx"));

/** Who finds the group, how one gets in, and what the viewer is in it: beside its name. */
export function GroupChips({ group }: { group: Group }) {
  return (
    <>
      <VisibilityChip visibility={group.effectiveVisibility} />
      <JoinModeChip joinMode={group.joinMode} enrolment={group.enrolment} />
      {group.isOpenToGuests && (
        <Chip>
          <Trans>Open to guests</Trans>
        </Chip>
      )}
      <MembershipChip group={group} />
    </>
  );
}

export function GroupHeader({ group }: { group: Group }) {
  const { description, category, visibility, effectiveVisibility } = group;
  return (
    <Card className="min-w-0">
      {description ? (
        <p dir="auto" className="max-w-[75ch] whitespace-pre-line wrap-anywhere text-text-2">
          {description}
        </p>
      ) : (
        <p className="text-text-2">
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
  return <PilotName characterId={ownerMainCharacterId} name={ownerName} size={24} />;
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

/** The roles on Discord servers that members of the group get. */
function DiscordRoles({ groupId }: { groupId: string }) {
  const { user } = useSession();
  const { data, isError, refetch } = useQuery({
    ...discordRolesQuery(groupId),
    enabled: user?.canLinkDiscord ?? false,
  });
  if (isError) {
    return <LoadFailed title={t`The roles on Discord could not be loaded`} onRetry={refetch} />;
  }
  if (data === undefined || data.roles.length === 0) return null;
  return (
    <div className="mt-3">
      <h2 className="font-ui text-xs font-normal tracking-normal text-text-2">
        <Trans>Members get on Discord</Trans>
      </h2>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1.5">
        {data.roles.map((role) => (
          <li
            key={`${role.serverId} ${role.roleName}`}
            className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm"
          >
            <RoleOnServer role={role} />
          </li>
        ))}
      </ul>
    </div>
  );
}
