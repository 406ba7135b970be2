import type { Header, Registry, Template } from '../registry/contract.browser.ts';
import { parseTemplate } from '../registry/parse-template.browser.ts';
import { checkDlt } from './check-dlt.ts';
import type { DltMessage, DltResult } from './check-identities.ts';
import { type CompiledRegistry, compileRegistry } from './compile-registry.ts';
import { createProfile } from './profile.ts';

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
  decidedAt: null,
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

/** A registered link, phone number and email address, for slots of these types. */
export const links = [
  { kind: 'url_dynamic', value: 'https://acme.in/t?' },
  { kind: 'number', value: '18001234567' },
  { kind: 'email', value: 'help@acme.in' },
] as const;

export const body = 'Dear {#var#}, your code is {#numeric#}. - ACME';
export const text = 'Dear Asha, your code is 482913. - ACME';
export const otherId = '1107160000000000002';

/** The changes that a test makes to a message, a registry and a profile. Without changes, `check` accepts the message. */
export type Given = {
  message?: Partial<DltMessage>;
  header?: Partial<Header>;
  template?: Partial<Template>;
  registry?: Partial<Registry>;
  profile?: Parameters<typeof createProfile>[0];
  now?: Date;
};

export function check({
  message,
  header,
  template,
  registry,
  profile,
  now = noon,
}: Given): DltResult {
  return checkDlt(
    { text, sender: 'ACMEIN', templateId, recipient: '+919876543210', ...message },
    aRegistry({ headers: [aHeader(header)], templates: [aTemplate(body, template)], ...registry }),
    now,
    createProfile(profile),
  );
}

export const codes = ({ warnings }: DltResult) => warnings.map(({ code }) => code);
