import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { product } from '#product.ts';
import { fetchJson } from './http/fetch-json.ts';
import { perInstance } from './instance.ts';
import { defineSettings, textFor } from './settings.ts';

/** Parses a DSN such as `https://key@sentry.example.in/7`. @returns the address for envelopes, and the key */
function parseDsn(dsn: string): { url: string; key: string } {
  const { protocol, username: key, host, pathname } = new URL(dsn);
  const [, folder = '', project] = /^(\/(?:.*\/)?)(\d+)\/?$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || !key || !project) {
    throw new Error('write https://key@host/project');
  }
  return { url: `${protocol}//${host}${folder}api/${project}/envelope/`, key };
}

const reportSettings = defineSettings({
  SENTRY_DSN: textFor(parseDsn).optional(),
  SENTRY_ENVIRONMENT: z.string().max(64).default('production'),
});

/** An error that was logged, without secrets, phone numbers and texts. */
export type LoggedError = {
  level: 'error' | 'fatal';
  /** The message of the log line. */
  message: string;
  error: { name: string; message: string; stack: string | undefined };
  tags: Record<string, string>;
};

/** The same error is reported at most once in this time, in milliseconds. */
const sameMs = 60_000;

/**
 * Maximum number of reports that wait, and of different errors that are remembered. If too many reports wait, new
 * reports are dropped. If too many errors are remembered, all are forgotten.
 */
const maxWaiting = 100;
const maxKnown = 500;

/**
 * Pause after a failed report, in milliseconds. Reports are dropped during the pause. It doubles up to the longest
 * pause.
 */
const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;

/** The frames of a stack, from the outermost to the innermost, as Sentry expects them. */
function toFrames(stack = '') {
  const frames = [...stack.matchAll(/^\s+at (?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/gm)];
  return frames.toReversed().map(([, name, filename, line, column]) => ({
    ...{ function: name ?? '<anonymous>', filename },
    ...{ lineno: Number(line), colno: Number(column) },
    in_app: !/node_modules|^node:/.test(filename ?? ''),
  }));
}

function createReporter(dsn: string) {
  const { url, key } = parseDsn(dsn);
  const { SENTRY_ENVIRONMENT: environment } = reportSettings;
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${key}, sentry_client=${product.slug}/1.0`,
  };
  /** When each error was last reported. */
  const known = new Map<string, number>();
  const waiting: string[] = [];
  let isSending = false;
  let pauseMs = 0;
  let pausedUntil = 0;

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let body = waiting.shift(); body; body = waiting.shift()) {
      try {
        await fetchJson(url, z.unknown(), { method: 'POST', headers, body });
        pauseMs = 0;
      } catch {
        // The error is in the log already. A failed report must not be logged as an error, because that error would be
        // reported too.
        pauseMs = Math.min(Math.max(firstPauseMs, pauseMs * 2), longestPauseMs);
        pausedUntil = performance.now() + pauseMs;
        waiting.length = 0;
      }
    }
    isSending = false;
  }

  return ({ level, message, error, tags }: LoggedError): void => {
    const now = performance.now();
    const frames = toFrames(error.stack);
    const innermost = frames.at(-1);
    const same = [message, error.name, innermost?.filename, innermost?.lineno].join('|');
    if (now < pausedUntil || waiting.length >= maxWaiting) return;
    if (now - (known.get(same) ?? Number.NEGATIVE_INFINITY) < sameMs) return;
    if (known.size >= maxKnown) known.clear();
    known.set(same, now);
    const id = randomUUID().replaceAll('-', '');
    const event = {
      event_id: id,
      timestamp: Date.now() / 1_000,
      platform: 'node',
      logger: product.slug,
      server_name: hostname(),
      ...{ level, environment, tags, message: { formatted: message } },
      exception: {
        values: [
          {
            type: error.name,
            value: error.message,
            ...(frames.length > 0 && { stacktrace: { frames } }),
          },
        ],
      },
    };
    const sentAt = new Date().toISOString();
    waiting.push(
      `${JSON.stringify({ event_id: id, sent_at: sentAt })}\n{"type":"event"}\n${JSON.stringify(event)}\n`,
    );
    void send();
  };
}

/**
 * Reports logged errors to Sentry or a server with the same interface, such as GlitchTip
 * (https://develop.sentry.dev/sdk/data-model/envelopes/); null unless `SENTRY_DSN` is set.
 */
export const errorReports = perInstance(() => {
  const { SENTRY_DSN: dsn } = reportSettings;
  return dsn ? createReporter(dsn) : null;
});
