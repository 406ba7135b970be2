import { z } from 'zod';
import { type BehaviourName, behaviourNames } from '../smsc/behaviour.ts';
import type { NetworkSettingError } from './network-view.ts';

const mostSubmits = 1_000_000;
const reasons = {
  behaviour: `Choose one of: ${behaviourNames.join(', ')}.`,
  count: `Enter a whole number from 1 to ${mostSubmits.toLocaleString('en-IN')}, or nothing.`,
};

/** From a form (all text) or from JSON. */
const schema = z.object({
  behaviour: z.enum(behaviourNames),
  count: z
    .union([z.number(), z.string().trim().transform(emptyOrNumber), z.null()])
    .pipe(z.number().int().min(1).max(mostSubmits).nullable())
    .optional()
    .transform((count) => count ?? null),
});

function emptyOrNumber(text: string): number | null {
  return text === '' ? null : Number(text);
}

/** Parses the network's next behaviour. If it is invalid, returns the entered values with the reason. */
export function parseSetting(
  body: unknown,
): { behaviour: BehaviourName; count: number | null } | NetworkSettingError {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const entered = z
    .object({ behaviour: z.string().catch(''), count: z.string().catch('') })
    .catch({ behaviour: '', count: '' })
    .parse(body);
  const [issue] = parsed.error.issues;
  const reason = issue?.path[0] === 'count' ? reasons.count : reasons.behaviour;
  return { ...entered, reason };
}
