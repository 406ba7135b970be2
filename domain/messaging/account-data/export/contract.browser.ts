import type { TextsSeen } from '#domain/messaging/text-views/contract.ts';
import type { ZipEntry } from '#platform/zip.ts';

/** Exports that an account may start within 24 hours. */
export const maxPerDay = 3;

/** How long an export can be downloaded, in days. */
export const keptDays = 7;

export const archiveLimits = {
  /** Of an archive. What does not fit any more, the newest messages, is left out, and the archive says so. */
  bytes: 2 * 1024 ** 3,
  /** Of a file; the next ones go into another file. They have fewer bytes than a field of 32 bits can count. */
  rowsInFile: 250_000,
};

export type ExportState = 'queued' | 'running' | 'done' | 'failed' | 'expired';

/** An export as its owner sees it. */
export type Export = {
  id: string;
  state: ExportState;
  rowsDone: number;
  /** Of the archive, about. */
  bytes: number;
  createdAt: Date;
  finishedAt: Date | null;
};

/** A file of an archive, and how many parts of it are stored. */
export type ExportFile = ZipEntry & { parts: number };

/** How far an export is. */
export type Progress = {
  /** The last two may be unfinished. */
  files: ExportFile[];
  /** The place of the section in `allSections`, of the portion in it, and the last row that is written. */
  section: number;
  after: string[] | null;
  /** Of the section's files which are being written, from 1, and how many rows these have. */
  number: number;
  rowsInFile: number;
  /** The texts of messages that are in it; null for none. */
  texts: TextsSeen | null;
  /** Whether something was left out because the archive was full. */
  isCut: boolean;
};

export const firstProgress: Progress = {
  files: [],
  section: 0,
  after: null,
  number: 1,
  rowsInFile: 0,
  texts: null,
  isCut: false,
};
