/** The sections of the documentation, in the order in which they are read. */
export const docsSections = [
  { id: 'getting-started', title: 'Getting Started' },
  { id: 'authentication', title: 'Authentication' },
  { id: 'messaging', title: 'Messaging' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'analytics', title: 'Analytics' },
  { id: 'sdk', title: 'SDK' },
  { id: 'api-reference', title: 'API Reference' },
  { id: 'configuration', title: 'Configuration' },
] as const;

export type DocsSectionId = (typeof docsSections)[number]['id'];
