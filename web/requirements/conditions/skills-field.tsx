import { fold } from "#shared/fold.ts";
import { Trans, plural, t } from "#web/language/macros.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { SkillLevel, Condition } from "#shared/requirements/tree.ts";
import { MAX_SKILL_LEVEL } from "#shared/training.ts";
import { romanLevel } from "#web/lib/format.ts";
import { Button, IconButton } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed } from "#web/ui/feedback/list-states.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { FieldError, TextareaField, TextField } from "#web/ui/form/form.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import type { ValueProps } from "./condition-form.tsx";
import { findSkills, inLanguage } from "./find-by-name.ts";
import type { NamedSkill } from "./find-by-name.ts";
import { skillCatalogueQuery } from "./queries.ts";

type ReadSkills = {
  /** Each skill once, with the highest level of its lines, in the order of the text. */
  skills: SkillLevel[];
  /** The lines that name no skill, or no level from 1 to 5. */
  unknown: string[];
};

const LEVELS = [1, 2, 3, 4, 5];

type SkillCondition = Extract<Condition, { type: "skills" }>;

/** The name of a list after its skills change: that of its only skill, until it gets a name of its own. */
export function listNameAfter(
  { name, skills }: Pick<SkillCondition, "name" | "skills">,
  next: readonly SkillLevel[],
  nameOf: (skillId: number) => string,
): string {
  return isNamed({ name, skills }, nameOf) ? name : ownName(next, nameOf);
}

/** Whether a list has a name that somebody gave it. */
function isNamed(
  { name, skills }: Pick<SkillCondition, "name" | "skills">,
  nameOf: (skillId: number) => string,
): boolean {
  return name !== "" && name !== ownName(skills, nameOf);
}

function ownName(skills: readonly SkillLevel[], nameOf: (skillId: number) => string): string {
  const [first, ...others] = skills;
  if (first === undefined || others.length > 0) return "";
  return `${nameOf(first.skillId)} ${romanLevel(first.level)}`;
}

/** A name, then a level as a digit or Roman numeral. EVE puts a space, a tab, or "Level" between them. */
const LINE = /^(?<name>.+?)[\s:,]+(?:level\s+|lv\.?\s*)?(?<level>\d|[ivx]+)$/i;

/** EVE marks names that it has translated: `<localized hint="Gunnery">Schützenwesen*</localized>`. */
const TRANSLATED = /<localized hint="(?<english>[^"]+)">[^<]*<\/localized>/g;

/**
 * Reads a list of skills as EVE copies it, one per line: "Caldari Battleship 5", "Caldari Battleship V", or with a tab. A
 * plan lists every level of a skill; the highest counts. `idOf`: the id of a skill by its name in lower case.
 */
export function readSkillList(
  text: string,
  idOf: (name: string) => number | undefined,
): ReadSkills {
  const levels = new Map<number, number>();
  const unknown: string[] = [];
  for (const raw of text.split(/\r\n|[\r\n]/)) {
    const line = raw.replaceAll(TRANSLATED, "$<english>").replaceAll(/\s+/g, " ").trim();
    if (line === "") continue;
    const found = readLine(line, idOf);
    if (!found) unknown.push(line);
    else levels.set(found.skillId, Math.max(found.level, levels.get(found.skillId) ?? 0));
  }
  return { skills: [...levels].map(([skillId, level]) => ({ skillId, level })), unknown };
}

function readLine(
  line: string,
  idOf: (name: string) => number | undefined,
): SkillLevel | undefined {
  const { name = "", level: text = "" } = LINE.exec(line)?.groups ?? {};
  const level = LEVELS.find((known) =>
    [String(known), romanLevel(known)].includes(text.toUpperCase()),
  );
  const skillId = idOf(fold(name));
  return skillId === undefined || level === undefined ? undefined : { skillId, level };
}

const MOST_SUGGESTIONS = 8;

/** A named list of skills: by search, or pasted as EVE copies it. */
export default function SkillsField(props: ValueProps<"skills">) {
  const { data, isPending, refetch } = useQuery(skillCatalogueQuery);
  if (isPending) return <Loading>{t`Loading skills...`}</Loading>;
  if (!data) return <LoadFailed title={t`The skills could not be loaded`} onRetry={refetch} />;
  return <LoadedSkills {...props} catalogue={data.map(inLanguage)} />;
}

type LoadedSkillsProps = ValueProps<"skills"> & { catalogue: NamedSkill[] };

