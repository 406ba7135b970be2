import { statusColours } from './labels.ts';

/** The state of an entity, header or template, or what is to be said of it before that. */
export type Health = keyof typeof statusColours;

/** The state of an entity, header or template as a stamp. */
export const StatusStamp = ({ health }: { health: Health }) => (
  <span className={`stamp ${statusColours[health]}`}>{health}</span>
);
