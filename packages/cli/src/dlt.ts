import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { Dakiya, Data } from '../../node/src/dakiya.ts';
import { CommandError, exitCodes, note, paint, printResult } from './output.ts';
import type { Context } from './profiles.ts';

type Import = Data<'importDltTemplates'>;

/** How often the progress of a large import is read, in milliseconds. */
const progressMs = 1_000;

type ImportOptions = {
  list: 'templates' | 'headers' | 'entities';
  dryRun?: boolean;
  createMissing?: boolean;
};

const isRunning = ({ state }: Import) => state === 'queued' || state === 'running';

/** @throws CommandError if there is no such file */
async function openFile(path: string): Promise<File> {
  try {
    return new File([await openAsBlob(path)], basename(path));
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
}

/** `dlt check` and `dlt import`. */
export function addDltCommands(program: Command, { client, isJson }: Context): void {
  const dlt = program
    .command('dlt')
    .description('Checks texts against DLT, and imports registrations.');
  dlt
    .command('check')
    .description(
      'Says what DLT would make of messages, without sending them. Exit code 1 if one is rejected.',
    )
    .argument('<file>', 'JSON file with an array of up to 1,000 messages, as for send; - for stdin')
    .addHelpText(
      'after',
      `
Example:
  $ echo '[{"recipient":"9876543210","sender_id":"ACMEIN","message":"Hello"}]' | dakiya dlt check -`,
    )
    .action(async (file: string) => {
      const results = await (await client()).dlt.check({ messages: await readMessages(file) });
      printResult(results, isJson(), (all) => all.map(describeCheck).join('\n'));
      const rejected = results.filter(({ verdict }) => verdict !== 'ok').length;
      if (rejected > 0)
        throw new CommandError(`${rejected} of ${results.length} would be rejected.`);
    });
  dlt
    .command('import')
    .description(
      'Registers what a portal exported, a CSV or XLSX file. Importing it twice changes nothing.',
    )
    .argument('<file>', 'file of the portal')
    .option('--list <list>', 'templates, headers or entities', 'templates')
    .option('--dry-run', 'only says what would be registered')
    .option('--create-missing', 'registers the headers and entities that templates name, too')
    .action(async (path: string, { list, dryRun, createMissing }: ImportOptions) => {
      const dakiya = await client();
      const form = {
        file: await openFile(path),
        ...(dryRun && { dry_run: true }),
        ...(createMissing && { create_missing: true }),
      };
      let state: Import =
        list === 'templates'
          ? await dakiya.dlt.templates.import(form)
          : await dakiya.dlt.imports.create({ ...form, list });
      while (isRunning(state)) {
        if (!isJson())
          note(paint('dim', `${state.state}: ${describeCounts(state)}`, process.stderr));
        await new Promise((resolve) => setTimeout(resolve, progressMs));
        state = await dakiya.dlt.imports.get(state.id);
      }
      printResult(state, isJson(), describeImport);
      const isDone = state.state === 'done' || (dryRun && state.state === 'checked');
      if (!isDone) throw new CommandError(state.reason ?? `The import is ${state.state}.`);
    });
}

/** @throws CommandError if the file is not a JSON array */
async function readMessages(file: string): Promise<CheckedMessages> {
  const text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  try {
    const messages: unknown = JSON.parse(text);
    // The server checks the entries.
    if (Array.isArray(messages)) return messages as CheckedMessages;
  } catch {
    // The error below says the same.
  }
  throw new CommandError(`${file} is not a JSON array.`, exitCodes.usage);
}

type CheckedMessages = Parameters<Dakiya['dlt']['check']>[0]['messages'];

/** The result of one message, with what is wrong. */
function describeCheck(result: Data<'checkDltMessages'>[number], at: number): string {
  const { verdict, warnings } = result;
  const isOk = verdict === 'ok';
  const mark = isOk ? paint('green', '✓') : paint('red', '✗');
  const texts = warnings.map(({ message }) => `    ${message}`);
  return [`${mark} ${at + 1}  ${verdict}`, ...texts].join('\n');
}

/** The numbers of an import, and its rows that were not registered. */
function describeImport(done: Import): string {
  const bad = done.rows.filter(({ outcome }) => outcome !== 'new' && outcome !== 'unchanged');
  return [
    `${done.state}: ${describeCounts(done)}`,
    ...bad.map(({ row, outcome, detail }) => `  row ${row}  ${outcome}  ${detail ?? ''}`),
  ].join('\n');
}

const describeCounts = ({ row_count, rows_done, counts }: Import): string =>
  [
    `${rows_done} of ${row_count ?? '?'} rows`,
    ...Object.entries(counts ?? {}).flatMap(([name, count]) =>
      count > 0 ? [`${count} ${name}`] : [],
    ),
  ].join(', ');
