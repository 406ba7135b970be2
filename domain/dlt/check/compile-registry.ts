import { countSeptets } from '#domain/sms/gsm-alphabet.browser.ts';
import { runAtOnce, runInSlices } from '#platform/in-slices.ts';
import type { Chain, Entity, Header, Registry, Template } from '../registry/contract.browser.ts';
import type { TemplateParts } from '../registry/parse-template.browser.ts';
import { toWhitelist, type Whitelist } from './find-calls-to-action.ts';
import { type Pattern, type Span, toPattern } from './match-template.ts';
import { type Finding, finding } from './verdicts.ts';

/** A template with all data that can be computed before a message arrives. */
export type CompiledTemplate = Template & {
  /** The pattern of the text with newlines as line ends, because messages are compared in this form. */
  pattern: Pattern;
  /** Findings that apply to every message of the template. */
  notes: Finding[];
  isUntagged: boolean;
  /** Whether the registered text has line ends other than newlines. */
  hasLineEnds: boolean;
};

/** The length of a gram in characters. A gram is a piece of fixed text; the index finds templates by their grams. */
const gramLength = 4;

/** The length of grams for templates that share all longer grams, such as templates that differ only in a one-digit number. */
const shortGramLength = 3;

/** How many templates may have the same gram before shorter grams tell them apart. */
const crowded = 4;

/**
 * How many positions in the fixed texts of all templates are sampled to find rare grams. Sampling takes a tenth of a second.
 */
const samples = 200_000;

/** The number of possible values of `placeOf`. */
const knownPlaces = 0x10000;

/** Templates by their rarest gram of one length. */
type GramIndex<T> = {
  byGram: ReadonlyMap<number, readonly T[]>;
  /**
   * Has a 1 at `placeOf(gram)` for each gram in `byGram`. Most grams of a message belong to no template, and a look into this
   * table excludes them quickly.
   */
  known: Uint8Array;
};

/**
 * Templates by a gram of their fixed text. Each message that matches the template contains that gram. Beginnings and ends
 * of texts would not narrow the search, because most templates begin with `Dear {#var#}` and end with the same brand.
 */
type TemplateIndex<T> = {
  long: GramIndex<T>;
  /** Null if the longer grams tell all templates apart. */
  short: GramIndex<T> | null;
  /** Templates whose fixed texts are all shorter than a gram. They are compared with every message. */
  rest: readonly T[];
};

/** Indexes templates by their rarest gram. Yields after each template, so that the caller can pause. */
function* indexTemplates<T extends { pattern: Pattern }>(
  templates: readonly T[],
): Generator<void, TemplateIndex<T>> {
  const long = yield* groupByGram(templates, gramLength);
  const alike = [...long.rest];
  for (const [gram, list] of long.byGram) {
    if (list.length <= crowded) continue;
    alike.push(...list);
    long.byGram.delete(gram);
  }
  const short = yield* groupByGram(alike, shortGramLength);
  return {
    long: { byGram: long.byGram, known: toKnown(long.byGram) },
    short: short.byGram.size > 0 ? { byGram: short.byGram, known: toKnown(short.byGram) } : null,
    rest: short.rest,
  };
}

function* groupByGram<T extends { pattern: Pattern }>(
  templates: readonly T[],
  length: number,
): Generator<void, { byGram: Map<number, T[]>; rest: T[] }> {
  const gramsOf: Set<number>[] = [];
  const uses = new Map<number, number>();
  for (const { pattern } of templates) {
    const grams = sampleGrams(pattern.texts, length, samples / templates.length);
    for (const gram of grams) uses.set(gram, (uses.get(gram) ?? 0) + 1);
    gramsOf.push(grams);
    yield;
  }
  const byGram = new Map<number, T[]>();
  const rest: T[] = [];
  for (const [at, template] of templates.entries()) {
    yield;
    const rarest = findRarest(gramsOf[at] as Set<number>, uses);
    const list = rarest === undefined ? rest : byGram.get(rarest);
    if (list) list.push(template);
    else byGram.set(rarest as number, [template]);
  }
  return { byGram, rest };
}

function toKnown(byGram: ReadonlyMap<number, unknown>): Uint8Array {
  const known = new Uint8Array(knownPlaces);
  for (const gram of byGram.keys()) known[placeOf(gram)] = 1;
  return known;
}

function findRarest(grams: Set<number>, uses: ReadonlyMap<number, number>): number | undefined {
  let rarest: number | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const gram of grams) {
    const count = uses.get(gram) as number;
    if (count < fewest) [rarest, fewest] = [gram, count];
  }
  return rarest;
}

/**
 * Returns hashes of the grams at evenly spaced positions. With the first positions instead, the beginnings that many templates
 * share would use up all samples.
 */
function sampleGrams(texts: readonly Uint32Array[], length: number, most: number): Set<number> {
  const places = texts.reduce((sum, text) => sum + Math.max(0, text.length - length + 1), 0);
  const step = Math.max(1, Math.ceil(places / most));
  const grams = new Set<number>();
  let place = 0;
  for (const text of texts) {
    for (let at = 0; at + length <= text.length; at += 1) {
      if (place % step === 0) grams.add(hashGram(text, at, length));
      place += 1;
    }
  }
  return grams;
}

