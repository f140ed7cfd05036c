import { dice } from "#test/new-eden/dice.ts";
import {
  getSkill,
  pointsForLevel,
  pointsPerMinute,
  SKILLS,
} from "#test/new-eden/universe/skills.ts";
import type { Attributes } from "#test/new-eden/universe/skills.ts";
import type { Career, QueueKind } from "./pilot.ts";

export type TrainedSkill = { id: number; level: number; points: number };

/** A level to train. Without dates the queue is paused. */
export type QueueEntry = {
  skillId: number;
  level: number;
  startPoints: number;
  startsAt: number | undefined;
  finishesAt: number | undefined;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The number of skills and their levels at each career stage. */
const CAREERS: Record<Career, { skills: number; least: number; most: number }> = {
  rookie: { skills: 14, least: 1, most: 3 },
  pilot: { skills: 92, least: 2, most: 5 },
  industrialist: { skills: 168, least: 3, most: 5 },
  veteran: { skills: 236, least: 3, most: 5 },
  capital: { skills: 341, least: 4, most: 5 },
};

/** The skills of a pilot: mostly easy ones, at the levels of the career stage. */
export function learnSkills(pilotId: number, career: Career): TrainedSkill[] {
  const roll = dice(pilotId);
  const { skills, least, most } = CAREERS[career];
  return SKILLS.map((skill) => ({ skill, order: skill.rank + roll() * 6 }))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, skills)
    .map(({ skill: { id, rank } }) => {
      const level = least + Math.floor(roll() * (most - least + 1));
      return { id, level, points: pointsForLevel(level, rank) };
    });
}

/** A typical queue at `now`. The first level began some hours ago. */
export function planQueue(
  pilotId: number,
  kind: QueueKind,
  { skills, attributes, now }: { skills: TrainedSkill[]; attributes: Attributes; now: number },
): QueueEntry[] {
  if (kind === "empty") return [];
  const roll = dice(pilotId + 1);
  const unfinished = skills.filter(({ level }) => level < 5);
  const chosen = unfinished
    .toSorted((a, b) => getSkill(a.id).rank - getSkill(b.id).rank || roll() - 0.5)
    .slice(0, 6 + Math.floor(roll() * 18));
  const wanted = chosen.map(({ id, level }) => ({ skillId: id, level: level + 1 }));
  if (kind === "paused") return layOut(wanted, attributes, undefined);
  const planned = layOut(wanted, attributes, 0);
  // Already trained: a part of the first level, or the first three levels.
  const [first, , third, fourth] = planned;
  const passed =
    kind === "finished_while_away"
      ? (third?.finishesAt ?? 0) + Math.min(HOUR_MS, duration(fourth) / 2)
      : duration(first) * (0.2 + roll() * 0.6);
  return layOut(wanted, attributes, now - passed);
}

/** Dates the levels, one after another from `startsAt`; without it the queue is paused. */
export function layOut(
  wanted: { skillId: number; level: number }[],
  attributes: Attributes,
  startsAt: number | undefined,
): QueueEntry[] {
  let time = startsAt;
  return wanted.map(({ skillId, level }) => {
    const skill = getSkill(skillId);
    const startPoints = pointsForLevel(level - 1, skill.rank);
    const minutes =
      (pointsForLevel(level, skill.rank) - startPoints) / pointsPerMinute(skill, attributes);
    const start = time;
    const finish = time === undefined ? undefined : time + Math.ceil(minutes * 60) * 1000;
    time = finish;
    return { skillId, level, startPoints, startsAt: start, finishesAt: finish };
  });
}

/** Login: finished levels become skills and leave the queue. */
export function settle(skills: TrainedSkill[], queue: QueueEntry[], now: number) {
  const isFinished = ({ finishesAt }: QueueEntry) => finishesAt !== undefined && finishesAt <= now;
  const learned = new Map(skills.map((skill) => [skill.id, skill]));
  for (const { skillId, level } of queue.filter(isFinished)) {
    const points = pointsForLevel(level, getSkill(skillId).rank);
    learned.set(skillId, { id: skillId, level, points });
  }
  return { skills: [...learned.values()], queue: queue.filter((entry) => !isFinished(entry)) };
}

function duration(entry: QueueEntry | undefined): number {
  return (entry?.finishesAt ?? 0) - (entry?.startsAt ?? 0);
}
