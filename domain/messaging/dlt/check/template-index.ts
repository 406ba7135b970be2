import type { Pattern } from './match-template.ts';

/** Characters of a fixed text that a message is looked through for. */
const gramLength = 4;

/** Places of fixed texts from which the rarest are chosen, of all templates together: a tenth of a second. */
const samples = 200_000;

/** As many as `placeOf` tells apart. */
const knownPlaces = 0x10000;

/**
 * Templates by a piece of their fixed text, which each message must have that fits. Beginnings and ends would not do:
 * most templates begin with `Dear {#var#}` and end with the same brand.
 */
export type TemplateIndex<T> = {
  byGram: ReadonlyMap<number, readonly T[]>;
  /** 1 at the place of each piece: most pieces of a message are of no template, and are passed by quickly. */
  known: Uint8Array;
  /** Templates whose fixed texts are all shorter than a piece: they are tried with each message. */
  rest: readonly T[];
};

/** May be interrupted after each template. */
export function* indexTemplates<T extends { pattern: Pattern }>(
  templates: readonly T[],
): Generator<void, TemplateIndex<T>> {
  const gramsOf: Set<number>[] = [];
  const uses = new Map<number, number>();
  for (const { pattern } of templates) {
    const grams = sampleGrams(pattern.texts, samples / templates.length);
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
  const known = new Uint8Array(knownPlaces);
  for (const gram of byGram.keys()) known[placeOf(gram)] = 1;
  return { byGram, known, rest };
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

/** Evenly over all places, so that the beginnings that many templates share do not use the samples up. */
function sampleGrams(texts: readonly Uint32Array[], most: number): Set<number> {
  const places = texts.reduce((sum, text) => sum + Math.max(0, text.length - gramLength + 1), 0);
  const step = Math.max(1, Math.ceil(places / most));
  const grams = new Set<number>();
  let place = 0;
  for (const text of texts) {
    for (let at = 0; at + gramLength <= text.length; at += 1) {
      if (place % step === 0) grams.add(hashGram(text, at));
      place += 1;
    }
  }
  return grams;
}

/** @returns the templates that may fit a message: all that do, and hardly any other */
export function findCandidates<T>(
  { byGram, known, rest }: TemplateIndex<T>,
  message: Uint32Array,
): T[] {
  const grams = new Set<number>();
  let gram = 0;
  for (let at = 0; at < message.length; at += 1) {
    gram = addPoint(gram, message[at] as number);
    if (at + 1 >= gramLength && known[placeOf(gram)] === 1) grams.add(gram);
  }
  const found = [...rest];
  for (const gram of grams) for (const one of byGram.get(gram) ?? []) found.push(one);
  return found;
}

function hashGram(points: Uint32Array, at: number): number {
  let gram = 0;
  for (let i = at; i < at + gramLength; i += 1) gram = addPoint(gram, points[i] as number);
  return gram;
}

/** The hash of the last four code points. Two pieces may have the same: then a candidate is tried in vain. */
const addPoint = (gram: number, point: number) => ((gram << 8) + point) | 0;

const placeOf = (gram: number) => Math.imul(gram, 0x9e3779b1) >>> 16;
