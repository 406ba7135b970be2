import { Icon } from './icon.tsx';

/** A postmark with today's date, for empty states, 404 and success. */
export function Postmark() {
  const date = new Date().toISOString().slice(0, 10);
  return (
    <svg aria-hidden="true" className="size-28 -rotate-12 text-faint" viewBox="0 0 120 120">
      <g fill="none" stroke="currentColor" strokeWidth="2">
        <circle cx="60" cy="60" r="56" />
        <circle cx="60" cy="60" r="42" />
        <path d="M19.75 48h80.5M19.75 72h80.5" />
      </g>
      <text
        className="font-mono"
        fill="currentColor"
        fontSize="11"
        textAnchor="middle"
        x="60"
        y="64"
        suppressHydrationWarning
      >
        {date}
      </text>
    </svg>
  );
}

/** Marks a key, message or endpoint of test mode. Shown beside the state. */
export const TestStamp = () => <span className="stamp text-waiting">Test</span>;

/** The number of a step, or a tick for a completed step, with hidden text for screen readers. */
export const StepMark = ({ number, done }: { number: number; done: boolean }) => (
  <span
    aria-hidden="true"
    className={`flex size-7 shrink-0 items-center justify-center rounded-full border font-mono text-xs ${done ? 'border-good text-good' : 'border-control'}`}
  >
    {done ? <Icon name="done" /> : number}
  </span>
);
