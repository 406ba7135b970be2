import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Format } from 'esbuild';
import ts from 'typescript';
import { inherited } from '../environment.ts';
import { root } from '../root.ts';
import { runCommand } from '../services/child.ts';

const source = join(root, 'packages/node');

/** The folders of the package: one for `import`, one for `require`. */
const formats = [
  { format: 'esm', ending: '' },
  { format: 'cjs', ending: 'c' },
] as const;

/** The entry points: the library, and its functions for Better Auth. */
const entries = ['dakiya', 'better-auth'] as const;

/**
 * Builds the Node library.
 *
 * @param folder emptied first, then filled with the package; default: build/packages/node
 * @throws Error with the errors of the compiler
 */
export async function buildNodeLibrary(folder = join(root, 'build/packages/node')): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(
    formats.flatMap(({ format, ending }) =>
      entries.map((entry) => buildScript(folder, entry, format, ending)),
    ),
  );
  await writeDeclarations(folder);
  for (const name of ['package.json', 'README.md']) {
    await cp(join(source, name), join(folder, name));
  }
}

/** Bundles an entry point into one file. The file is not minified, because users debug the library. */
async function buildScript(
  folder: string,
  entry: (typeof entries)[number],
  format: Format,
  ending: string,
): Promise<void> {
  await build({
    entryPoints: [join(source, `src/${entry}.ts`)],
    outfile: join(folder, format, `${entry}.${ending}js`),
    bundle: true,
    platform: 'neutral',
    format,
    target: 'es2022',
    logLevel: 'silent',
  });
}

/**
 * Writes the declarations of each source file. The file extension tells TypeScript the module format. The sources are
 * checked without Node's types.
 */
async function writeDeclarations(folder: string): Promise<void> {
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(source, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    source,
    { noEmit: false, emitDeclarationOnly: true, outDir: folder },
  );
  const program = ts.createProgram(fileNames, options);
  const declarations = new Map<string, string>();
  const emitted = program.emit(undefined, (path, text) => declarations.set(basename(path), text));
  const problems = [...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics];
  if (problems.length > 0) {
    throw new Error(problems.map((one) => JSON.stringify(one.messageText)).join('\n'));
  }
  for (const [name, text] of declarations) {
    for (const { format, ending } of formats) {
      const declaration = text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, `$1.${ending}js'`);
      await writeFile(
        join(folder, format, name.replace(/\.d\.ts$/, `.d.${ending}ts`)),
        declaration,
      );
    }
  }
}

/** Builds the command line as one file that contains the library and all dependencies. */
export async function buildCommandLine(folder = join(root, 'build/packages/cli')): Promise<void> {
  const cli = join(root, 'packages/cli');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [join(cli, 'src/main.ts')],
    outfile: join(folder, 'dakiya.cjs'),
    bundle: true,
    platform: 'node',
    // An ES module would load every export of Node's own modules that it imports, which delays the start by 5 ms.
    format: 'cjs',
    target: 'node20',
    minifySyntax: true,
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'silent',
  });
  await chmod(join(folder, 'dakiya.cjs'), 0o755);
  for (const name of ['package.json', 'README.md']) await cp(join(cli, name), join(folder, name));
}

/**
 * Packs a built package for `npm install <file>`.
 *
 * @param to the folder for the file
 * @returns the name of the file
 */
export async function packForNpm(folder: string, to: string): Promise<string> {
  const args = ['pack', folder, '--pack-destination', to, '--ignore-scripts', '--silent'];
  const lines = await runCommand({
    name: 'npm pack',
    command: 'npm',
    args,
    cwd: root,
    env: inherited,
  });
  return lines.at(-1) ?? '';
}
