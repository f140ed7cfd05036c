import type {
  CurrentTraining,
  QueueState,
  SkillQueueEntry,
  TrainedSkills,
} from "#shared/characters.ts";
import { skillPointsAt, trainingState } from "#shared/training.ts";
import { findSkill } from "#worker/universe/skills.ts";

/** EVE trains in the order of the queue, so finished skills are at its head. */
function countFinished(queue: SkillQueueEntry[], now: number): number {
  const first = queue.findIndex((entry) => trainingState(entry, now) !== "finished");
  return first === -1 ? queue.length : first;
}

export function hasFinished(queue: SkillQueueEntry[], now: number): boolean {
  return countFinished(queue, now) > 0;
}

/**
 * The skills, including those that have finished in the queue. ESI adds them only after the character's next login, and
 * keeps them in the queue until then.
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

/** The entries that have not finished. */
export function remainingQueue(queue: SkillQueueEntry[], now: number): SkillQueueEntry[] {
  return queue.slice(countFinished(queue, now));
}

type QueueSummary = {
  training: CurrentTraining | null;
  queueState: QueueState;
  queueEndsAt: string | null;
};

/** Summary of a queue. `queueEndsAt` is in the past if the queue is empty, and null while it is paused or unknown. */
export function summarizeQueue(queue: SkillQueueEntry[] | undefined, now: number): QueueSummary {
  if (queue === undefined) return { training: null, queueState: "unknown", queueEndsAt: null };
  const remaining = remainingQueue(queue, now);
  if (remaining.length === 0) {
    return { training: null, queueState: "empty", queueEndsAt: lastFinish(queue) };
  }
  if (
    remaining.some(({ start_date, finish_date }) => start_date === null || finish_date === null)
  ) {
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
  return queue.findLast(({ finish_date }) => finish_date !== null)?.finish_date ?? null;
}
