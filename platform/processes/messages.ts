import cluster, { type Worker as ClusterWorker } from 'node:cluster';
import { logger } from '../logger.ts';

/** A process that a parent has started: see `run-processes.ts`. */
export type Child = ClusterWorker;

/** Whether this process is one of several that a parent has started. */
export const hasParent = cluster.isWorker;

/** The functions that return the answers of a child, by the question of its parent. Answers are sent as JSON. */
type Answers = Record<string, () => Promise<unknown>>;

/** The messages of a child to its parent. */
type FromChild = { started?: true; id?: number; answer?: unknown };

/** Answers the questions of the parent. An error is logged, and the parent gets no answer. */
export function answerParent(answers: Answers): void {
  process.on('message', ({ question, id }: { question: string; id: number }) => {
    answers[question]?.()
      .then((answer) => process.send?.({ id, answer } satisfies FromChild))
      .catch((error) => logger.error({ error, question }, 'could not answer the parent process'));
  });
}

/** Reports to the parent, if there is one, that this process has started. */
export function reportStart(): void {
  if (hasParent) process.send?.({ started: true } satisfies FromChild);
}

/** Calls `listener` when a child has reported its start. */
export function onStart(child: Child, listener: () => void): void {
  child.on('message', ({ started }: FromChild) => started && listener());
}

let lastId = 0;

/** Asks a child. @returns null if the child does not answer within `limitMs` milliseconds, or has ended */
export function ask<Answer>(
  child: Child,
  question: string,
  limitMs: number,
): Promise<Answer | null> {
  lastId += 1;
  const own = lastId;
  return new Promise((resolve) => {
    const settle = (answer: Answer | null) => {
      clearTimeout(timer);
      child.off('message', read);
      child.off('exit', giveUp);
      resolve(answer);
    };
    const read = ({ id, answer }: FromChild) => {
      if (id === own) settle(answer as Answer);
    };
    const giveUp = () => settle(null);
    const timer = setTimeout(giveUp, limitMs);
    child.on('message', read);
    child.once('exit', giveUp);
    child.send({ question, id: own }, (error) => error && giveUp());
  });
}
