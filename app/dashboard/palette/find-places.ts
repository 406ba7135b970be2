import { paths } from '#app/paths.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { screens } from '../screens.ts';

/** A result of the search that Ctrl+K opens. */
export type Place = { to: string; label: string; detail?: string };

const otherScreens: Place[] = [
  { to: paths.newWebhook, label: 'New webhook endpoint', detail: 'Webhooks' },
  { to: paths.listen(), label: 'Listen to events', detail: 'Webhooks' },
  { to: paths.requestLog(), label: 'Request log', detail: 'Messages' },
  { to: paths.recipients(), label: 'Privacy: stored data of a number', detail: 'Messages' },
  { to: paths.scheduled(), label: 'Scheduled messages', detail: 'Messages' },
  { to: paths.suppressions(), label: 'Suppressed numbers', detail: 'Messages' },
  { to: paths.otpServices, label: 'OTP services', detail: 'OTP Verification' },
  { to: paths.newOtpService, label: 'New OTP service', detail: 'OTP Verification' },
  { to: paths.templates(), label: 'Templates', detail: 'Senders & templates' },
  { to: paths.newTemplate, label: 'New template', detail: 'Senders & templates' },
  { to: paths.newHeader, label: 'New header', detail: 'Senders & templates' },
  { to: paths.importTemplates, label: 'Import from the DLT portal', detail: 'Senders & templates' },
  { to: paths.checkMessage, label: 'Check a message', detail: 'Senders & templates' },
  { to: paths.links(), label: 'Links and chains', detail: 'Senders & templates' },
  { to: paths.rejections, label: 'Rejected by operators', detail: 'Senders & templates' },
  { to: paths.auditTrail(), label: 'Audit trail', detail: 'Settings' },
  { to: paths.exportData, label: 'Export the account’s data', detail: 'Account' },
  { to: paths.reference, label: 'API reference', detail: 'Public page' },
];

const allScreens: Place[] = [
  ...screens.map(({ id, label, title }) => ({
    to: dashboardPaths[id],
    label,
    ...(title !== label && { detail: title }),
  })),
  ...otherScreens,
];

/** The screens whose name contains all words of a query. Names that begin with the query come first. */
export function findScreens(query: string): Place[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const nameOf = ({ label, detail = '' }: Place) => `${label} ${detail}`.toLowerCase();
  const found = allScreens.filter((place) => words.every((word) => nameOf(place).includes(word)));
  const begins = (place: Place) => (nameOf(place).startsWith(words[0] ?? '') ? 0 : 1);
  return found.toSorted((one, other) => begins(one) - begins(other));
}

/** The messages that a query identifies by message id or phone number. Does not check whether they exist. */
export function findMessages(query: string): Place[] {
  const id = /^\s*(msg_[0-9A-HJKMNP-TV-Z]{26})\s*$/i.exec(query)?.[1];
  if (id) {
    const known = `msg_${id.slice(4).toUpperCase()}`;
    return [{ to: paths.message(known), label: 'Open the message', detail: known }];
  }
  if (!/^[\d\s+()-]+$/.test(query)) return [];
  const number = query.replace(/\D/g, '').replace(/^(?:91|0)(?=\d{10}$)/, '');
  if (number.length !== 10) return [];
  return [
    { to: paths.messages({ number }), label: 'Messages to this number', detail: `+91${number}` },
  ];
}
