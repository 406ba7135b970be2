import { checkDlt } from '#domain/dlt/check/check-dlt.ts';
import { type CompiledRegistry, compileRegistry } from '#domain/dlt/check/compile-registry.ts';
import { createProfile } from '#domain/dlt/check/profile.browser.ts';
import { parseTemplate } from '#domain/dlt/registry/parse-template.browser.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { step } from '#scripts/stack/terminal.ts';
import { atLeast, type Report, type Row } from '../report.ts';
import { median } from '../statistics.ts';

const rounds = 5;

/** Messages per round. */
const perRound = 20_000;

const templateCount = 1_000;
const length = 160;
const entityId = '1101172974420810001';
const header = 'ACMEIN';
const profile = createProfile();
const noon = new Date('2026-11-24T06:30:00Z');

const templateId = (serial: number) => String(1107160000000000000n + BigInt(serial));

/** As most templates: one beginning and one end for all, and some words between that differ. */
const usualBody = (serial: number) =>
  `Dear {#alphanumeric#}, your order {#numeric#} for item ${serial * 7919} of our shop was handed to the courier today, please keep the code {#numeric#} ready. - ACME`;

/** Begins with a slot, and shares all fixed text with the others but a number. */
const alikeBody = (serial: number) =>
  `{#alphanumeric#} ${serial} {#numeric#} was handed to the courier today, and will be with you before the evening. Please keep your code {#numeric#} ready. Team ACME`;

function registryOf(bodyOf: (serial: number) => string): CompiledRegistry {
  const templates = Array.from({ length: templateCount }, (_, serial) => {
    const parts = parseTemplate(bodyOf(serial));
    invariant(!('problem' in parts), 'the body of the benchmark is a template');
    return {
      ...parts,
      ...{ templateId: templateId(serial), entityId, category: 'service_implicit' as const },
      ...{ kind: 'text' as const, status: 'approved' as const, headers: [header] },
    };
  });
  return compileRegistry({
    entities: [{ entityId, name: 'Acme', status: 'active' }],
    headers: [
      {
        header,
        entityId,
        category: 'service_implicit',
        status: 'approved',
        lastUsedAt: noon,
        decidedAt: noon,
      },
    ],
    templates,
    links: [],
    chains: [],
  });
}

/** A message of `length` characters that fits a template. */
function messageOf(body: string, serial: number): string {
  const fill = (name: string) =>
    body
      .replace('{#alphanumeric#}', name)
      .replace('{#numeric#}', String(100_000 + serial))
      .replace('{#numeric#}', String(400_000 + serial));
  return fill('A'.repeat(Math.max(1, length + 1 - fill('A').length)));
}

const scenarios = [
  { what: 'DLT checks, template by its id', bodyOf: usualBody, isById: true },
  {
    what: `DLT checks, found among ${templateCount} by its text`,
    bodyOf: usualBody,
    isById: false,
  },
  { what: `DLT checks, all ${templateCount} begin with a slot`, bodyOf: alikeBody, isById: false },
];

/** Measures how many messages are checked against an account's templates, by processor time of one core. */
export async function checkTemplates(): Promise<Report> {
  const rows: Row[] = [];
  for (const { what, bodyOf, isById } of scenarios) {
    const registry = registryOf(bodyOf);
    const messages = Array.from({ length: perRound }, (_, serial) => ({
      text: messageOf(bodyOf(serial % templateCount), serial),
      sender: header,
      templateId: isById ? templateId(serial % templateCount) : undefined,
    }));
    const rates = await step(`${what}, ${rounds} rounds`, async () => {
      checkAll(messages, registry);
      return Array.from({ length: rounds }, () => perRound / checkAll(messages, registry));
    });
    const perSecond = median(rates);
    rows.push({ what, perSecond, target: atLeast(1, perSecond, 50_000, '≥ 1.00 of 50,000/s') });
  }
  return { rows, memory: [], errors: [] };
}

/** @returns seconds of processor time */
function checkAll(messages: Parameters<typeof checkDlt>[0][], registry: CompiledRegistry): number {
  const began = process.cpuUsage();
  for (const message of messages) {
    const { verdict } = checkDlt(message, registry, noon, profile);
    invariant(verdict === 'ok', `the messages of the benchmark are accepted, not ${verdict}`);
  }
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000_000;
}
