import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/** The paths that must not contain these phrases. Add a path when it contains none of them. */
const cleanPaths = [
  ...['app', 'bench', 'docs', 'domain', 'packages', 'platform', 'sandbox', 'trials'],
  ...['README.md', 'SECURITY.md', 'server', 'server.ts', 'tests', 'worker'],
  ...['.github', 'prisma', 'product.ts', 'scripts', 'vite.config.ts', 'vitest.config.ts'],
];

/** Phrases that need a second reading, and what to write instead; docs/writing.md gives the rules. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:nobody|anybody|somebody|whoever)\b/i, 'the process or person, such as “no worker”'],
  [/\bwhatever\b/i, 'any, every, or “regardless of”'],
  [/\bof (?:its|their|our|your|his) own\b/i, 'own, separate, or new'],
  [/\bfor ever\b/i, 'permanently'],
  [/\b(?:on (?:its|their) way|under way)\b/i, 'in progress, or running'],
  [/\bcomes? again\b/i, 'is retried, or is reused'],
  [/\bwhat (?:waits|is left)\b/i, 'a noun, such as “waiting jobs” or “the remaining rows”'],
  [/\bdo(?:es)? badly\b/i, 'is unhealthy'],
  [/\bat last\b/i, 'at most, or finally'],
  [/\b(?:is|are) (?:told|asked)\b/i, 'the agent, such as “the web notifies the worker”'],
  [/(?<![Tt]here )\b(?:is|are) none\b(?! of)/, 'is not a …, or has no …'],
  [/\bgo(?:es)? on\b/i, 'continue'],
  [/\bin place of\b/i, 'instead of'],
  [/\bportions?\b/i, 'batch'],
  [/\bhindrances?\b/i, 'verdict, or finding'],
  [/\bany more\b/i, 'no longer'],
];

/** The texts for people in a line of TypeScript: a comment, or the name of a test. */
const comment = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*)|(?<![:'"`])\/\/ (.*)/;
const testName = /^\s*(?:\]\)|test|describe)[\w.]*\((['"`])(.*)\1/;

function textOf(line: string, path: string): string {
  if (path.endsWith('.md')) return line.trim();
  const [, whole, behind] = comment.exec(line) ?? [];
  const [, , name] = (path.includes('.test.') && testName.exec(line)) || [];
  return (whole ?? behind ?? name ?? '').trim();
}

/**
 * Finds the phrases in the comments, test names or Markdown of a file, including phrases across a line break.
 *
 * @returns a line for each
 */
export function findPhrases(path: string, text: string): string[] {
  const lines = text.split('\n').map((line) => textOf(line, path));
  return lines.flatMap((line, at) =>
    phrases.flatMap(([phrase, instead]) => {
      const found = phrase.exec(`${line} ${lines[at + 1] ?? ''}`);
      if (!found || found.index >= line.length) return [];
      return `${path}:${at + 1}: “${found[0]}”: write ${instead}.`;
    }),
  );
}

/** Finds the phrases in all clean paths, except in the files that list them. */
export function findPhrasesInClean(): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...cleanPaths];
  const paths = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n');
  const read = paths.filter((path) =>
    /(?<!find-phrases(?:\.test)?|writing)\.(?:md|tsx?)$/.test(path),
  );
  return read.flatMap((path) => findPhrases(path, readFileSync(join(root, path), 'utf8')));
}
