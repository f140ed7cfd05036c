import { Trans, plural, t } from "#web/language/macros.ts";
import type { DiscordServer, ServerPreview } from "#shared/discord/servers.ts";
import { cx } from "#web/lib/cx.ts";
import { enumerated, sentenceGap } from "#web/lib/sentence.ts";
import { useBarRoom } from "#web/lib/use-bar-room.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";

type SaveBarProps = {
  server: DiscordServer;
  isChanged: boolean;
  preview: ServerPreview | undefined;
  /** The preview could not be loaded. */
  isUnknown: boolean;
  isSaving: boolean;
  isSwitching: boolean;
  failure: string | undefined;
  onSave: () => void;
  onDiscard: () => void;
  onSwitchOn: () => void;
};

/** What saving or switching on does, with the reason where it is not possible. */
export function ServerSaveBar(props: SaveBarProps) {
  const keepRoom = useBarRoom();
  const { server, isChanged, preview, isUnknown, isSaving, isSwitching, failure } = props;
  const { isOn, checks, settings } = server;
  const problems = checks.filter(({ state }) => state === "failed").length;
  const hasRules = settings.roles.length > 0 || settings.nickname !== null;
  const obstacle = isChanged
    ? t`Save first, then switch on.`
    : problems > 0
      ? t`Fix ${plural(problems, { one: "# problem", other: "# problems" })} to switch on.`
      : !hasRules
        ? t`Map a role or set nicknames to switch on.`
        : undefined;
  if (isOn && !isChanged && failure === undefined) return null;
  return (
    <section
      ref={keepRoom}
      aria-label={isChanged ? t`Unsaved changes` : t`Switch on`}
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-overlay px-4 py-3 max-md:-mx-4 max-md:rounded-none max-md:border-x-0",
        (isChanged || hasRules) && "sticky bottom-0 z-4",
      )}
    >
      {failure !== undefined && (
        <div className="basis-full">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">
          {isUnknown
            ? t`What will change could not be worked out`
            : preview
              ? sumOf(preview)
              : t`Working out what will change...`}
        </p>
        <p id="switch-on-note" className="text-sm text-text-2">
          {!isOn && obstacle}
          {preview?.isHeld && (
            <>
              {sentenceGap()}
              <Trans>
                So many removals are held: no member loses a role until you release them.
              </Trans>
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2 max-md:basis-full max-md:*:flex-1">
        {isChanged && (
          <Button isDisabled={isSaving} onClick={props.onDiscard}>
            <Trans context="unsaved changes">Discard</Trans>
          </Button>
        )}
        {isChanged && (
          <Button
            variant="primary"
            isBusy={isSaving}
            busyLabel={t`Saving...`}
            onClick={props.onSave}
          >
            {isOn ? t`Save and apply` : t`Save for later`}
          </Button>
        )}
        {!isOn && (
          <Button
            variant={isChanged ? "default" : "primary"}
            isDisabled={obstacle !== undefined}
            isBusy={isSwitching}
            busyLabel={t`Switching on...`}
            aria-describedby="switch-on-note"
            onClick={props.onSwitchOn}
          >
            {t`Switch on`}
          </Button>
        )}
      </div>
    </section>
  );
}

/** "231 roles given, 57 taken away, 88 nicknames, 214 people" */
function sumOf({ people, isUnread }: ServerPreview): string {
  if (isUnread) return t`The members are being read`;
  if (people.length === 0) return t`Nothing changes`;
  const total = (count: (person: ServerPreview["people"][number]) => number) =>
    people.reduce((sum, person) => sum + count(person), 0);
  const given = total(({ add }) => add.length);
  const taken = total(({ remove }) => remove.length);
  const nicknames = total(({ nickname }) => (nickname === null ? 0 : 1));
  const parts = [
    given > 0 && t`${plural(given, { one: "# role", other: "# roles" })} given`,
    taken > 0 &&
      (given > 0
        ? t`${taken} taken away`
        : t`${plural(taken, { one: "# role", other: "# roles" })} taken away`),
    nicknames > 0 && plural(nicknames, { one: "# nickname", other: "# nicknames" }),
  ].filter((part) => part !== false);
  if (parts.length === 0) return t`Nothing changes`;
  const count = plural({ count: people.length }, { one: "# person", other: "# people" });
  return enumerated([...parts, count]);
}
