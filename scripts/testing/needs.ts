import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../root.ts';

/** The folders whose code may start programs and browsers, unlike the code of the product. */
const looksInto = /^#(bench|scripts|tests|trials)\//;
const imports = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const builtFile = /[`'"(]build\//;

/** The programs that a run finds or installs before its tests. */
type Needs = { build: boolean; browser: boolean; php: boolean; python: boolean };

/**
 * Finds out whether test files, or the files that they import from tests and tools, use the built programs, a browser, PHP
 * or Python.
 *
 * Reads the sources, so a run starts only the programs that its tests need, and no list must be maintained.
 *
 * @param files absolute paths
 */
export function findTestNeeds(files: string[]): Needs {
  const needs = { build: false, browser: false, php: false, python: false };
  const seen = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    const source = readFileSync(file, 'utf8');
    needs.build ||= builtFile.test(source);
    needs.browser ||= source.includes('TEST_CHROMIUM');
    needs.php ||= source.includes('TEST_PHP');
    needs.python ||= source.includes('TEST_PYTHON');
    for (const [, path = ''] of source.matchAll(imports)) {
      if (path.startsWith('.')) waiting.push(resolve(dirname(file), path));
      else if (looksInto.test(path)) waiting.push(join(root, path.slice(1)));
    }
  }
  return needs;
}