/** @returns the templates that may match a message: all templates that match, and few others */
export function findCandidates<T>(
  { long, short, rest }: TemplateIndex<T>,
  message: Uint32Array,
): T[] {
  const found = new Set<readonly T[]>([rest]);
  let gram = 0;
  for (let at = 0; at < message.length; at += 1) {
    gram = addPoint(gram, message[at] as number);
    if (at + 1 >= gramLength && long.known[placeOf(gram)] === 1) {
      const list = long.byGram.get(gram);
      if (list) found.add(list);
    }
    if (short && at + 1 >= shortGramLength && short.known[placeOf(toShort(gram))] === 1) {
      const list = short.byGram.get(toShort(gram));
      if (list) found.add(list);
    }
  }
  return [...found].flat();
}

function hashGram(points: Uint32Array, at: number, length: number): number {
  let gram = 0;
  for (let i = at; i < at + length; i += 1) gram = addPoint(gram, points[i] as number);
  return length === gramLength ? gram : toShort(gram);
}

/** The hash of the last three code points, from the hash of the last four: each is shifted by eight bits. */
const toShort = (gram: number) => gram & 0xffffff;

/**
 * Adds a code point to the hash of the last four code points. If different grams have the same hash, a template that cannot
 * match is compared too. That only costs time.
 */
const addPoint = (gram: number, point: number) => ((gram << 8) + point) | 0;

const placeOf = (gram: number) => Math.imul(gram, 0x9e3779b1) >>> 16;

/** An account's registry, prepared once for all messages until it changes. */
export type CompiledRegistry = {
  isEmpty: boolean;
  entities: ReadonlyMap<string, Entity>;
  headers: ReadonlyMap<string, Header>;
  /** Whether the operator of the installation has approved any header. */
  mayUseOwnHeader: boolean;
  /**
   * The header for messages that name no header: the account's only header, or its only approved header; null if there is no
   * such header.
   */
  onlyHeader: string | null;
  /** Headers by their name in lower case, to recognise a header in the wrong case. */
  headersInLowerCase: ReadonlyMap<string, string>;
  templates: ReadonlyMap<string, CompiledTemplate>;
  index: TemplateIndex<CompiledTemplate>;
  whitelist: Whitelist;
  chains: readonly Chain[];
};

/**
 * Whether the operator of the installation has approved the header, even if DLT has suspended or blacklisted it since then.
 */
export const isDecided = ({ status }: Header) => status !== 'pending' && status !== 'declined';

const findOnly = (headers: readonly Header[]) =>
  headers.length === 1 ? (headers[0]?.header ?? null) : null;

/** Compiles synchronously. Use it for a few templates; each takes a few hundredths of a millisecond. */
export const compileRegistry = (registry: Registry): CompiledRegistry =>
  runAtOnce(compile(registry));

/** Compiles in slices, so that other requests run in between. Use it for whole registries. */
export const compileInSlices = (registry: Registry): Promise<CompiledRegistry> =>
  runInSlices(compile(registry));

function* compile(registry: Registry): Generator<void, CompiledRegistry> {
  const { entities, headers, chains } = registry;
  const templates: CompiledTemplate[] = [];
  for (const template of registry.templates) {
    templates.push(compileTemplate(template));
    yield;
  }
  const index = yield* indexTemplates(templates);
  return {
    isEmpty: entities.length + headers.length + templates.length === 0,
    entities: new Map(entities.map((one) => [one.entityId, one])),
    headers: new Map(headers.map((one) => [one.header, one])),
    mayUseOwnHeader: headers.some(isDecided),
    onlyHeader: findOnly(headers) ?? findOnly(headers.filter(isDecided)),
    headersInLowerCase: new Map(headers.map(({ header }) => [header.toLowerCase(), header])),
    templates: new Map(templates.map((one) => [one.templateId, one])),
    index,
    whitelist: toWhitelist(registry.links),
    chains,
  };
}

/**
 * Replaces each line end by a newline. HTML forms send CRLF (HTML standard, multipart/form-data and urlencoded), so portals
 * store CRLF for typed line breaks, but API clients send LF. People can neither see nor correct this difference.
 */
export const withPlainLineEnds = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;

/** Converts a position in the result of `withPlainLineEnds` to the position in the original text, both in code points. */
export function placeInOriginal(text: string, position: number): number {
  let place = 0;
  let plain = 0;
  let previous = '';
  for (const character of text) {
    // CR and LF of a CRLF are one character of the plain text.
    if (!(character === '\n' && previous === '\r')) {
      if (plain === position) return place;
      plain += 1;
    }
    place += 1;
    previous = character;
  }
  return place;
}

/**
 * Gives the fixed text of a message the line ends of its template, because operators compare the submitted text with the
 * registered one. The values do not change.
 *
 * @param plain the message, with newlines as line ends
 * @param spans the positions of its values, in code points
 */
export function withLineEndsOf(
  { texts }: Pick<TemplateParts, 'texts'>,
  plain: string,
  spans: readonly Span[],
): string {
  const characters = [...plain];
  const values = spans.map(({ from, to }) => characters.slice(from, to).join(''));
  return texts.map((text, at) => text + (values[at] ?? '')).join('');
}

function compileTemplate(template: Template): CompiledTemplate {
  const { kind, texts, slots, headers } = template;
  const notes: Finding[] = [];
  if (headers.length > 1) notes.push(finding('dlt_template_multi_header', 'template_id'));
  if (kind === 'text' && texts.some((text) => countSeptets(text) === null)) {
    notes.push(finding('dlt_template_encoding_mismatch', 'template_id'));
  }
  const isUntagged = slots.some(({ type }) => type === 'var');
  const pattern = toPattern({ texts: texts.map(withPlainLineEnds), slots });
  const hasLineEnds = texts.some((text) => text.includes('\r'));
  return { ...template, pattern, notes, isUntagged, hasLineEnds };
}
