import { AvatarFallback } from '#app/components/avatar.tsx';
import { Postmark } from '#app/components/postmark.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';

const states = [
  ['queued', 'text-faint'],
  ['sent', 'text-airmail'],
  ['delivered', 'text-good'],
  ['undelivered', 'text-bad'],
] as const;

const day = new Date('2026-01-26T04:30:00Z');

/** The motifs, and the components for a user, a time or a state. */
export function Motifs() {
  return (
    <div className="grid items-center gap-8 sm:grid-cols-2 lg:grid-cols-4">
      <div aria-hidden="true" className="airmail-edge" />
      <p className="flex flex-wrap gap-2">
        {states.map(([state, colour]) => (
          <span className={`stamp ${colour}`} key={state}>
            {state}
          </span>
        ))}
      </p>
      <Postmark />
      <div className="card flex items-center gap-3 p-4 text-sm">
        <AvatarFallback name="Asha Rao" />
        <p>
          A card, and a time:
          <span className="block text-xs text-faint">
            <Timestamp at={day} />
          </span>
        </p>
      </div>
    </div>
  );
}
