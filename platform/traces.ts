import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { z } from 'zod';
import { product } from '#product.ts';
import { fetchJson } from './http/fetch-json.ts';
import { shareOfId } from './ids.ts';
import { perInstance } from './instance.ts';
import { logger, redactText } from './logger.ts';
import { counter } from './metrics/instruments.ts';
import { defineSettings, textFor } from './settings.ts';
import { onShutdown } from './shutdown.ts';

/** Parses `name=value,name=value`, percent-encoded. @throws Error for a part without a name */
function parseHeaders(list: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const part of list.split(',').filter((text) => text.trim() !== '')) {
    const [name = '', ...value] = part.split('=');
    if (value.length === 0 || !/^[\w-]+$/.test(name.trim())) {
      throw new Error('write name=value, separated by commas');
    }
    headers[name.trim()] = decodeURIComponent(value.join('=').trim());
  }
  return headers;
}

/** The settings have the names that OpenTelemetry gives them (https://opentelemetry.io/docs/specs/otel/protocol/exporter). */
const traceSettings = defineSettings({
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_HEADERS: textFor(parseHeaders).default(''),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
  OTEL_SERVICE_NAME: z.string().max(100).default(product.slug),
});

/** Identifies a span: 32 and 16 hexadecimal digits. */
export type SpanRef = { traceId: string; spanId: string };

/** The kinds of spans, with their numbers in OTLP. */
const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };

export type Span = SpanRef & {
  parentId?: string;
  /** The name of the operation. There are only a few different names, so a name never contains an id. */
  name: string;
  kind: keyof typeof kinds;
  /** Milliseconds since 1970. */
  startMs: number;
  endMs: number;
  /** The details of the operation, which never include phone numbers, texts, codes or keys. Undefined values are left out. */
  attributes: Record<string, string | number | undefined>;
  /** Why the operation failed. */
  error?: string | null;
  links?: SpanRef[];
};

/**
 * The trace and the first span of a message or request, derived from its id. So every process finds the same trace without
 * storing or passing it on.
 */
export function traceOf(id: string): SpanRef {
  const digits = createHash('sha256').update(id).digest('hex');
  return { traceId: digits.slice(0, 32), spanId: digits.slice(32, 48) };
}

/** Creates the id of a further span. */
export const newSpanId = (): string => randomBytes(8).toString('hex');

/** Parses `traceparent` (https://www.w3.org/TR/trace-context). @returns null if it is missing or invalid */
export function parseTraceparent(text: string | null): SpanRef | null {
  const [, traceId = '', spanId = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text ?? '') ?? [];
  return /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) ? { traceId, spanId } : null;
}

/** Maximum number of spans in memory, and in one request. More spans are dropped and counted. */
const maxWaiting = 4_096;
const maxPerRequest = 512;

/** How long the first span of a batch waits for further spans, in milliseconds. */
const delayMs = 2_000;

/** Maximum number of traces per second that are kept although they are not in the sample, because they failed. */
const failuresPerSecond = 10;

const spans = counter<'result'>({
  name: 'dakiya_trace_spans_total',
  help: 'Spans by result: exported, or dropped because the collector was too slow or not reachable.',
  labelNames: ['result'],
  from0: [{ result: 'exported' }, { result: 'dropped' }],
});

const toValue = (value: string | number) => {
  if (typeof value === 'string') return { stringValue: redactText(value).slice(0, 200) };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};

const toAttributes = (values: Span['attributes']) =>
  Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toValue(value) }],
  );

const toNanoseconds = (ms: number) => String(BigInt(Math.round(ms)) * 1_000_000n);

/** @returns a span in OTLP's JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding) */
const toOtlp = ({ parentId, kind, startMs, endMs, attributes, error, links, ...span }: Span) => ({
  ...span,
  ...(parentId && { parentSpanId: parentId }),
  kind: kinds[kind],
  startTimeUnixNano: toNanoseconds(Math.min(startMs, endMs)),
  endTimeUnixNano: toNanoseconds(endMs),
  attributes: toAttributes(attributes),
  ...(links && { links }),
  status: error ? { code: 2, message: redactText(error).slice(0, 200) } : {},
});

function createExporter(endpoint: string) {
  const { OTEL_EXPORTER_OTLP_HEADERS: list, OTEL_SERVICE_NAME: service } = traceSettings;
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const headers = { ...parseHeaders(list), 'content-type': 'application/json' };
  const attributes = toAttributes({
    'service.name': service,
    'service.instance.id': `${hostname()}:${process.pid}`,
  });
  const waiting: Span[] = [];
  let sending: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting.splice(0, maxPerRequest);
    const body = JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes },
          scopeSpans: [{ scope: { name: product.slug }, spans: batch.map(toOtlp) }],
        },
      ],
    });
    try {
      await fetchJson(url, z.unknown(), { method: 'POST', headers, body });
      spans.inc({ result: 'exported' }, batch.length);
    } catch (error) {
      spans.inc({ result: 'dropped' }, batch.length);
      logger.debug({ error }, 'spans could not be exported');
    }
  }

  /** Sends a batch of the waiting spans, one request at a time. */
  function flush(): Promise<void> {
    sending ??= send().finally(() => {
      sending = null;
      if (waiting.length >= maxPerRequest) void flush();
      else if (waiting.length > 0) start();
    });
    return sending;
  }

  function start(): void {
    timer ??= setTimeout(() => void flush(), delayMs).unref();
  }

  onShutdown('traces', async () => {
    while (waiting.length > 0 || sending) await flush();
  });

  return (span: Span): void => {
    if (waiting.length >= maxWaiting) {
      spans.inc({ result: 'dropped' });
      return;
    }
    waiting.push(span);
    if (waiting.length >= maxPerRequest) void flush();
    else start();
  };
}

/**
 * Traces of OpenTelemetry, sent to a collector by OTLP over HTTP; null unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Spans are
 * made after an operation, from the times that are known anyway (docs/decisions/095).
 */
export const traces = perInstance(() => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = traceSettings;
  if (!endpoint) return null;
  const add = createExporter(endpoint);
  const failures = { second: 0, count: 0 };
  /** Whether a failed trace outside of the sample is kept. No customer can make us keep more than a few per second. */
  const mayKeepFailure = (): boolean => {
    const second = Math.floor(Date.now() / 1_000);
    if (second !== failures.second) Object.assign(failures, { second, count: 0 });
    failures.count += 1;
    return failures.count <= failuresPerSecond;
  };
  return {
    add,
    /**
     * Whether to add a span of the message or request with this id. Call it once per operation. Decides by the random
     * bits of the id. Hashing the id would be most of the cost of traces that are not kept.
     */
    keeps: (id: string, isFailed = false): boolean =>
      shareOfId(id) < share || (isFailed && mayKeepFailure()),
  };
});
