type Endpoint<T> = {
  /** Reserved events, in their order. */
  events: T[];
  /** How many of them, from the first on, are being rendered ahead or are rendered. */
  ahead: number;
  /** Places that it has. */
  active: number;
  lane: { isSlow: boolean };
};

/** For each place that an endpoint has: events that are ready at least, and at most. */
const perPlace = { least: 2, most: 4 };

/**
 * The events that are to be rendered now as they will have a place soon, and counts them as `ahead`. They are many at once, so
 * that one query is enough for them: none while the next answers have enough. Of an endpoint that is slow or has a rate there
 * are none, as they would be too old by then.
 */
export function takeNextToRender<T extends { maxPerSecond: number | null }>(
  endpoint: Endpoint<T>,
): T[] {
  const { events, ahead, active, lane } = endpoint;
  if (lane.isSlow || (events[0]?.maxPerSecond ?? null) !== null) return [];
  if (ahead >= perPlace.least * active) return [];
  const next = events.slice(ahead, perPlace.most * active);
  endpoint.ahead += next.length;
  return next;
}
