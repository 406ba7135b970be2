/** The ranges of the figures, which end now. */
export const nowRanges = ['15m', '24h', '7d'] as const;

export type NowRange = (typeof nowRanges)[number];

export const nowRangeNames: Record<NowRange, string> = {
  '15m': '15 minutes',
  '24h': '24 hours',
  '7d': '7 days',
};
