import { withoutSorts } from '#domain/messaging/messages/list-sql.ts';
import {
  type AddressedEmail,
  type EmailRequest,
  emailGreetingName,
} from '#domain/notifications/email/contract.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { byteOrderMark, toCsv } from '#platform/csv.ts';
import { prisma, query, transaction } from '#platform/db.ts';
import { waitForOwnTurn } from '#platform/in-slices.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { emptyEntry, packPart } from '#platform/zip.ts';
import { archiveLimits, type ExportFile, keptDays, type Progress } from './contract.browser.ts';
import { allSections, batchStatement, type Row, type Section } from './sections.ts';
import {
  type ClaimedExport,
  claimExport,
  finishExport,
  releaseExport,
  type StoredPart,
  saveBatch,
} from './stored-exports.ts';

/** How long a worker writes one export before it continues with other exports, in milliseconds. */
const turnMs = 2_000;

/** The result of a batch. */
type Written = { progress: Progress; rows: number; parts: StoredPart[] };

/** Rows per batch: few enough to be read, formatted and compressed without delaying other work. */
const batchSize = 500;

type Batch = {
  rows: Row[];
  /** The key of the last row; null if there are no more rows. */
  next: string[] | null;
};

/**
 * Reads the next batch of an account's rows.
 *
 * @param after `next` of the previous batch
 */
async function readBatch(section: Section, userId: string, after: string[] | null): Promise<Batch> {
  const { name, sql } = batchStatement(section, { isFirst: !after, limit: batchSize });
  const found = await transaction(
    async (tx) => {
      // Without this setting, if PostgreSQL's statistics are outdated, the planner reads and sorts all messages of the
      // account for each batch.
      if (section.name === 'messages') await tx.query(withoutSorts);
      return query<Row & { at_key: string[] }>(name, sql, [userId, ...(after ?? [])], tx);
    },
    { snapshot: true },
  );
  const next = found.length === batchSize ? (found.at(-1)?.at_key ?? null) : null;
  return { rows: found.map(({ at_key: _, ...row }) => row), next };
}

/**
 * Reads the next batch of an account's data, and compresses the batch to one part of the CSV file and one part of the JSON
 * file.
 *
 * @returns null if all sections are written
 */
export async function writeBatch(
  userId: string,
  before: Progress,
  limits = archiveLimits,
): Promise<Written | null> {
  const section = allSections[before.section];
  if (!section) return null;
  const { number, rowsInFile } = before;
  const nextSection = { section: before.section + 1, after: null, number: 1, rowsInFile: 0 };
  const isNew = rowsInFile === 0;
  if (sizeOf(before) > limits.bytes) {
    const ended = await addTexts(before, isNew ? null : ['', endOfJson]);
    return { ...ended, progress: { ...ended.progress, ...nextSection, isCut: true }, rows: 0 };
  }
  const { rows, next } = await readBatch(section, userId, before.after);
  if (rows.length === 0 && isNew) {
    return { progress: { ...before, ...nextSection }, rows: 0, parts: [] };
  }
  const filled = rowsInFile + rows.length;
  const isFileFull = filled >= limits.rowsInFile;
  const isLast = next === null || isFileFull;
  const { progress, parts } = await addTexts(isNew ? startFiles(before, section.name) : before, [
    toCsvText(rows, isNew),
    toJsonText(rows, { isNew, isLast }),
  ]);
  const sameSection = isFileFull
    ? { after: next, number: number + 1, rowsInFile: 0 }
    : { after: next, rowsInFile: filled };
  const position = next === null ? nextSection : sameSection;
  const texts = section.name === 'messages' ? addSeen(before.texts, rows) : before.texts;
  return { progress: { ...progress, ...position, texts }, rows: rows.length, parts };
}

/** Adds the message texts in a batch to the texts seen so far. The rows are ordered by id. */
function addSeen(before: Progress['texts'], rows: Row[]): Progress['texts'] {
  const ids = rows.flatMap(({ id, content }) => (content === null ? [] : [String(id)]));
  const [oldestId] = ids;
  const newestId = ids.at(-1);
  if (oldestId === undefined || newestId === undefined) return before;
  const texts = (before?.texts ?? 0) + ids.length;
  return { texts, oldestId: before?.oldestId ?? oldestId, newestId };
}

