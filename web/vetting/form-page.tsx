import { Trans, ph, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { groupQuery } from "#web/group-queries/queries.ts";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { PageFailed, trailOfGroup } from "./page-frame.tsx";
import { FormEditor } from "./form-editor.tsx";
import { formQuery } from "./queries.ts";

/** Where an owner writes the form of a group and says who reviews. */
export default function FormPage() {
  const { groupId = "" } = useParams();
  const group = useQuery(groupQuery(groupId));
  const form = useQuery(formQuery(groupId));
  if (group.isPending || form.isPending) return <Loading>{t`Loading the form...`}</Loading>;
  if (!group.data || !form.data) {
    return (
      <PageFailed
        title={t`Form of the group`}
        failed={t`The form could not be loaded`}
        error={group.error ?? form.error}
        onRetry={() => Promise.all([group.refetch(), form.refetch()])}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={t`Form of ${ph({ groupName: group.data.name })}`}
        trail={trailOfGroup(groupId, group.data.name, "settings")}
      />
      {group.data.joinMode !== "approval" && (
        <div className="mb-4">
          <Alert tone="warn">
            <Trans>
              The form is used when requests are reviewed. This group has another join mode.
            </Trans>
          </Alert>
        </div>
      )}
      {group.data.can.edit ? (
        <FormEditor key={form.data.version ?? 0} groupId={groupId} saved={form.data} />
      ) : (
        <Alert tone="danger">
          <Trans>Only the owner can change the form.</Trans>
        </Alert>
      )}
    </>
  );
}
