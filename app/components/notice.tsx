import { Link } from '@remix-run/react';

type NoticeProps = { title: string; text: string; link: { to: string; label: string } };

/** A whole page that says one thing, under a postmark with today's date. */
export function Notice({ title, text, link }: NoticeProps) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col items-center justify-center gap-4 px-6 text-center">
      <Postmark />
      <h1 className="font-serif text-2xl">{title}</h1>
      <p className="text-faint">{text}</p>
      <Link className="text-airmail underline underline-offset-4" to={link.to}>
        {link.label}
      </Link>
    </main>
  );
}

function Postmark() {
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
