import { Timestamp } from '#app/components/timestamp.tsx';
import type { ArchivedMonth } from '#domain/messaging/months/list-months.ts';

const format = new Intl.DateTimeFormat('en-IN', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** `2026_04` as `April 2026`. */
function nameOf(month: string): string {
  const [year, number] = month.split('_').map(Number);
  if (!year || !number) return 'The time before messages were stored by month';
  return format.format(Date.UTC(year, number - 1));
}

/** The months that the operator has written to files, in which they can read texts; nothing if there are none. */
export function Archived({ months }: { months: ArchivedMonth[] }) {
  if (months.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="link w-fit cursor-pointer">
        Months that the operator has written to files
      </summary>
      <ul className="mt-2 grid gap-1">
        {months.map(({ month, archivedAt }) => (
          <li key={month}>
            {nameOf(month)}, with the messages of all accounts, on <Timestamp at={archivedAt} />
          </li>
        ))}
      </ul>
    </details>
  );
}
