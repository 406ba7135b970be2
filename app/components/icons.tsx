const drawings = {
  home: 'M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-4v-5H8v5H4a1 1 0 0 1-1-1z',
  plus: 'M10 4v12M4 10h12',
  keys: 'M12.5 11.5a4 4 0 1 0-3.6-2.3L3 15.1V17h3v-2h2v-2l1.2-1.2a4 4 0 0 0 3.3-.3M13.5 6.5h.01',
  terminal: 'M3 4.5h14v11H3zM6 8l2.5 2L6 12M10.5 12.5H14',
  send: 'M17 3 9 11M17 3l-5 14-3-6-6-3z',
  letter: 'M3 5h14v10H3zM3 5.5l7 5.5 7-5.5',
  code: 'M3 6h14v8H3zM6 10h.01M10 10h.01M14 10h.01',
  chart: 'M4 16v-6M8 16V6M12 16v-4M16 16V4',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12M13.5 13.5 17 17',
  hook: 'M3 10h9M8.5 6.5 12 10l-3.5 3.5M16.5 4v12',
  plug: 'M7 3v4M13 3v4M5 7h10v2.5a5 5 0 0 1-10 0zM10 14.5V17',
  stamp: 'M8.5 9.5 8 5a2 2 0 0 1 4 0l-.5 4.5H15a1 1 0 0 1 1 1V13H4v-2.5a1 1 0 0 1 1-1zM4 16.5h12',
  person: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4 17a6 6 0 0 1 12 0',
  plan: 'M10 3l7 3.5-7 3.5-7-3.5zM3 10l7 3.5 7-3.5M3 13.5l7 3.5 7-3.5',
  receipt: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17zM8 7h4M8 10.5h4',
  switches:
    'M3 6h6M13 6h4M3 14h2M9 14h8M9 6a2 2 0 1 0 4 0 2 2 0 0 0-4 0M5 14a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14M10 6v4l2.5 2',
  book: 'M10 5.5C8.5 4.4 6.3 4 3 4v11.5c3.3 0 5.5.4 7 1.5 1.5-1.1 3.7-1.5 7-1.5V4c-3.3 0-5.5.4-7 1.5zM10 5.5V17',
  menu: 'M3 6h14M3 10h14M3 14h14',
  close: 'M5 5l10 10M15 5 5 15',
  narrow: 'M12 5l-5 5 5 5',
  wide: 'M8 5l5 5-5 5',
  copy: 'M7 7h9v9H7zM13 7V4H4v9h3',
  done: 'M4 10.5l4 4 8-9',
  up: 'M5 12l5-5 5 5',
} as const;

export type IconName = keyof typeof drawings;

export const iconNames = Object.keys(drawings) as IconName[];

/** An icon beside text, or in a control with an accessible name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      aria-hidden="true"
      className="size-5 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.5"
      viewBox="0 0 20 20"
    >
      <path d={drawings[name]} />
    </svg>
  );
}

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

type AvatarProps = {
  name: string;
  /** URL of the picture, or null. */
  image: string | null;
  /** Doubles the size. */
  large?: boolean;
};

/** A user's picture, or the user's initials. */
export function Avatar({ name, image, large = false }: AvatarProps) {
  if (image === null) return <AvatarFallback large={large} name={name} />;
  const side = large ? 64 : 32;
  return (
    <img
      alt=""
      className={`shrink-0 rounded-full border border-line ${large ? 'size-16' : 'size-8'}`}
      height={side}
      // Uses only the path: the page may have been opened under another host name than the picture's URL has, and the
      // content security policy allows pictures only from the page's own host.
      src={new URL(image).pathname}
      width={side}
    />
  );
}

type AvatarFallbackProps = {
  name: string;
  /** Doubles the size. */
  large?: boolean;
};

export function AvatarFallback({ name, large = false }: AvatarFallbackProps) {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = picked.map((word) => [...(word ?? '')][0] ?? '').join('');
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center rounded-full border border-line bg-paper font-medium ${large ? 'size-16 text-lg' : 'size-8 text-xs'}`}
    >
      {letters.toUpperCase()}
    </span>
  );
}
