import { setTimeout as pause } from 'node:timers/promises';
import { checkDlt } from '#domain/dlt/check/check-dlt.ts';
import { type CompiledRegistry, compileRegistry } from '#domain/dlt/check/compile-registry.ts';
import { createProfile } from '#domain/dlt/check/profile.ts';
import { parseTemplate } from '#domain/dlt/registry/parse-template.browser.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { countSegments } from '#domain/sms/segments.browser.ts';
import { step } from '#scripts/stack/terminal.ts';
import { residentMiB } from '../processes.ts';
import { atLeast, median, type Report } from '../report.ts';
import { type Bench, type Dakiya, unlimited, withDakiya } from '../run.ts';

const rounds = 5;

/** Number of texts or messages per round. */
const perRound = 20_000;

/**
 * Measures how many times a rule can be applied per second of processor time on one core.
 *
 * @param wanted the target, in applications per second
 * @param applyAll applies the rule to all texts or messages of a round
 */
async function measureRule(what: string, wanted: number, applyAll: () => void): Promise<Report> {
  const measure = () => {
    const began = process.cpuUsage();
    applyAll();
    const { user, system } = process.cpuUsage(began);
    return perRound / ((user + system) / 1_000_000);
  };
  const rates = await step(`${what}, ${rounds} rounds`, async () => {
    // The warm-up is not counted, because the JIT compiler must optimise the code first.
    measure();
    return Array.from({ length: rounds }, measure);
  });
  const perSecond = median(rates);
  const target = atLeast(1, perSecond, wanted, `≥ 1.00 of ${wanted.toLocaleString('en')}/s`);
  return { rows: [{ what, perSecond, target }], memory: [], errors: [] };
}

/**
 * Counts the segments of typical, distinct Hindi texts. Text in another writing system than Latin is split at character
 * boundaries, and this must not delay requests.
 */
export function countHindi(): Promise<Report> {
  const length = 330;
  const texts = Array.from({ length: perRound }, (_, serial) =>
    `${serial} ${'नमस्ते, आपका ऑर्डर भेज दिया गया है। '.repeat(10)}`.slice(0, length),
  );
  return measureRule(`segments counted, Hindi of ${length} characters`, 20_000, () => {
    for (const text of texts) countSegments(text);
  });
}

const templateCount = 1_000;
const messageLength = 160;
const entityId = '1101172974420810001';
const header = 'ACMEIN';
const profile = createProfile();
const noon = new Date('2026-11-24T06:30:00Z');

const templateId = (serial: number) => String(1107160000000000000n + BigInt(serial));

/**
 * A body like most templates: it has the same beginning and end as other bodies, and differs in the words between the
 * two.
 */
const usualBody = (serial: number) =>
  `Dear {#alphanumeric#}, your order {#numeric#} for item ${serial * 7919} of our shop was handed to the courier today, please keep the code {#numeric#} ready. - ACME`;

/** A body that begins with a slot, and differs from others only in a number. */
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
  const times = { lastUsedAt: noon, decidedAt: noon };
  return compileRegistry({
    entities: [{ entityId, name: 'Acme', status: 'active' }],
    headers: [{ header, entityId, category: 'service_implicit', status: 'approved', ...times }],
    templates,
    links: [],
    chains: [],
  });
}

/** Creates a message of `messageLength` characters that matches a template. */
function messageOf(body: string, serial: number): string {
  const fill = (name: string) =>
    body
      .replace('{#alphanumeric#}', name)
      .replace('{#numeric#}', String(100_000 + serial))
      .replace('{#numeric#}', String(400_000 + serial));
  return fill('A'.repeat(Math.max(1, messageLength + 1 - fill('A').length)));
}

const lookups = [
  { what: 'DLT checks, template by its id', bodyOf: usualBody, isById: true },
  { what: `DLT checks, found among ${templateCount} by its text`, bodyOf: usualBody },
  { what: `DLT checks, all ${templateCount} begin with a slot`, bodyOf: alikeBody },
];

/** Measures how fast messages are checked against an account's templates. */
export async function checkTemplates(): Promise<Report> {
  const reports: Report[] = [];
  for (const { what, bodyOf, isById = false } of lookups) {
    const registry = registryOf(bodyOf);
    const messages = Array.from({ length: perRound }, (_, serial) => ({
      text: messageOf(bodyOf(serial % templateCount), serial),
      sender: header,
      templateId: isById ? templateId(serial % templateCount) : undefined,
    }));
    const report = await measureRule(what, 50_000, () => {
      for (const message of messages) {
        const { verdict } = checkDlt(message, registry, noon, profile);
        invariant(verdict === 'ok', `the messages of the benchmark are accepted, not ${verdict}`);
      }
    });
    reports.push(report);
  }
  return { rows: reports.flatMap(({ rows }) => rows), memory: [], errors: [] };
}

/** The number of templates that an account may have. */
const importedRows = 10_000;

/** Creates a portal's export with bodies of about 130 characters. */
function csv(): string {
  const row = (_: unknown, at: number) =>
    `${1107161700000100000n + BigInt(at)},Order ${at},"Dear {#alphanumeric#}, your order {#numeric#} for item ${at} was handed to the courier. Please keep the code {#numeric#} ready. - ACME",Service Implicit,ACMEIN,Approved`;
  const headings = 'Template ID,Template Name,Template Content,Category,Header,Status';
  return [headings, ...Array.from({ length: importedRows }, row)].join('\n');
}

/**
 * Measures how long it takes to import as many templates as an account may have, from the upload to the end of the import.
 */
export function importTemplates(bench: Bench): Promise<Report> {
  return withDakiya(bench, unlimited, async (dakiya) => {
    const worker = await dakiya.startWorker();
    const file = csv();
    const seconds = await step(`Importing ${importedRows.toLocaleString('en')} templates`, () =>
      importFile(dakiya, file),
    );
    const perSecond = importedRows / seconds;
    const memory = { web: residentMiB(dakiya.pids.web), worker: residentMiB(worker.pid) };
    const target = atLeast(1, perSecond, importedRows / 10, '≥ 1.00 of 10,000 in 10 s');
    return {
      rows: [{ what: 'DLT templates imported, 10,000 in a file', perSecond, target }],
      memory: [{ when: 'after importing 10,000 templates', ...memory }],
      errors: [],
    };
  });
}

/** Imports a file. @returns how many seconds it took */
async function importFile({ url, headers: jsonHeaders }: Dakiya, file: string): Promise<number> {
  // The content type of a form contains its boundary, so `fetch` must set it.
  const { 'content-type': _, ...headers } = jsonHeaders;
  const form = new FormData();
  const fields = { entity_id: entityId, entity_name: 'Acme', create_missing: 'true' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File([file], 'templates.csv'));
  const began = performance.now();
  const address = `${url}/api/v1/dlt`;
  const sent = await fetch(`${address}/templates/import`, { method: 'POST', headers, body: form });
  const answer = await sent.json();
  invariant(sent.ok, `the import is accepted: ${answer.message}`);
  let { data } = answer;
  while (data.state === 'queued' || data.state === 'running') {
    await pause(50);
    data = (await (await fetch(`${address}/imports/${data.id}`, { headers })).json()).data;
  }
  const isDone = data.counts?.new === importedRows;
  invariant(isDone, `the import is done, not ${data.state}: ${data.reason}`);
  return (performance.now() - began) / 1_000;
}