function LoadedSkills({ condition, onChange, problems, catalogue }: LoadedSkillsProps) {
  const { name, skills } = condition;
  const known = useMemo(
    () => new Map(catalogue.map((skill) => [skill.id, skill.name])),
    [catalogue],
  );
  const nameOf = (skillId: number) => known.get(skillId) ?? t`Unknown skill`;
  const setSkills = (next: SkillLevel[]) =>
    onChange({ ...condition, name: listNameAfter(condition, next, nameOf), skills: next });
  const merge = (added: SkillLevel[]) => {
    const ids = new Set(added.map(({ skillId }) => skillId));
    return [...skills.filter(({ skillId }) => !ids.has(skillId)), ...added];
  };
  return (
    <div className="grid gap-3">
      {(skills.length > 1 || isNamed(condition, nameOf)) && (
        <TextField
          label={t`Name of the list`}
          placeholder={t`Capital pilots`}
          dir="auto"
          autoComplete="off"
          value={name}
          error={problems["name"]}
          onChange={(event) => onChange({ ...condition, name: event.target.value })}
        />
      )}
      {skills.length > 0 && (
        <ul aria-label={t`Skills of the list`} className="grid gap-x-4 sm:grid-cols-2">
          {skills.map((skill) => (
            <SkillRow
              key={skill.skillId}
              name={nameOf(skill.skillId)}
              level={skill.level}
              onLevel={(level) =>
                setSkills(skills.map((known) => (known === skill ? { ...known, level } : known)))
              }
              onRemove={() => setSkills(skills.filter((kept) => kept !== skill))}
            />
          ))}
        </ul>
      )}
      <AddSkill
        catalogue={catalogue.filter(({ id }) => skills.every(({ skillId }) => skillId !== id))}
        onAdd={(skillId) => setSkills(merge([{ skillId, level: MAX_SKILL_LEVEL }]))}
      />
      {problems["skills"] && <FieldError id="skills-problem">{problems["skills"]}</FieldError>}
      <PasteSkills
        catalogue={catalogue}
        onAdd={(added) => {
          const skills = merge(added);
          const kept = listNameAfter(condition, skills, nameOf);
          onChange({ ...condition, name: kept || t`Skill list`, skills });
        }}
      />
      <p className="text-sm text-text-2">
        <Trans>
          Queue entries that have finished count as trained. Skills read more than 7 days ago are
          not known.
        </Trans>
      </p>
    </div>
  );
}

type SkillRowProps = {
  name: string;
  level: number;
  onLevel: (level: number) => void;
  onRemove: () => void;
};

function SkillRow({ name, level, onLevel, onRemove }: SkillRowProps) {
  return (
    <li className="flex min-h-9 items-center gap-2 text-sm">
      <span className="min-w-0 flex-1 wrap-anywhere text-text-2">{name}</span>
      <select
        aria-label={t`Level of ${name}`}
        value={level}
        onChange={(event) => onLevel(Number(event.target.value))}
        className="min-h-7 rounded-control border border-line-control bg-surface-1 px-1 font-medium max-md:min-h-11"
      >
        {LEVELS.map((choice) => (
          <option key={choice} value={choice}>
            {romanLevel(choice)}
          </option>
        ))}
      </select>
      <IconButton icon="close" size="sm" label={t`Remove ${name}`} onClick={onRemove} />
    </li>
  );
}

type AddSkillProps = { catalogue: NamedSkill[]; onAdd: (skillId: number) => void };

function AddSkill({ catalogue, onAdd }: AddSkillProps) {
  const [typed, setTyped] = useState("");
  const hits = findSkills(catalogue, typed);
  return (
    <SuggestField
      label={t`Add a skill`}
      placeholder={t`Name of a skill`}
      isFirstActive
      value={typed}
      suggestions={hits.slice(0, MOST_SUGGESTIONS).map(({ id, name }) => ({ key: id, text: name }))}
      note={
        typed.trim() !== "" && hits.length === 0 ? t`No other skill matches this name.` : undefined
      }
      onChange={setTyped}
      onPick={({ key }) => {
        setTyped("");
        onAdd(Number(key));
      }}
    />
  );
}

type PasteSkillsProps = { catalogue: NamedSkill[]; onAdd: (skills: SkillLevel[]) => void };

function PasteSkills({ catalogue, onAdd }: PasteSkillsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const [result, setResult] = useState<{ added: number; unknown: string[] }>();
  const ids = useMemo(
    () =>
      new Map(
        catalogue.flatMap(({ id, name, english }) =>
          [english, name].map((text): [string, number] => [fold(text), id]),
        ),
      ),
    [catalogue],
  );
  function add(list: string) {
    const { skills, unknown } = readSkillList(list, (name) => ids.get(name));
    setResult({ added: skills.length, unknown });
    setText(unknown.join("\n"));
    if (skills.length > 0) onAdd(skills);
  }
  if (!isOpen) {
    return (
      <button
        type="button"
        className="link min-h-6 justify-self-start max-md:min-h-11"
        onClick={() => setIsOpen(true)}
      >
        <Trans>Paste a skill list</Trans>
      </button>
    );
  }
  return (
    <div className="grid gap-2">
      <TextareaField
        label={t`Skill list`}
        hint={t`As EVE copies it: a skill and its level on each line, such as “Caldari Battleship 5”.`}
        rows={5}
        value={text}
        ref={focusOnce}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          // A pasted list is read at once; typed lines are read by the button.
          const pasted = event.clipboardData.getData("text");
          if (text.trim() !== "" || !pasted.trim().includes("\n")) return;
          event.preventDefault();
          add(pasted);
        }}
      />
      <Button size="sm" className="justify-self-start" onClick={() => add(text)}>
        <Trans>Add these skills</Trans>
      </Button>
      {result && <PasteResult {...result} />}
    </div>
  );
}

function focusOnce(field: HTMLTextAreaElement | null) {
  field?.focus();
}

function PasteResult({ added, unknown }: { added: number; unknown: string[] }) {
  if (unknown.length === 0)
    return (
      <Alert tone="ok">{plural(added, { one: "# skill added.", other: "# skills added." })}</Alert>
    );
  return (
    <Alert
      tone="warn"
      title={t`${plural(added, { one: "# skill added", other: "# skills added" })}, ${plural({ lineCount: unknown.length }, { one: "# line not understood", other: "# lines not understood" })}`}
    >
      <p>
        <Trans>A line needs the English name of a skill and a level from 1 to 5:</Trans>
      </p>
      <ul className="mt-1 list-disc pl-5">
        {[...new Set(unknown)].map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