const sizeOf = ({ files }: Progress) => files.reduce((sum, { packed }) => sum + packed, 0);

/** Adds an empty CSV and an empty JSON file. The files of a section are `csv/messages.csv`, `csv/messages-2.csv` and so on. */
function startFiles(before: Progress, section: string): Progress {
  const name = before.number === 1 ? section : `${section}-${before.number}`;
  const files = [`csv/${name}.csv`, `json/${name}.json`].map(
    (path): ExportFile => ({ ...emptyEntry(path), parts: 0 }),
  );
  return { ...before, files: [...before.files, ...files] };
}

type Texts = [csv: string, json: string];

/** Compresses the texts, and adds them to the last two files. */
async function addTexts(before: Progress, texts: Texts | null): Promise<Omit<Written, 'rows'>> {
  const files = [...before.files];
  const parts: StoredPart[] = [];
  for (const [i, text] of (texts ?? []).entries()) {
    const place = files.length - 2 + i;
    const file = files[place];
    if (!file || text === '') continue;
    const [bytes, entry] = await packPart(file, text);
    parts.push({ file: place, part: file.parts, bytes });
    files[place] = { ...entry, parts: file.parts + 1 };
  }
  return { progress: { ...before, files }, parts };
}

const endOfJson = '\n]\n';

function toJsonText(rows: Row[], { isNew, isLast }: { isNew: boolean; isLast: boolean }): string {
  const text = rows.map((row) => JSON.stringify(row)).join(',\n');
  const before = isNew ? '[\n' : rows.length > 0 ? ',\n' : '';
  return `${before}${text}${isLast ? endOfJson : ''}`;
}

function toCsvText(rows: Row[], isNew: boolean): string {
  const cells = rows.map((row) => Object.values(row).map(toCell));
  const [first] = rows;
  if (isNew && first) return byteOrderMark + toCsv([Object.keys(first), ...cells]);
  return cells.length > 0 ? toCsv(cells) : '';
}

function toCell(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/**
 * Writes batches of an export for a limited time, and at least one batch.
 *
 * @param forMs the time in which new batches are started, in milliseconds
 * @returns the delay until the next run, if the export is not finished
 */
export async function runExport(
  exportId: string,
  forMs = turnMs,
): Promise<{ retryInMs: number } | undefined> {
  const claimed = await claimExport(exportId);
  if (!claimed) return undefined;
  const end = performance.now() + forMs;
  let { progress } = claimed;
  do {
    const written = await writeBatch(claimed.userId, progress);
    if (!written) {
      await finishExport(claimed);
      return undefined;
    }
    if (!(await saveBatch(claimed, written))) return undefined;
    progress = written.progress;
    await waitForOwnTurn();
  } while (performance.now() < end);
  return goOn(claimed);
}

async function goOn(claimed: ClaimedExport): Promise<{ retryInMs: number }> {
  await releaseExport(claimed);
  return { retryInMs: 1 };
}

/**
 * Loads the email about a finished export; null if the export has expired, or its owner has requested the deletion of the
 * account.
 */
export async function loadExportReadyEmail({
  about,
}: EmailRequest): Promise<AddressedEmail | null> {
  const found = await prisma.accountExport.findUnique({
    where: { id: about ?? '', state: 'done', user: { deletion: null } },
    select: { user: { select: { name: true, email: true, emailConfirmedAt: true } } },
  });
  if (!found) return null;
  const { user } = found;
  return {
    to: user.email,
    content: {
      subject: 'Your Dakiya data is ready',
      name: emailGreetingName(user),
      heading: 'Your data is ready',
      paragraphs: [
        'The export of your Dakiya account is ready. Log in and download it as a zip file, with JSON and CSV files:',
      ],
      action: {
        label: 'Download my data',
        href: `${serverSettings.PUBLIC_URL}${dashboardPaths.account}/export`,
      },
      afterwards: [
        `It is deleted after ${keptDays} days. If you did not ask for it, someone else knows your password: choose a new one, which signs out all devices.`,
      ],
    },
  };
}
