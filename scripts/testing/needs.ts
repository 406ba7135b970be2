import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../root.ts';

/** Folders whose code starts programs and browsers; the code under test does not. */
const looksInto = /^#(bench|scripts|tests|trials)\//;
const imports = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const builtFile = /[`'"(]build\//;

/**
 * Whether test files, or what they import from tests and tools, use the built programs and a browser.
 *
 * It is determined from the sources, so that a run starts only what it needs and no list has to be
 * maintained.
 *
 * @param files absolute paths
 */
export function findTestNeeds(files: string[]): { build: boolean; browser: boolean } {
  const needs = { build: false, browser: false };
  const seen = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    needs.build ||= builtFile.test(source);
    needs.browser ||= source.includes('TEST_CHROMIUM');
    for (const [, path = ''] of source.matchAll(imports)) {
      if (path.startsWith('.')) waiting.push(resolve(dirname(file), path));
      else if (looksInto.test(path)) waiting.push(join(root, path.slice(1)));
    }
  }
  return needs;
}
