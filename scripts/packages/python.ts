import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { root } from '../root.ts';

const source = join(root, 'packages/python');

/**
 * Packs the Python library as a source distribution, which pip can install (PEP 517, PEP 643). It needs no Python.
 *
 * @param path of the file to write
 */
export async function packPythonLibrary(path: string): Promise<void> {
  const modules = (await readdir(join(source, 'src/dakiya')))
    .filter((name) => /\.(?:py|typed)$/.test(name))
    .sort()
    .map((name) => `src/dakiya/${name}`);
  const files = await Promise.all(
    ['README.md', 'pyproject.toml', ...modules].map(
      async (name) => [name, await readFile(join(source, name))] as const,
    ),
  );
  const [project, readme] = await Promise.all(
    ['pyproject.toml', 'README.md'].map((name) => readFile(join(source, name), 'utf8')),
  );
  const info = describePackage(project ?? '', readme ?? '');
  const folder = `dakiya-${fieldOf(project ?? '', 'version')}`;
  const entries = [['PKG-INFO', Buffer.from(info)] as const, ...files];
  const parts = entries.flatMap(([name, content]) => tarEntry(`${folder}/${name}`, content));
  // Two empty blocks mark the end of an archive.
  const archive = Buffer.concat([...parts, Buffer.alloc(1024)]);
  await writeFile(path, await promisify(gzip)(archive, { level: 9 }));
}

/** The core metadata of the package, version 2.1. */
function describePackage(project: string, readme: string): string {
  const dependencies = /^dependencies = (\[.*\])$/m.exec(project)?.[1] ?? '[]';
  return [
    'Metadata-Version: 2.1',
    `Name: ${fieldOf(project, 'name')}`,
    `Version: ${fieldOf(project, 'version')}`,
    `Summary: ${fieldOf(project, 'description')}`,
    `Requires-Python: ${fieldOf(project, 'requires-python')}`,
    ...JSON.parse(dependencies).map((one: string) => `Requires-Dist: ${one}`),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n');
}

/** Reads a text of pyproject.toml. */
function fieldOf(project: string, name: string): string {
  const value = new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)?.[1];
  if (!value) throw new Error(`packages/python/pyproject.toml has no ${name}.`);
  return value;
}

/** A tar entry in POSIX format (ustar). Its time is fixed, so that equal sources give equal archives. */
function tarEntry(name: string, content: Buffer): Buffer[] {
  const header = Buffer.alloc(512);
  const octal = (value: number, length: number) =>
    `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(content.length, 12), 124);
  // 1980, because a wheel is a ZIP file, which cannot contain earlier times.
  header.write(octal(315_532_800, 12), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}
