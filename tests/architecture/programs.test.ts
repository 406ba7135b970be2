import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#scripts/root.ts';

describe.each(['build/server.js', 'build/worker.js'])('%s', (program) => {
  const text = readFileSync(join(root, program), 'utf8');

  test('contains only ASCII characters, so that V8 does not keep the text with two bytes per character', () => {
    expect(text.match(/.{0,40}[\u0080-\uffff]/)).toBeNull();
  });

  test('has no link to a source map, which Node would decode and keep', () => {
    expect(text).not.toMatch(/^\/\/# sourceMappingURL=/m);
  });

  test('reads the query compiler from its file, and does not contain it as text', () => {
    expect(text).toContain('query-compiler.wasm');
    expect(text).not.toMatch(/[A-Za-z0-9+/]{100000}/);
  });
});
