import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CardRow, CardTable } from '#app/components/card-table.tsx';
import { lifeText } from '#app/otp-services/life-text.ts';
import { paths } from '#app/paths.ts';
import { formatCount, formatShare } from '#domain/shared/format-number.browser.ts';
import type { ListedService } from './load-services.server.ts';

const columns = ['Service', 'Text', 'Header', 'Valid for', 'Test numbers', 'Verified, 24 hours'];

/** Column widths; the text takes the rest. */
const widths: Record<string, string> = {
  Service: 'w-44',
  Header: 'w-32',
  'Valid for': 'w-24',
  'Test numbers': 'w-28',
  'Verified, 24 hours': 'w-36',
};

/** All services: a table on wide screens, cards on narrow ones. */
export const ServiceTable = ({ services }: { services: ListedService[] }) => (
  <CardTable caption="OTP services, the oldest first" columns={columns} widths={widths}>
    {services.map((service) => (
      <Row key={service.id} service={service} />
    ))}
  </CardTable>
);

function Row({ service }: { service: ListedService }) {
  const { id, name, text, sender, templateId, ttlSeconds, testNumbers, lastDay } = service;
  return (
    <CardRow className="relative grid gap-y-1 p-3 hover:border-control @4xl:hover:border-line @4xl:hover:bg-paper">
      <Cell className="truncate">
        {/* Its click area covers the whole row. */}
        <Link
          className="text-airmail underline-offset-4 after:absolute after:inset-0 hover:underline"
          to={paths.otpService(id)}
        >
          <bdi>{name}</bdi>
        </Link>
      </Cell>
      <Cell className="truncate">
        <bdi>{text}</bdi>
      </Cell>
      <Cell className="truncate font-mono text-xs">
        {sender ?? (
          <span className="font-sans text-faint">
            Default<Narrow> header</Narrow>
          </span>
        )}
        {templateId === null ? null : (
          <span className="block truncate text-faint" title={`Template ${templateId}`}>
            {templateId}
          </span>
        )}
      </Cell>
      <Cell>
        <Narrow>Valid for </Narrow>
        {lifeText(ttlSeconds)}
      </Cell>
      <Cell>
        {testNumbers === 0 ? (
          <span className="text-faint">
            <span className="hidden @4xl:inline">None</span>
            <Narrow>No test numbers</Narrow>
          </span>
        ) : (
          <span className="stamp text-waiting">
            {testNumbers} test<Narrow> {testNumbers === 1 ? 'number' : 'numbers'}</Narrow>
          </span>
        )}
      </Cell>
      <Cell className="tabular-nums">
        {formatShare(lastDay.verified, lastDay.sent)}{' '}
        <span className="text-xs text-faint">
          {lastDay.sent === 0 ? 'none sent' : `of ${formatCount(lastDay.sent)}`}
          <Narrow>{lastDay.sent === 0 ? ' in 24 hours' : ' verified in 24 hours'}</Narrow>
        </span>
      </Cell>
    </CardRow>
  );
}

/** What the heading of a column says on wide screens. */
const Narrow = ({ children }: { children: ReactNode }) => (
  <span className="@4xl:hidden">{children}</span>
);

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <td className={`block min-w-0 @4xl:table-cell @4xl:h-14 @4xl:px-3 ${className}`}>{children}</td>
  );
}
