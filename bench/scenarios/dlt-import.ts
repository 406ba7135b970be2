import { invariant } from '#domain/shared/errors.browser.ts';
import { step } from '#scripts/stack/terminal.ts';
import { residentMiB } from '../memory.ts';
import { atLeast, type Report } from '../report.ts';
import { type Bench, type Dakiya, withDakiya } from '../stack/dakiya.ts';

/** As many as an account may have. */
const rows = 10_000;

const carrier = { window: 50, rate: 100_000 };

/** A portal's export, each body with 130 characters or so. */
function csv(): string {
  const row = (_: unknown, at: number) =>
    `${1107161700000100000n + BigInt(at)},Order ${at},"Dear {#alphanumeric#}, your order {#numeric#} for item ${at} was handed to the courier. Please keep the code {#numeric#} ready. - ACME",Service Implicit,ACMEIN,Approved`;
  const headings = 'Template ID,Template Name,Template Content,Category,Header,Status';
  return [headings, ...Array.from({ length: rows }, row)].join('\n');
}

/** Measures how long an import of as many templates as an account may have takes, from the upload to its end. */
export function importTemplates(bench: Bench): Promise<Report> {
  return withDakiya(bench, carrier, async (dakiya) => {
    const worker = await dakiya.startWorker();
    const file = csv();
    const seconds = await step(`Importing ${rows.toLocaleString('en')} templates`, () =>
      importFile(dakiya, file),
    );
    const perSecond = rows / seconds;
    const memory = { web: residentMiB(dakiya.web.pid), worker: residentMiB(worker.pid) };
    return {
      rows: [
        {
          what: 'DLT templates imported, 10,000 in a file',
          perSecond,
          target: atLeast(1, perSecond, rows / 10, '≥ 1.00 of 10,000 in 10 s'),
        },
      ],
      memory: [{ when: 'after importing 10,000 templates', ...memory }],
      errors: [],
    };
  });
}

/** @returns the seconds that it took */
async function importFile({ url, headers: jsonHeaders }: Dakiya, file: string): Promise<number> {
  // A form's type names its boundary.
  const { 'content-type': _, ...headers } = jsonHeaders;
  const form = new FormData();
  const fields = { entity_id: '1101172974420810001', entity_name: 'Acme', create_missing: 'true' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File([file], 'templates.csv'));
  const began = performance.now();
  const address = `${url}/api/v1/dlt`;
  const sent = await fetch(`${address}/templates/import`, { method: 'POST', headers, body: form });
  const answer = await sent.json();
  invariant(sent.ok, `the import is accepted: ${answer.message}`);
  let { data } = answer;
  while (data.state === 'queued' || data.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50));
    data = (await (await fetch(`${address}/imports/${data.id}`, { headers })).json()).data;
  }
  invariant(data.counts?.new === rows, `the import is done, not ${data.state}: ${data.reason}`);
  return (performance.now() - began) / 1_000;
}
