import { styleText } from 'node:util';
import { inherited } from '../environment.ts';

const isTerminal = process.stdout.isTTY === true;
/** Whether colours are used. */
export const colourful = isTerminal && !inherited.NO_COLOR;

/** Whether the cursor is behind the title of the current step. */
let isOpen = false;

type Style = Parameters<typeof styleText>[0];

/** Text in a colour or weight, if the terminal supports it. */
export function colorize(style: Style, text: string): string {
  return colourful ? styleText(style, text) : text;
}

/** Prints a line, replacing the title of the current step. */
export function printLine(line = ''): void {
  process.stdout.write(`${isOpen ? '\r\u001b[K' : ''}${line}\n`);
  isOpen = false;
}

/**
 * Runs one step and prints its title, then a tick and the duration.
 *
 * @param title what is done, such as `Building`
 * @param done the text to print when it is done
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
  // Without a terminal, a printed line cannot be replaced.
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

/** A duration as text. */
function seconds(ms: number): string {
  return ms < 950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
