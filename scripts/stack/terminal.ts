import { styleText } from 'node:util';
import { inherited } from '../environment.ts';

const isTerminal = process.stdout.isTTY === true;
/** Whether colours are shown. */
export const colourful = isTerminal && !inherited.NO_COLOR;

/** Whether the cursor stands behind the title of a step under way. */
let isOpen = false;

type Style = Parameters<typeof styleText>[0];

/** Text in a colour or weight, where the terminal shows such. */
export function colorize(style: Style, text: string): string {
  return colourful ? styleText(style, text) : text;
}

/** Writes a line, in the place of the title of a step under way. */
export function printLine(line = ''): void {
  process.stdout.write(`${isOpen ? '\r\u001b[K' : ''}${line}\n`);
  isOpen = false;
}

/**
 * Does one step and shows it: what is going on, then a tick and how long it took.
 *
 * @param title what is done, such as `Building`
 * @param done the words to show when it is done
 * @throws whatever `work` throws, after a cross in the tick's place
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
  // Where no line can be taken back, only what lasts is announced.
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

/** A detail of the step under way. */
export function printDetail(line: string): void {
  printLine(`    ${colorize('dim', line)}`);
}

/** A duration in words. */
function seconds(ms: number): string {
  return ms < 950 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
