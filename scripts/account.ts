import { parseArgs } from 'node:util';
import type { AccountArguments } from './operator/account.ts';
import { runOperatorCommand } from './stack/operator-command.ts';

const usage = `npm run account -- show <account>
npm run account -- suspend <account> --reason <text> --notice <text>
npm run account -- resume <account> --reason <text>
npm run account -- credit <account> [--messages <number>] [--api-calls <number>] --reason <text>
npm run account -- lower <account> [--messages <number>] [--api-calls <number>] --reason <text>
The account is given by its id, usr_…, or its email address. credit raises the limits of the current usage month by these
numbers, and lower takes them away, but not below what is used. The audit trail keeps the reason. The owner of a
suspended account reads the notice on each page of the dashboard.`;

/** For each verb, the options that it requires (`needed`) and its optional ones (`more`). */
const optionsOf: Record<AccountArguments['verb'], { needed: string[]; more?: string[] }> = {
  show: { needed: [] },
  suspend: { needed: ['reason', 'notice'] },
  resume: { needed: ['reason'] },
  credit: { needed: ['reason'], more: ['messages', 'api-calls'] },
  lower: { needed: ['reason'], more: ['messages', 'api-calls'] },
};

/**
 * npm run account: shows, suspends or resumes an account, or changes the limits of its month, with the same verbs as the
 * console. Exit codes: 0 done, 1 not possible, 2 wrong arguments.
 */
runOperatorCommand({ usage, readArguments, load: () => import('./operator/account.ts') });

function readArguments(): AccountArguments | null {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    options: { reason: text, notice: text, messages: text, 'api-calls': text },
    allowPositionals: true,
    strict: false,
  });
  const [verb = '', account, ...others] = positionals;
  if (account === undefined || others.length > 0 || !isVerb(verb)) return null;
  const { needed, more = [] } = optionsOf[verb];
  const isComplete = needed.every((name) => values[name] !== undefined);
  const isKnown = Object.keys(values).every((name) => [...needed, ...more].includes(name));
  if (!isComplete || !isKnown) return null;
  // An option without a value is `true`.
  if (Object.values(values).some((value) => typeof value !== 'string')) return null;
  const { 'api-calls': apiCalls, ...typed } = values;
  return { verb, account, typed: { ...typed, ...(apiCalls !== undefined && { apiCalls }) } };
}

function isVerb(verb: string): verb is AccountArguments['verb'] {
  return Object.hasOwn(optionsOf, verb);
}
