import type { Viewer } from '#domain/messaging/text-views/record-text-views.ts';

/** A viewer of an account's texts over the API. */
export const aViewer = (userId: string, more: Partial<Viewer> = {}): Viewer => ({
  ...{ userId, id: 'dk_1', way: 'api', device: null, clientAddress: '203.0.113.7' },
  ...more,
});
