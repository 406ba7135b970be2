import { paths } from '#app/paths.ts';

/** The sections of the documentation, in reading order. */
export const docsSections = [
  { id: 'getting-started', title: 'Getting Started' },
  { id: 'authentication', title: 'Authentication' },
  { id: 'second-factors', title: 'Second factors' },
  { id: 'test-mode', title: 'Test mode' },
  { id: 'messaging', title: 'Messaging' },
  { id: 'dlt', title: 'DLT' },
  { id: 'privacy', title: 'Privacy' },
  { id: 'audit-trail', title: 'Audit trail' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'hooks', title: 'Hooks' },
  { id: 'analytics', title: 'Analytics' },
  { id: 'suspension', title: 'Suspended accounts' },
  { id: 'sdk', title: 'SDK' },
  { id: 'twilio', title: 'Move from Twilio' },
  { id: 'msg91', title: 'Move from MSG91' },
  { id: 'api-reference', title: 'API Reference' },
  { id: 'configuration', title: 'Configuration' },
] as const;

export type DocsSectionId = (typeof docsSections)[number]['id'];

/** The address of a section. The first section has the address of the documentation. */
export const docsAddress = (id: DocsSectionId): string =>
  id === docsSections[0].id ? paths.docs : paths.docsSection(id);
