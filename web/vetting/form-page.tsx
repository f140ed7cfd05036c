import { Trans, ph, t } from "#web/language/macros.ts";
import { useParams } from "react-router";
import { PageHeader } from "#web/ui/page.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { trailOfGroup, useFormPage } from "./page-frame.tsx";
import { FormEditor } from "./form-editor.tsx";

/** Where an owner writes the form of a group and says who reviews. */
export default function FormPage() {
  const { groupId = "" } = useParams();
  const { group, form, instead } = useFormPage(groupId);
  if (instead !== undefined) return instead;
  return (
    <>
      <PageHeader
        title={t`Form of ${ph({ groupName: group.name })}`}
        trail={trailOfGroup(groupId, group.name, "settings")}
      />
      {group.joinMode !== "approval" && (
        <div className="mb-4">
          <Alert tone="warn">
            <Trans>
              The form is used when requests are reviewed. This group has another join mode.
            </Trans>
          </Alert>
        </div>
      )}
      {group.can.edit ? (
        <FormEditor groupId={groupId} saved={form} />
      ) : (
        <Alert tone="danger">
          <Trans>Only the owner can change the form.</Trans>
        </Alert>
      )}
    </>
  );
}
