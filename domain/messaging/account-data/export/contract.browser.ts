import type { TextsSeen } from '#domain/messaging/text-views/record-text-views.ts';
import type { ZipEntry } from '#platform/zip.ts';

/** Maximum number of exports that an account may start within 24 hours. */
export const maxPerDay = 3;

/** How long an export can be downloaded, in days. */
export const keptDays = 7;

export const archiveLimits = {
  /**
   * Maximum size of an archive. If the messages do not fit, the newest are omitted, and the archive says
   * so.
   */
  bytes: 2 * 1024 ** 3,
  /** Rows per file; further rows go into the next file. Files of this length fit the 32-bit size fields of a zip file. */
  rowsInFile: 250_000,
};

export type ExportState = 'queued' | 'running' | 'done' | 'failed' | 'expired';

/** An export as its owner sees it. */
export type Export = {
  id: string;
  state: ExportState;
  rowsDone: number;
  /** The approximate size of the archive. */
  bytes: number;
  createdAt: Date;
  finishedAt: Date | null;
};

/** A file of an archive, and the number of its stored parts. */
export type ExportFile = ZipEntry & { parts: number };

export type Progress = {
  /** The CSV and JSON files written so far. The last two may be unfinished. */
  files: ExportFile[];
  /** The index of the current section in `allSections`. `after` is the key of the last row that was written. */
  section: number;
  after: string[] | null;
  /**
   * The number of the CSV and JSON file of the section that is being written, counted from 1. `rowsInFile` is the number of
   * rows in each of the two files.
   */
  number: number;
  rowsInFile: number;
  /** The number of message texts in the export, with the ids of the oldest and newest message; null without texts. */
  texts: TextsSeen | null;
  /** Whether rows were omitted because the archive was full. */
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
