import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#scripts/root.ts';

describe.each(['build/server.js', 'build/worker.js'])('%s', (program) => {
  const text = readFileSync(join(root, program), 'utf8');

  test('contains only ASCII characters, so that V8 does not keep the text with two bytes per character', () => {
    const at = text.search(/[\u0080-\uffff]/);
    expect(at < 0 ? '' : text.slice(at - 40, at + 1)).toBe('');
  });

  test('has no link to a source map, which Node would decode and keep', () => {
    expect(text).not.toMatch(/^\/\/# sourceMappingURL=/m);
  });

  test('reads the query compiler from its file, and does not contain it as text', () => {
    expect(text).toContain('query-compiler.wasm');
    const base64 = text.match(/[A-Za-z0-9+/]+/g) ?? [];
    expect(
      Math.max(...base64.map(({ length }) => length).filter((length) => length > 1_000), 0),
    ).toBeLessThan(100_000);
  });
});
