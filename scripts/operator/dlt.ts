import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import {
  type DecidedEvidence,
  decideHeader,
  listWaitingHeaders,
  readEvidence,
  type WaitingHeader,
} from '#domain/dlt/registry/header-decisions.ts';
import { DomainError } from '#domain/shared/errors.browser.ts';
import { isStorable } from '#platform/storable-text.browser.ts';
import { UsageError } from '../stack/operator-command.ts';
import { printLine } from '../stack/terminal.ts';

type DltOptions = {
  json: boolean;
  reason?: string | undefined;
  by?: string | undefined;
  to?: string | undefined;
};

const commands = { headers, approve, decline, evidence };

export type DltCommand = keyof typeof commands;

/** For the command `headers`, `userId` and `header` are empty. */
export type DltArguments = {
  name: DltCommand;
  userId: string;
  header: string;
  options: DltOptions;
};

/** Runs one command of `npm run dlt`. @returns the exit code */
export async function run({ name, userId, header, options }: DltArguments): Promise<number> {
  await commands[name](userId, header, options);
  return 0;
}

/** Prints the error if the header or the account does not exist. */
export function explain(error: unknown): number | null {
  if (!(error instanceof DomainError) || error.code !== 'not_found') return null;
  printLine('This account has no such header, or the header has no evidence.');
  return 1;
}

/** The maximum number of listed headers. */
const most = 1_000;

async function headers(_: string, __: string, { json }: DltOptions): Promise<void> {
  const listed = await listWaitingHeaders(most);
  if (json) return printLine(JSON.stringify({ headers: listed }, null, 2));
  if (listed.length === 0) return printLine('No header waits for approval.');
  for (const one of listed) printLine(describe(one));
}

/** Removes control and direction characters: accounts choose these names, and the terminal would interpret them. */
const printable = (text: string) => text.replace(/\p{C}/gu, '');

function describe({ userId, header, createdAt, evidence: file, ...of }: WaitingHeader): string {
  const shown = file ? `evidence ${printable(file.name)} (${file.type})` : 'no evidence';
  const alike = of.lookAlikes
    .map((other) => `${other.header} of ${other.userId ?? 'this installation'}`)
    .join(', ');
  const day = createdAt.toISOString().slice(0, 10);
  const entity = `${printable(of.entityName)} (${of.entityId})`;
  const before = of.declinedFor === null ? '' : `; declined before: ${printable(of.declinedFor)}`;
  return `${userId} ${header}: since ${day}, of ${entity}, ${shown}${before}${alike && `; LOOKS LIKE ${alike}`}`;
}

async function approve(userId: string, header: string, { by }: DltOptions): Promise<void> {
  const file = await decideHeader(userId, header, { status: 'approved' }, readName(by));
  printLine(
    `Approved ${header} of ${userId}${describeFile(file)}. Its owner is notified by email.`,
  );
}

async function decline(userId: string, header: string, { reason, by }: DltOptions): Promise<void> {
  const why = reason?.trim();
  if (!why || !isStorable(why)) throw new UsageError('--reason says why, for the account’s owner.');
  const file = await decideHeader(
    userId,
    header,
    { status: 'declined', reason: why },
    readName(by),
  );
  printLine(
    `Declined ${header} of ${userId}${describeFile(file)}. Its owner is notified by email.`,
  );
}

/**
 * Describes a decision's evidence with its SHA-256, because the owner may have replaced the file since the operator read it.
 */
const describeFile = ({ name, sha256 }: DecidedEvidence): string =>
  name === null ? ', without evidence' : `, by ${printable(name)} with SHA-256 ${sha256}`;

function readName(by: string | undefined): string {
  const name = by?.trim() ?? userInfo().username;
  if (!name || !isStorable(name)) throw new UsageError('--by is the name of who decides.');
  return name;
}

async function evidence(userId: string, header: string, { to }: DltOptions): Promise<void> {
  if (!to) throw new UsageError('--to is the file to write.');
  const { name, type, bytes } = await readEvidence(userId, header);
  try {
    await writeFile(to, bytes, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new UsageError(`${to} cannot be written: ${(error as NodeJS.ErrnoException).code}.`);
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  printLine(`Wrote ${printable(name)} (${type}, SHA-256 ${sha256}) to ${to}.`);
}
