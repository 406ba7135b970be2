import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inherited } from '../environment.ts';
import { root } from '../root.ts';
import { runCommand } from '../services/child.ts';
import type { OpenApiDocument } from './compare.ts';
import { compareDocuments } from './compare.ts';

/** The file with the API for which existing clients were written, as an OpenAPI document. */
const file = join(root, 'docs/openapi-baseline.json');

/** Compares the current API with the baseline. @throws Error that names each change that breaks existing clients */
export async function checkBaseline(): Promise<void> {
  const baseline: OpenApiDocument = JSON.parse(await readFile(file, 'utf8'));
  const broken = compareDocuments(baseline, await currentDocument());
  if (broken.length === 0) return;
  throw new Error(
    `The API no longer keeps what docs/openapi-baseline.json says. Keep it, or release the break and write the ` +
      `baseline again (npm run openapi-baseline):\n${broken.map((what) => `  ${what}`).join('\n')}`,
  );
}

/** Writes the current API as the baseline, with one line per path and schema. */
export async function writeBaseline(): Promise<void> {
  await writeFile(file, `${toLines(await currentDocument(), 2)}\n`);
}

/** Formats a value as JSON, with one line per property down to a depth. */
function toLines(value: unknown, depth: number): string {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return JSON.stringify(value);
  }
  const entries = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}:${toLines(one, depth - 1)}`,
  );
  return `{\n${entries.join(',\n')}\n}`;
}

let current: Promise<OpenApiDocument> | undefined;

/**
 * Returns the document that this checkout publishes, with URLs that do not depend on the machine's settings. Creating it takes
 * seconds, so several checks share it.
 */
export function currentDocument(): Promise<OpenApiDocument> {
  current ??= createDocument();
  return current;
}

async function createDocument(): Promise<OpenApiDocument> {
  const args = ['--import', 'tsx', 'scripts/openapi/print-document.ts'];
  const env = { PATH: inherited.PATH, PUBLIC_URL: 'https://dakiya.example', LOG_LEVEL: 'silent' };
  const command = process.execPath;
  const lines = await runCommand({ name: 'print-document', command, args, cwd: root, env });
  return JSON.parse(lines.join('\n'));
}
