import { Trans, t } from "#web/language/macros.ts";
import {
  fill,
  lengthOf,
  NICKNAME_MAX_LENGTH,
  nicknameOf,
  PLACEHOLDERS,
} from "#shared/discord/nickname.ts";
import type { DiscordServer, ServerSettings } from "#shared/discord/servers.ts";
import { cx } from "#web/lib/cx.ts";
import { Card } from "#web/ui/card.tsx";
import { Check } from "#web/ui/form/choices.tsx";
import { TextField } from "#web/ui/form/form.tsx";
import type { SettingsDraft } from "./use-settings-draft.ts";

const DEFAULT: NonNullable<ServerSettings["nickname"]> = {
  template: "[{ticker}] {main}",
  keepsOwnPart: true,
};

type NicknamesCardProps = {
  server: DiscordServer;
  draft: SettingsDraft;
  error?: string | undefined;
};

/** The template of nicknames, with what it makes of some pilots. */
export function NicknamesCard({ server, draft, error }: NicknamesCardProps) {
  const { nickname } = draft.settings;
  const change = (nickname: ServerSettings["nickname"]) => draft.change({ nickname });
  return (
    <Card
      isFlush
      anchor="server-nicknames"
      title={t`Nicknames`}
      actions={
        <Tick
          label={t`Set by Muster`}
          isChecked={nickname !== null}
          onChange={(isOn) => change(isOn ? (server.settings.nickname ?? DEFAULT) : null)}
        />
      }
    >
      {nickname === null ? (
        <p className="px-4 py-3 text-text-2">{t`Players choose their nicknames themselves.`}</p>
      ) : (
        <div className="grid gap-4 p-4 md:grid-cols-2">
          <div className="grid content-start gap-3">
            <TextField
              label={t`Template`}
              spellCheck={false}
              autoComplete="off"
              value={nickname.template}
              error={error}
              onChange={({ target }) => change({ ...nickname, template: target.value })}
            />
            <div className="flex flex-wrap items-center gap-1.5">
              <span className="text-sm text-text-2">{t`Insert`}</span>
              {PLACEHOLDERS.map((name) => (
                <button
                  key={name}
                  type="button"
                  className="control min-h-7.5 rounded-control border border-line-control px-2 text-sm hover:bg-surface-3 max-md:min-h-11"
                  onClick={() => change({ ...nickname, template: `${nickname.template}{${name}}` })}
                >
                  {`{${name}}`}
                </button>
              ))}
            </div>
            <Tick
              label={t`Keep what players add after “|”, as in “[SBLM] Tovi Renn | Tom”`}
              isChecked={nickname.keepsOwnPart}
              onChange={(keepsOwnPart) => change({ ...nickname, keepsOwnPart })}
            />
          </div>
          <Samples server={server} nickname={nickname} />
        </div>
      )}
    </Card>
  );
}

type SamplesProps = { server: DiscordServer; nickname: NonNullable<ServerSettings["nickname"]> };

function Samples({ server: { samples, ownerName }, nickname }: SamplesProps) {
  return (
    <div className="grid content-start gap-1.5">
      <h3 className="font-ui text-sm font-medium tracking-normal">{t`How it looks`}</h3>
      {samples.length === 0 && (
        <p className="text-sm text-text-2">{t`No member of the server is linked yet.`}</p>
      )}
      <ul className="grid gap-1.5">
        {samples.map(({ name, facts }) => {
          const full = lengthOf(fill(nickname.template, facts));
          const isCut = full > NICKNAME_MAX_LENGTH;
          return (
            <li key={name} className="rounded-control bg-surface-2 px-3 py-2">
              <bdi className="block font-medium wrap-anywhere">
                {nicknameOf(nickname, facts, null)}
              </bdi>
              <span className={cx("text-sm", isCut ? "text-warn" : "text-text-2")}>
                {isCut
                  ? t`Cut: ${full} characters, Discord allows ${NICKNAME_MAX_LENGTH}`
                  : t`${full} of ${NICKNAME_MAX_LENGTH} characters`}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="text-sm text-text-2">
        {ownerName === null ? (
          t`Discord does not let others change the nickname of the server’s owner.`
        ) : (
          <Trans>
            Discord does not let others change the nickname of the server’s owner,{" "}
            <bdi>{ownerName}</bdi>.
          </Trans>
        )}
      </p>
    </div>
  );
}

type TickProps = { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void };

function Tick({ label, isChecked, onChange }: TickProps) {
  return (
    <label className="flex min-h-7.5 cursor-pointer items-center gap-2 text-sm max-md:min-h-11">
      <Check
        type="checkbox"
        checked={isChecked}
        className="shrink-0"
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}
