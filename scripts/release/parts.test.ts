import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { operatorCommands } from '../bundle/programs.ts';
import { root } from '../root.ts';

const read = (path: string) => readFile(join(root, path), 'utf8');

test('every command for operators is built, released, in the image and in the documentation', async () => {
  const scripts = Object.keys(packageJson.scripts);
  const commands: string[] = [];
  for (const name of scripts) {
    const source = await read(`scripts/${name}.ts`).catch(() => '');
    if (source.includes('\nrunOperatorCommand(')) commands.push(name);
  }
  expect([...operatorCommands]).toEqual(commands.toSorted());
  const image = await read('ops/image/dakiya');
  expect(image).toContain(`  ${operatorCommands.join(' | ')})\n`);
  expect(image).toContain(`\n${operatorCommands.join(' | ')}' >&2`);
  const docs = await read('docs/operations.md');
  for (const name of operatorCommands) expect(docs).toContain(`dakiya ${name}\``);
});
