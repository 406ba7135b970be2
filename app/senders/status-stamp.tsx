import { statusColours } from './labels.ts';

/** The state of an entity, header or template as a stamp. */
export const StatusStamp = ({ status }: { status: keyof typeof statusColours }) => (
  <span className={`stamp ${statusColours[status]}`}>{status}</span>
);
