import { colorize } from './terminal.ts';

/** Pino's numbers for the levels that need attention. */
const levels = [
  { from: 50, name: 'ERROR', style: 'red' },
  { from: 40, name: 'WARN', style: 'yellow' },
  { from: 30, name: 'INFO', style: 'green' },
  { from: 0, name: 'DEBUG', style: 'dim' },
] as const;

/**
 * Formats a program's JSON log line for people: time, level, message, and the rest as `name=value`. Other
 * lines are returned unchanged.
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

/** The message of a log line; null if it is not a log line. */
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
    // Other output may also begin with a brace.
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
