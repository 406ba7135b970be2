import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Language } from '#app/preferences/preferences.ts';
import { inherited } from '#scripts/environment.ts';
import { root } from '#scripts/root.ts';
import { startChild } from '#scripts/services/child.ts';
import { python, pythonEnvironment } from './python.ts';

/** The Java programs here run for about a second, which is too short to profit from the optimising compiler. */
const briefly = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** A program that loads the same classes as the samples and their compilers. */
const usual = `
import java.net.URI;
import java.net.http.*;
import java.util.regex.Pattern;
public class Java {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:1")).build();
    var field = Pattern.compile("a(.*?)b").matcher("""
      ab""");
    try {
      HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    } catch (java.io.IOException e) {
      System.out.println(field.find());
    }
  }
}
`;

let archive: Promise<string> | undefined;

/**
 * An archive of the classes that most Java programs and the compiler load, which saves a third of their processor time. It
 * is kept between runs. Java ignores an archive of another version.
 */
async function findJavaArchive(): Promise<string> {
  const folder = join(root, 'node_modules/.cache/dakiya');
  const path = join(folder, 'java-classes.jsa');
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const cwd = await mkdtemp(join(folder, 'java-'));
  try {
    await writeFile(join(cwd, 'Java.java'), usual);
    const options = [...briefly, '-XX:ArchiveClassesAtExit=made.jsa', '-Xlog:cds=off'];
    const { ended } = await startChild({
      command: 'java',
      args: [...options, 'Java.java'],
      cwd,
      env: inherited,
      onLine: () => undefined,
    });
    await ended;
    // The archive gets its final name only when it is complete, because another test process may create it at the same
    // time.
    if (existsSync(join(cwd, 'made.jsa'))) await rename(join(cwd, 'made.jsa'), path);
    return path;
  } finally {
    await rm(cwd, { recursive: true });
  }
}

async function javaOptions(): Promise<string[]> {
  archive ??= findJavaArchive();
  return [...briefly, `-XX:SharedArchiveFile=${await archive}`, '-Xlog:cds=off'];
}

const { TEST_PHP: php } = inherited;

/**
 * For each language, the command that runs a program from its file. `npm test` has already found PHP and Python, which
 * the libraries need.
 */
const commands: Record<Language, { needs: string[]; file: string; run: [string, ...string[]] }> = {
  'node-library': { needs: [], file: 'program.mjs', run: [process.execPath, 'program.mjs'] },
  'python-library': {
    needs: python ? [] : ['python3 with httpx'],
    file: 'program.py',
    run: [python ?? 'python3', 'program.py'],
  },
  'php-library': {
    needs: php ? [] : ['php with curl'],
    file: 'program.php',
    run: [php ?? 'php', 'program.php'],
  },
  javascript: { needs: [], file: 'program.mjs', run: [process.execPath, 'program.mjs'] },
  python: { needs: ['python3'], file: 'program.py', run: ['python3', 'program.py'] },
  curl: { needs: ['sh', 'curl'], file: 'program.sh', run: ['sh', 'program.sh'] },
  java: { needs: ['java'], file: 'Java.java', run: ['java', 'Java.java'] },
};

/** The tools on the PATH that are needed to run programs of a language. */
export const toolsOf = (language: Language): string[] => commands[language].needs;

export const missing = (tools: string[]): string[] => tools.filter((name) => !onPath(name));

export const missingTools = (language: Language): string[] => missing(toolsOf(language));

const onPath = (name: string) =>
  (inherited.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Installs a library in the folder of a program, where its users have it. @returns the environment that it needs */
const install: Partial<Record<Language, (folder: string) => Promise<Record<string, string>>>> = {
  'node-library': async (folder) => {
    await mkdir(join(folder, 'node_modules'));
    await symlink(join(root, 'build/packages/node'), join(folder, 'node_modules/dakiya'));
    return {};
  },
  'python-library': async () => pythonEnvironment as Record<string, string>,
  'php-library': async (folder) => {
    await mkdir(join(folder, 'vendor'));
    const load = `<?php require '${join(root, 'packages/php/autoload.php')}';`;
    await writeFile(join(folder, 'vendor/autoload.php'), load);
    return {};
  },
};

/** The files and environment of a program. */
type Surroundings = { files?: Record<string, string>; env?: Record<string, string> };

/**
 * Starts an unchanged program.
 *
 * @returns its output so far, a promise of its result, and a function that stops it
 */
export async function startProgram(
  language: Language,
  text: string,
  { files = {}, env = {} }: Surroundings = {},
) {
  const { file, run } = commands[language];
  const [command, ...rest] = run;
  const args = language === 'java' ? [...(await javaOptions()), ...rest] : rest;
  const cwd = await mkdtemp(join(tmpdir(), 'dakiya-sample-'));
  const removeFolder = () => rm(cwd, { recursive: true, force: true });
  const lines: string[] = [];
  try {
    for (const [name, content] of Object.entries({ ...files, [file]: text })) {
      await writeFile(join(cwd, name), content);
    }
    const installed = await install[language]?.(cwd);
    const child = await startChild({
      command,
      args,
      cwd,
      env: { ...inherited, ...installed, ...env },
      onLine: (line) => lines.push(line),
    });
    return {
      output: () => lines.join('\n'),
      ended: child.ended.finally(removeFolder),
      stop: () => child.stop('SIGKILL'),
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** Runs an unchanged program to its end. @returns how it ended, and its output */
export async function runProgram(
  language: Language,
  text: string,
  surroundings: Surroundings = {},
): Promise<{ ok: boolean; output: string }> {
  const { ended, output } = await startProgram(language, text, surroundings);
  const { ok } = await ended;
  return { ok, output: output() };
}
