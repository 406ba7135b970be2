/** The two modes of the dashboard, as its form and its cookie name them. */
export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

/** In test mode nothing reaches a carrier and nothing is charged. */
export const toMode = (livemode: boolean): Mode => (livemode ? 'live' : 'test');
