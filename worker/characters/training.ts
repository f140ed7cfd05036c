import type {
  CurrentTraining,
  QueueState,
  SkillQueueEntry,
  TrainedSkills,
} from "#shared/characters.ts";
import { skillPointsAt, trainingState } from "#shared/training.ts";
import { findSkill } from "#worker/skills/catalogue.ts";

/** What has finished stands at the head of a queue: EVE trains in order, and nothing behind what is paused. */
function countFinished(queue: SkillQueueEntry[], now: number): number {
  const first = queue.findIndex((entry) => trainingState(entry, now) !== "finished");
  return first === -1 ? queue.length : first;
}

export function hasFinished(queue: SkillQueueEntry[], now: number): boolean {
  return countFinished(queue, now) > 0;
}

/**
 * The skills with what has finished in the queue since. ESI tells of it only after the pilot's next login
 * (its queue keeps the finished entries until then).
 */
export function withFinishedTraining(
  trained: TrainedSkills,
  queue: SkillQueueEntry[],
  now: number,
): TrainedSkills {
  const finished = queue.slice(0, countFinished(queue, now));
  const skills = new Map(trained.skills.map((skill) => [skill.skill_id, skill]));
  let gained = 0;
  for (const { skill_id, finished_level, level_end_sp } of finished) {
    const before = skills.get(skill_id);
    const pointsBefore = before?.skillpoints_in_skill ?? 0;
    const pointsAfter =
      level_end_sp ?? skillPointsAt(finished_level, findSkill(skill_id)?.rank ?? 0);
    const points = Math.max(pointsBefore, pointsAfter);
    gained += points - pointsBefore;
    skills.set(skill_id, {
      skill_id,
      skillpoints_in_skill: points,
      trained_skill_level: Math.max(before?.trained_skill_level ?? 0, finished_level),
    });
  }
  return { ...trained, total_sp: trained.total_sp + gained, skills: [...skills.values()] };
}

/** What is still to be trained. */
export function remainingQueue(queue: SkillQueueEntry[], now: number): SkillQueueEntry[] {
  return queue.slice(countFinished(queue, now));
}

export type QueueSummary = {
  training: CurrentTraining | null;
  queueState: QueueState;
  queueEndsAt: string | null;
};

/** A queue at a glance. `queueEndsAt` is in the past when it ran out; null while paused or unknown. */
export function summarizeQueue(queue: SkillQueueEntry[] | undefined, now: number): QueueSummary {
  if (queue === undefined) return { training: null, queueState: "unknown", queueEndsAt: null };
  const remaining = remainingQueue(queue, now);
  if (remaining.length === 0) {
    return { training: null, queueState: "empty", queueEndsAt: lastFinish(queue) };
  }
  if (remaining.some((entry) => trainingState(entry, now) === "paused")) {
    return { training: null, queueState: "paused", queueEndsAt: null };
  }
  const current = remaining.find((entry) => trainingState(entry, now) === "training");
  return {
    training:
      current === undefined
        ? null
        : { ...current, skillName: findSkill(current.skill_id)?.name ?? null },
    queueState: "training",
    queueEndsAt: lastFinish(remaining),
  };
}

function lastFinish(queue: SkillQueueEntry[]): string | null {
  const dates = queue.map((entry) => entry.finish_date).filter((date) => date !== null);
  return dates.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null;
}
