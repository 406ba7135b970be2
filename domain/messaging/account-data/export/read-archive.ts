import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import { requireRecentSignIn } from '#domain/identity/sessions/guard-sensitive.ts';
import { recordTextsSeen, type Viewer } from '#domain/messaging/text-views/record-text-views.ts';
import { DomainError, invariant } from '#domain/shared/errors.browser.ts';
import { query } from '#platform/db.ts';
import {
  centralDirectory,
  emptyEntry,
  lastPart,
  localHeader,
  packPart,
  sizeInArchive,
} from '#platform/zip.ts';
import type { ExportFile, Progress } from './contract.browser.ts';

/** A finished export, as a zip file. */
export type Archive = {
  createdAt: Date;
  /** In bytes. */
  size: number;
  /** Reads each chunk on demand. Throws if the parts of the export are deleted during the download. */
  chunks: AsyncGenerator<Uint8Array>;
};

const find = `
  SELECT created_at AS "createdAt", progress FROM account_exports
  WHERE user_id = $1 AND id = $2 AND state = 'done'`;

/** The text of `README.txt`, the first file of an archive. */
export function describeArchive(createdAt: Date, { isCut }: Progress): string {
  return [
    'What Dakiya stores about your account',
    '',
    `The export began at ${createdAt.toISOString()}. Times are in UTC, amounts in paise.`,
    '',
    'The folders csv and json have the same content in two formats. Each file is a table; one without rows is left out.',
    'In the CSV files an apostrophe precedes what a spreadsheet would take for a formula; the JSON files are exact.',
    '',
    'Not included: API keys, passwords, one-time passwords, session tokens and the addresses of notification channels,',
    'which are secrets; carriers’ receipts of each message; your picture, the files that you uploaded as evidence, and',
    'invoices as PDF, which the dashboard shows.',
    ...(isCut
      ? [
          '',
          'The archive was full: the last messages are missing. Please contact support for them.',
        ]
      : []),
    '',
  ].join('\r\n');
}

/**
 * Opens a finished export of the signed-in user, and records that they read its texts.
 *
 * @param viewer the signed-in user
 * @param id untrusted
 * @throws DomainError `not_found` if the export does not exist, is not finished, or has expired; `reauthentication_required`
 *   if the sign-in is older than 15 minutes, because a stolen session must not give access to all data of the account
 */
export async function openArchive(
  signedIn: SignedInUser,
  viewer: Viewer,
  id: string,
): Promise<Archive> {
  type Found = { createdAt: Date; progress: Progress };
  const [found] = await query<Found>('find-finished-export', find, [signedIn.userId, id]);
  if (!found) {
    throw new DomainError('not_found', {
      message: 'This export does not exist or has expired. Start a new one.',
    });
  }
  requireRecentSignIn(signedIn);
  const { createdAt, progress } = found;
  if (progress.texts) await recordTextsSeen(viewer, progress.texts);
  const [bytes, entry] = await packPart(
    emptyEntry('README.txt'),
    describeArchive(createdAt, progress),
  );
  const entries = [entry, ...progress.files];
  const end = centralDirectory(entries, createdAt);
  const size = entries.reduce((sum, one) => sum + sizeInArchive(one), end.length);
  const first = Buffer.concat([localHeader(entry, createdAt), bytes, lastPart]);
  return { createdAt, size, chunks: readChunks(id, found, { first, end }) };
}

async function* readChunks(
  id: string,
  { createdAt, progress }: { createdAt: Date; progress: Progress },
  { first, end }: { first: Uint8Array; end: Uint8Array },
): AsyncGenerator<Uint8Array> {
  yield first;
  for (const [place, file] of progress.files.entries()) {
    yield localHeader(file, createdAt);
    yield* readParts(id, place, file);
    yield lastPart;
  }
  yield end;
}

const readPart = `
  SELECT bytes FROM account_export_parts WHERE export_id = $1 AND file = $2 AND part = $3`;

async function* readParts(id: string, place: number, { parts }: ExportFile) {
  for (let part = 0; part < parts; part += 1) {
    const values = [id, place, part];
    const [stored] = await query<{ bytes: Buffer }>('read-export-part', readPart, values);
    invariant(stored, 'an export is downloaded before its parts are deleted');
    yield stored.bytes;
  }
}
