import { countSeptets } from '#domain/messaging/messages/gsm-alphabet.browser.ts';
import { runAtOnce, runInSlices } from '#platform/in-slices.ts';
import type { Chain, Entity, Header, Registry, Template } from '../registry/contract.browser.ts';
import { toWhitelist, type Whitelist } from './find-calls-to-action.ts';
import { withPlainLineEnds } from './line-ends.ts';
import { type Pattern, toPattern } from './match-template.ts';
import { indexTemplates, type TemplateIndex } from './template-index.ts';
import { type Finding, finding } from './verdicts.ts';

/** A template with what is the same for each message. */
export type CompiledTemplate = Template & {
  /** Of its text with plain line ends, as messages are compared. */
  pattern: Pattern;
  /** What is to be said of it whatever the message is. */
  notes: Finding[];
  isUntagged: boolean;
  /** Whether it is registered with other line ends than newlines. */
  hasLineEnds: boolean;
};

/** An account's registry, prepared once for all messages until it changes. */
export type CompiledRegistry = {
  isEmpty: boolean;
  entities: ReadonlyMap<string, Entity>;
  headers: ReadonlyMap<string, Header>;
  /** Whether the operator has approved any. */
  mayUseOwnHeader: boolean;
  /** The header of a message that names none: the only one, or the only one that may be used. */
  onlyHeader: string | null;
  /** By their lower case, to recognise one in other letters. */
  headersInLowerCase: ReadonlyMap<string, string>;
  templates: ReadonlyMap<string, CompiledTemplate>;
  index: TemplateIndex<CompiledTemplate>;
  whitelist: Whitelist;
  chains: readonly Chain[];
};

/** Whether the operator of the installation has approved it, whatever DLT says of it since. */
export const isDecided = ({ status }: Header) => status !== 'pending' && status !== 'declined';

const findOnly = (headers: readonly Header[]) =>
  headers.length === 1 ? (headers[0]?.header ?? null) : null;

/** Compiles at once: for a few templates, each of which takes some hundredths of a millisecond. */
export const compileRegistry = (registry: Registry): CompiledRegistry =>
  runAtOnce(compile(registry));

/** Compiles in slices, for as many templates as an account may have. */
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
