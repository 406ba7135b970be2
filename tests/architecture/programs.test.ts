import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/root.ts';

test.each(['build/server.js', 'build/worker.js'])(
  '%s has no character for which V8 would keep its whole text with two bytes a character',
  (program) => {
    expect(readFileSync(join(root, program), 'utf8').match(/.{0,40}[\u0080-\uffff]/)).toBeNull();
  },
);
