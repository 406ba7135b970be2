import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/root.ts';

/** Lines of a file: what is longer holds two ideas (CONTRIBUTING.md). */
const maxLines = 250;

test('no file of the product, its tools or its tests is longer than 250 lines', () => {
  const listed = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs'], { cwd: root });
  const long = String(listed)
    .split('\n')
    .filter((file) => file !== '')
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > maxLines);
  expect(long).toEqual([]);
});
