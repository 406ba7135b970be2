const drawings = {
  home: 'M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-4v-5H8v5H4a1 1 0 0 1-1-1z',
  plus: 'M10 4v12M4 10h12',
  keys: 'M12.5 11.5a4 4 0 1 0-3.6-2.3L3 15.1V17h3v-2h2v-2l1.2-1.2a4 4 0 0 0 3.3-.3M13.5 6.5h.01',
  person: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4 17a6 6 0 0 1 12 0',
  menu: 'M3 6h14M3 10h14M3 14h14',
  close: 'M5 5l10 10M15 5 5 15',
  narrow: 'M12 5l-5 5 5 5',
  wide: 'M8 5l5 5-5 5',
  copy: 'M7 7h9v9H7zM13 7V4H4v9h3',
  done: 'M4 10.5l4 4 8-9',
  up: 'M5 12l5-5 5 5',
} as const;

export type IconName = keyof typeof drawings;

/** A line drawing beside a word, or for a control that has a name of its own. */
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
