import { Trans, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { undoSchema } from "#shared/pilots/undo.ts";
import { messageOf } from "#web/lib/api/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { undoQuery } from "./queries.ts";
import { UndoForm } from "./undo-form.tsx";
import { UndoResult } from "./undo-result.tsx";

const NOT_ASKED = { userId: "", from: "", to: "" };

/** Reverts what an administrator or a leader has done in a span, after a preview. */
export default function UndoPage() {
  const [params, setParams] = useSearchParams();
  const read = (name: string) => params.get(name) ?? undefined;
  const parsed = undoSchema.safeParse({
    userId: read("user"),
    from: read("from"),
    to: read("to"),
  });
  const asked = parsed.success ? parsed.data : undefined;
  const { data, error, isFetching, refetch } = useQuery({
    ...undoQuery(asked ?? NOT_ASKED),
    enabled: asked !== undefined,
  });
  const [userId, name] = [read("user"), read("name")];
  return (
    <>
      <PageHeader
        title={t({ context: "page", message: "Undo" })}
        subtitle={t`Undoes what a pilot has changed in groups, after a preview`}
      />
      <div className="grid grid-cols-1 gap-4">
        <Card isFlush>
          <UndoForm
            chosen={userId !== undefined && name !== undefined ? { userId, name } : undefined}
            asked={asked}
            isBusy={isFetching}
            onPreview={(query, pilotName) => {
              setParams(
                { user: query.userId, name: pilotName, from: query.from, to: query.to },
                { preventScrollReset: true },
              );
            }}
          />
        </Card>
        {error !== null && asked !== undefined ? (
          <Alert
            tone="danger"
            title={t`The preview failed`}
            action={
              <Button size="sm" onClick={() => void refetch()}>
                <Trans>Try again</Trans>
              </Button>
            }
          >
            {messageOf(error, t`Nothing was changed.`)}
          </Alert>
        ) : data && asked ? (
          <UndoResult asked={asked} preview={data} onRefresh={() => void refetch()} />
        ) : (
          asked && (
            <Card isFlush>
              <RowsSkeleton label={t`Loading the preview`} rows={4} />
            </Card>
          )
        )}
      </div>
    </>
  );
}
