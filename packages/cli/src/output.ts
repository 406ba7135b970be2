import { styleText } from 'node:util';
import { AuthenticationError, DakiyaError, PermissionDeniedError } from '../../node/src/dakiya.ts';

/** The exit codes of every command. `auth`: the API key is missing or wrong, or may not make the call. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, auth: 3 } as const;

/** An error that is only this sentence for the user. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

type Colour = 'green' | 'red' | 'yellow' | 'dim' | 'bold';

/** Colours a text, unless the output is not a terminal, or `NO_COLOR` is set (https://no-color.org). */
export function paint(colour: Colour, text: string, stream: NodeJS.WriteStream = process.stdout) {
  const isColoured = stream.isTTY && !process.env.NO_COLOR;
  return isColoured ? styleText(colour, text, { validateStream: false }) : text;
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Prints to stderr, so that stdout, which may be piped, has only results. */
export const note = (line: string): void => void process.stderr.write(`${line}\n`);

/** Prints a result: as JSON with `--json`, otherwise as `render` describes it. */
export function printResult<T>(result: T, isJson: boolean, render: (result: T) => string): void {
  print(isJson ? JSON.stringify(result, null, 2) : render(result));
}

const stateColours: Record<string, Colour> = {
  delivered: 'green',
  verified: 'green',
  undelivered: 'red',
  failed: 'red',
  expired: 'red',
};

/** The state of a message, coloured, as wide as the longest state. */
export const paintState = (state: string): string =>
  paint(stateColours[state] ?? 'yellow', state.padEnd(11));

/** A local time with seconds: `2026-11-29 14:02:09`. */
export const formatTime = (iso: string): string =>
  new Date(iso).toLocaleString('sv-SE', { timeZoneName: undefined });

/** Aligns names and values in two columns, and leaves out values that are null or undefined. */
export function formatFacts(facts: [name: string, value: unknown][]): string {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '');
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

/** Prints an error with what helps to correct it. @returns the exit code */
export function reportError(error: unknown, isJson: boolean): number {
  const { message } = error as Error;
  if (error instanceof DakiyaError) {
    const { code, status, param, docUrl, requestId, details } = error;
    if (isJson) {
      note(
        JSON.stringify({ error: { code, status, message, param, docUrl, requestId, ...details } }),
      );
    } else {
      note(`${paint('red', '✗', process.stderr)} ${message}`);
      const facts: [string, unknown][] = [
        ['code', code],
        ['field', param],
        ['more', docUrl],
        ['request', requestId],
      ];
      if (facts.some(([, value]) => value)) note(formatFacts(facts).replaceAll(/^/gm, '  '));
    }
    const isAuth = error instanceof AuthenticationError || error instanceof PermissionDeniedError;
    return isAuth ? exitCodes.auth : exitCodes.failed;
  }
  if (error instanceof CommandError || error instanceof TypeError) {
    if (isJson) note(JSON.stringify({ error: { code: null, message } }));
    else note(`${paint('red', '✗', process.stderr)} ${message}`);
    return error instanceof CommandError ? error.exitCode : exitCodes.usage;
  }
  throw error;
}
