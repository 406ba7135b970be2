import type { Header, Registry, Template } from '../registry/contract.ts';
import { parseTemplate } from '../registry/parse-template.ts';
import { type CompiledRegistry, compileRegistry } from './compile-registry.ts';

export const entityId = '1101172974420810001';
export const otherEntityId = '1101172974420810002';
export const templateId = '1107160000000000001';

/** 12:00 in India. */
export const noon = new Date('2026-11-24T06:30:00Z');

export const aHeader = (more: Partial<Header> = {}): Header => ({
  header: 'ACMEIN',
  entityId,
  category: 'service_implicit',
  status: 'approved',
  lastUsedAt: noon,
  ...more,
});

/** @throws if the body cannot be parsed */
export function aTemplate(body: string, more: Partial<Template> = {}): Template {
  const parts = parseTemplate(body);
  if ('problem' in parts) throw new Error(parts.problem);
  return {
    ...parts,
    templateId,
    entityId,
    category: 'service_implicit',
    kind: 'unicode',
    status: 'approved',
    headers: ['ACMEIN'],
    ...more,
  };
}

/** An account with one entity and one header. */
export const aRegistry = (more: Partial<Registry> = {}): CompiledRegistry =>
  compileRegistry({
    entities: [{ entityId, name: 'Acme', status: 'active' }],
    headers: [aHeader()],
    templates: [],
    links: [],
    chains: [],
    ...more,
  });
