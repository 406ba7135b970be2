import { styleText } from 'node:util';
import { inherited } from '../environment.ts';

const isTerminal = process.stdout.isTTY === true;
/** Whether colours are used. */
export const colourful = isTerminal && !inherited.NO_COLOR;

/** Whether the cursor is at the end of the title of the current step. */
let isOpen = false;

type Style = Parameters<typeof styleText>[0];

/** Formats a text in a colour or weight, if the terminal supports it. */
export function colorize(style: Style, text: string): string {
  return colourful ? styleText(style, text) : text;
}

/** Prints a line, replacing the title of the current step. */
export function printLine(line = ''): void {
  process.stdout.write(`${isOpen ? '\r\u001b[K' : ''}${line}\n`);
  isOpen = false;
}

/**
 * Runs one step, and prints its title, then a tick and the duration.
 *
 * @param title the name of the step, such as `Building`
 * @param done returns the text to print when the step is done
 * @throws the error of `work`, after printing a cross
 */
export async function step<T>(
  title: string,
  work: () => Promise<T>,
  done: (result: T) => string = () => title,
): Promise<T> {
  const began = performance.now();
  const finish = (mark: string, words: string) =>
    printLine(`  ${mark} ${words} ${colorize('dim', seconds(performance.now() - began))}`);
  const start = `  ${colorize('dim', '·')} ${title}`;
  // Without a terminal, a printed line cannot be replaced, so the title is printed only if the step takes longer than two
  // seconds.
  const announcement = isTerminal ? undefined : setTimeout(() => printLine(start), 2000);
  if (isTerminal) process.stdout.write(start);
  isOpen = isTerminal;
  try {
    const result = await work();
    finish(colorize('green', '✓'), done(result));
    return result;
  } catch (error) {
    finish(colorize('red', '✗'), title);
    throw error;
  } finally {
    clearTimeout(announcement);
  }
}

/** Prints a detail of the current step. */
export function printDetail(line: string): void {
  printLine(`    ${colorize('dim', line)}`);
}

/** Formats a duration. */
function seconds(ms: number): string {
  return ms < 950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Pino's numbers for the levels that need attention. */
const levels = [
  { from: 50, name: 'ERROR', style: 'red' },
  { from: 40, name: 'WARN', style: 'yellow' },
  { from: 30, name: 'INFO', style: 'green' },
  { from: 0, name: 'DEBUG', style: 'dim' },
] as const;

/**
 * Formats a program's JSON log line for people: the time, the level and the message, followed by the other fields as
 * `name=value`. Lines that are not JSON are returned unchanged.
 */
export function formatLogLine(line: string): string {
  const entry = parse(line);
  if (!entry) return line;
  const { level, time, msg, error, err = error, ...rest } = entry;
  const { name, style } = levels.find(({ from }) => Number(level) >= from) ?? levels[3];
  const words = [
    colorize('dim', new Date(Number(time)).toTimeString().slice(0, 8)),
    colorize(style, name.padEnd(5)),
    String(msg ?? ''),
    ...Object.entries(rest).map(([key, value]) => colorize('dim', `${key}=${show(value)}`)),
  ];
  return [words.join(' '), ...stackOf(err)].join('\n');
}

/** Returns the message of a log line; null if it is not a log line. */
export function parseLogMessage(line: string): string | null {
  const message = parse(line)?.msg;
  return typeof message === 'string' ? message : null;
}

function parse(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    const entry: unknown = JSON.parse(line);
    const isEntry = typeof entry === 'object' && entry !== null && 'level' in entry;
    return isEntry ? { ...entry } : null;
  } catch (error) {
    // Other output may start with a brace too.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function stackOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  return 'stack' in error ? [`  ${error.stack}`.replaceAll('\n', '\n  ')] : [show(error)];
}
