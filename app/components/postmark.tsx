/** A postmark with today's date: for what is empty, missing or done. */
export function Postmark() {
  const date = new Date().toISOString().slice(0, 10);
  return (
    <svg aria-hidden="true" className="size-28 -rotate-12 text-faint" viewBox="0 0 120 120">
      <g fill="none" stroke="currentColor" strokeWidth="2">
        <circle cx="60" cy="60" r="56" />
        <circle cx="60" cy="60" r="42" />
        <path d="M18 48h84M18 72h84" />
      </g>
      <text
        className="font-mono"
        fill="currentColor"
        fontSize="13"
        textAnchor="middle"
        x="60"
        y="65"
        suppressHydrationWarning
      >
        {date}
      </text>
    </svg>
  );
}
