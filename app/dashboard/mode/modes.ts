/** The two modes of the dashboard, with their names in the form and the cookie. */
export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

/** In test mode, no message reaches a carrier and nothing is charged. */
export const toMode = (livemode: boolean): Mode => (livemode ? 'live' : 'test');
