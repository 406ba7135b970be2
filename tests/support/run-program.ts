import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Language } from '#app/preferences/preferences.ts';
import { inherited } from '#scripts/environment.ts';
import { startChild } from '#scripts/services/child.ts';

/** A Java program of a second is over before it would be worth making it fast. */
const briefly = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** How a program of each language is run, by whoever has pasted it into this file. */
const commands: Record<Language, { needs: string[]; file: string; run: [string, ...string[]] }> = {
  javascript: { needs: [], file: 'program.mjs', run: [process.execPath, 'program.mjs'] },
  python: { needs: ['python3'], file: 'program.py', run: ['python3', 'program.py'] },
  curl: { needs: ['sh', 'curl'], file: 'program.sh', run: ['sh', 'program.sh'] },
  java: { needs: ['java'], file: 'Java.java', run: ['java', ...briefly, 'Java.java'] },
};

/** What must be on the PATH to run a language's programs, and is not. */
export const missingTools = (language: Language): string[] =>
  commands[language].needs.filter((name) => !onPath(name));

const onPath = (name: string) =>
  (inherited.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** What a program finds where it runs. */
type Surroundings = { files?: Record<string, string>; env?: Record<string, string> };

/** Runs a program to its end, as it stands. @returns how it ended, and all that it wrote */
export async function runProgram(
  language: Language,
  text: string,
  { files = {}, env = {} }: Surroundings = {},
): Promise<{ ok: boolean; output: string }> {
  const { file, run } = commands[language];
  const [command, ...args] = run;
  const cwd = await mkdtemp(join(tmpdir(), 'dakiya-sample-'));
  try {
    for (const [name, content] of Object.entries({ ...files, [file]: text })) {
      await writeFile(join(cwd, name), content);
    }
    const lines: string[] = [];
    const child = await startChild({
      command,
      args,
      cwd,
      env: { ...inherited, ...env },
      onLine: (line) => lines.push(line),
    });
    const { ok } = await child.ended;
    return { ok, output: lines.join('\n') };
  } finally {
    await rm(cwd, { recursive: true });
  }
}
