import type { Progress } from './contract.browser.ts';

/** The text that begins an archive. */
export function describeArchive(createdAt: Date, { isCut }: Progress): string {
  return [
    'What Dakiya stores about your account',
    '',
    `Made from ${createdAt.toISOString()} on. Times are in UTC, amounts in paise.`,
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
