import { useState } from "react";
import { PROBLEM_WORDS } from "#shared/discord/servers.ts";
import type { PreviewedMember, ServerPreview } from "#shared/discord/servers.ts";
import type { Message } from "#shared/language/messages.ts";
import { msg, plural, t } from "#web/language/macros.ts";
import { say, sayShared } from "#web/language/messages.ts";
import { saveCsv } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { FilterChips } from "#web/ui/form/filters.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { CSV_MARK, toCsvLine } from "#shared/csv.ts";
import { enumerated } from "#web/lib/sentence.ts";
import { RoleChange, DiscordPerson, ShowMore, STEP } from "./changed-member.tsx";

type Kind = "all" | "gets" | "loses" | "nickname" | "impossible";

const KINDS: { value: Kind; label: Message; has: (person: PreviewedMember) => boolean }[] = [
  { value: "all", label: msg`Everybody`, has: () => true },
  { value: "gets", label: msg`Get a role`, has: ({ add }) => add.length > 0 },
  { value: "loses", label: msg`Lose a role`, has: ({ remove }) => remove.length > 0 },
  { value: "nickname", label: msg`New nickname`, has: ({ nickname }) => nickname !== null },
  { value: "impossible", label: msg`Not possible`, has: ({ problem }) => problem !== null },
];

type PreviewCardProps = {
  preview: ServerPreview | undefined;
  isPending: boolean;
  serverName: string;
  roleName: (id: string) => string;
  onRetry: () => void;
};

/** Who gets and loses what, by name. */
export function RolePreviewCard(props: PreviewCardProps) {
  const { preview, isPending, serverName, roleName, onRetry } = props;
  const people = preview?.people ?? [];
  const exportCsv = () => saveCsv(previewCsv(people, roleName), "discord", serverName);
  return (
    <Card
      isFlush
      title={
        <>
          {t`What will change`}{" "}
          <span className="ml-1 font-ui text-sm font-normal tracking-normal text-text-2">
            {preview && plural({ count: people.length }, { one: "# person", other: "# people" })}
          </span>
        </>
      }
      actions={
        people.length > 0 && (
          <Button size="sm" icon={<Icon name="download" />} onClick={exportCsv}>
            {t`CSV`}
          </Button>
        )
      }
    >
      {isPending ? (
        <RowsSkeleton label={t`Working out what will change`} shape="two-lines" />
      ) : !preview ? (
        <LoadFailed title={t`What will change could not be worked out`} onRetry={onRetry} />
      ) : preview.isUnread ? (
        <EmptyState variant="completed" title={t`Reading the members`}>
          {t`Muster reads who is on the server first. This takes a minute or two.`}
        </EmptyState>
      ) : people.length === 0 ? (
        <EmptyState variant="completed" title={t`Nothing will change`}>
          {t`Everybody on the server has the roles that their groups give.`}
        </EmptyState>
      ) : (
        <People people={people} roleName={roleName} />
      )}
    </Card>
  );
}

type PeopleProps = { people: readonly PreviewedMember[]; roleName: (id: string) => string };

function People({ people, roleName }: PeopleProps) {
  const [chosen, setChosen] = useState<Kind>("all");
  const [length, setLength] = useState(STEP);
  const choices = KINDS.map(({ value, label, has }) => ({
    value,
    label: say(label),
    count: people.filter(has).length,
  }));
  const found = people.filter((person) => KINDS.find(({ value }) => value === chosen)?.has(person));
  return (
    <>
      <div className="px-4 pt-3">
        <FilterChips
          legend={t`People shown`}
          chosen={chosen}
          choices={choices}
          onChoose={(kind) => {
            setChosen(kind);
            setLength(STEP);
          }}
        />
      </div>
      <ul className="divide-y divide-line-faint">
        {found.slice(0, length).map((person) => (
          <Member key={person.discordId} person={person} roleName={roleName} />
        ))}
      </ul>
      <ShowMore length={length} total={found.length} onMore={setLength} />
    </>
  );
}

type MemberProps = { person: PreviewedMember; roleName: (id: string) => string };

function Member({ person, roleName }: MemberProps) {
  const { add, remove, nickname, problem } = person;
  return (
    <li className="grid items-center gap-x-4 gap-y-2 px-4 py-2.5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <DiscordPerson {...person} />
      <div className="min-w-0">
        <ul className="flex flex-wrap gap-1.5">
          {add.map((id) => (
            <RoleChange key={id} kind="add">
              {roleName(id)}
            </RoleChange>
          ))}
          {remove.map((id) => (
            <RoleChange key={id} kind="remove">
              {roleName(id)}
            </RoleChange>
          ))}
          {nickname !== null && <RoleChange kind="nickname">{nickname}</RoleChange>}
        </ul>
        {problem !== null && (
          <p className="text-sm wrap-anywhere text-warn">{sayShared(PROBLEM_WORDS[problem])}</p>
        )}
      </div>
    </li>
  );
}

/** One line for each person. */
function previewCsv(people: readonly PreviewedMember[], roleName: (id: string) => string) {
  const header = ["Discord", t`Main`, t`Gets`, t`Loses`, t`Nickname`, t`Not possible`];
  const lines = people.map(({ name, mainCharacterName, add, remove, nickname, problem }) => [
    name,
    mainCharacterName ?? "",
    enumerated(add.map(roleName)),
    enumerated(remove.map(roleName)),
    nickname ?? "",
    problem === null ? "" : sayShared(PROBLEM_WORDS[problem]),
  ]);
  return CSV_MARK + [header, ...lines].map(toCsvLine).join("");
}
