import { product } from '#product.ts';
import type { ComponentState, IncidentImpact } from './contract.browser.ts';
import type { IncidentReport, Status } from './read-status.ts';

/** The sentence and the colour for all components together, in the words of Statuspage. */
type Overall = {
  indicator: 'none' | 'minor' | 'major' | 'critical' | 'maintenance';
  description: string;
};

const impactRank: IncidentImpact[] = ['none', 'minor', 'major', 'critical'];

/** Sums up the states of the components and the impacts of current incidents. */
export function summarize({
  components,
  current,
}: Pick<Status, 'components' | 'current'>): Overall {
  const has = (state: ComponentState) => components.some((one) => one.state === state);
  const out = components.filter(({ state }) => state === 'major_outage').length;
  const impact = Math.max(0, ...current.map((one) => impactRank.indexOf(one.impact)));
  if (impact === 3 || (components.length > 0 && out === components.length))
    return { indicator: 'critical', description: 'Major Service Outage' };
  if (impact === 2 || out > 0 || has('partial_outage'))
    return { indicator: 'major', description: 'Partial System Outage' };
  if (impact === 1 || has('degraded_performance'))
    return { indicator: 'minor', description: 'Minor Service Outage' };
  if (has('under_maintenance'))
    return { indicator: 'maintenance', description: 'Service Under Maintenance' };
  return { indicator: 'none', description: 'All Systems Operational' };
}

const iso = (at: Date | null) => at?.toISOString() ?? null;

/**
 * The status in the shape of Statuspage's `summary.json` (https://metastatuspage.com/api), which status tools read.
 *
 * @param url the public address of the installation, without a slash at the end
 */
export function toSummary(status: Status, url: string) {
  const { components, current, maintenances, readAt } = status;
  const page = `${url}/status`;
  const component = (one: Status['components'][number], at: number) => ({
    id: one.id,
    name: one.name,
    status: one.state,
    created_at: iso(one.changedAt),
    updated_at: iso(one.changedAt),
    position: at + 1,
    description: one.text,
    showcase: true,
    start_date: null,
    group_id: null,
    page_id: product.slug,
    group: false,
    only_show_if_degraded: false,
  });
  const listed = components.map(component);
  const incident = (one: IncidentReport) => ({
    id: one.id,
    name: one.title,
    status: one.status,
    created_at: iso(one.createdAt),
    updated_at: iso(one.updatedAt),
    monitoring_at: iso(one.updates.find(({ status: of }) => of === 'monitoring')?.at ?? null),
    resolved_at: iso(one.resolvedAt),
    impact: one.impact,
    shortlink: `${page}#${one.id}`,
    started_at: iso(one.startsAt),
    page_id: product.slug,
    incident_updates: one.updates.map(({ id, status: of, body, at }) => ({
      id,
      status: of,
      body,
      incident_id: one.id,
      created_at: iso(at),
      updated_at: iso(at),
      display_at: iso(at),
    })),
    components: listed.filter(({ id }) => one.components.includes(id)),
  });
  return {
    page: {
      id: product.slug,
      name: 'Dakiya',
      url: page,
      time_zone: 'Asia/Kolkata',
      updated_at: iso(readAt),
    },
    components: listed,
    incidents: current.map(incident),
    scheduled_maintenances: maintenances.map((one) => ({
      ...incident(one),
      scheduled_for: iso(one.startsAt),
      scheduled_until: iso(one.endsAt),
    })),
    status: summarize(status),
  };
}

/** Escapes text for XML, and removes the characters that XML 1.0 does not allow. */
const xml = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0 forbids
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Maximum number of entries in the feed. */
const maxEntries = 50;

/**
 * The incidents and maintenances as an Atom feed (RFC 4287), the last changed first. An entry keeps its id when an
 * update changes it.
 *
 * @param url the public address of the installation, without a slash at the end
 */
export function toFeed({ current, maintenances, past, readAt }: Status, url: string): string {
  const entries = [...current, ...maintenances, ...past]
    .toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())
    .slice(0, maxEntries);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    '  <title>Dakiya status</title>',
    `  <id>${xml(url)}/status</id>`,
    `  <link rel="alternate" type="text/html" href="${xml(url)}/status"/>`,
    `  <link rel="self" type="application/atom+xml" href="${xml(url)}/status/feed.atom"/>`,
    `  <updated>${iso(entries[0]?.updatedAt ?? readAt)}</updated>`,
    '  <author><name>Dakiya</name></author>',
    ...entries.flatMap((one) => [
      '  <entry>',
      `    <id>${xml(url)}/status#${one.id}</id>`,
      `    <title>${xml(one.title)}</title>`,
      `    <link rel="alternate" type="text/html" href="${xml(url)}/status#${one.id}"/>`,
      `    <published>${iso(one.createdAt)}</published>`,
      `    <updated>${iso(one.updatedAt)}</updated>`,
      `    <content type="text">${xml(describe(one))}</content>`,
      '  </entry>',
    ]),
    '</feed>',
    '',
  ];
  return lines.join('\n');
}

const describe = ({ updates }: IncidentReport) =>
  updates.map(({ status, body, at }) => `${iso(at)}, ${status}: ${body}`).join('\n\n');
