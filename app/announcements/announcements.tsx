import { Form, useLocation } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type {
  Announcement,
  AnnouncementLevel,
} from '#domain/notifications/announcements/contract.browser.ts';

const looks: Record<AnnouncementLevel, string> = {
  info: 'border-airmail/40 bg-airmail/5',
  warning: 'border-waiting/50 bg-waiting/5',
  critical: 'border-bad/50 bg-bad/5',
};

/** The text before an announcement, so that its level is not shown by the colour alone. */
const prefixes: Record<AnnouncementLevel, string | null> = {
  info: null,
  warning: 'Please note: ',
  critical: 'Important: ',
};

/** The announcements of the installation’s operators, at the top of every screen. */
export function Announcements({ list }: { list: Announcement[] }) {
  if (list.length === 0) return null;
  return (
    <div className="grid gap-2" role="status">
      {list.map((one) => (
        <AnnouncementCard key={one.id} one={one} />
      ))}
    </div>
  );
}

type CardProps = {
  one: Pick<Announcement, 'id' | 'text' | 'level' | 'link' | 'dismissible'>;
  /** Whether this is a preview for operators. The button of a preview does nothing. */
  isPreview?: boolean;
};

/** One announcement with its link, and a button if it can be dismissed. */
export function AnnouncementCard({ one, isPreview = false }: CardProps) {
  const { pathname, search } = useLocation();
  const { id, text, level, link, dismissible } = one;
  const dismiss = (
    <button className="button-quiet -my-1 shrink-0" disabled={isPreview} type="submit">
      Dismiss
    </button>
  );
  return (
    <section
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border px-4 py-3 ${looks[level]}`}
    >
      <p className="min-w-0 flex-1 basis-60 text-sm whitespace-pre-line [overflow-wrap:anywhere]">
        {prefixes[level] ? <strong className="font-medium">{prefixes[level]}</strong> : null}
        {text}
        {link ? (
          <>
            {' '}
            <a className="link" href={link.url}>
              {link.label}
            </a>
          </>
        ) : null}
      </p>
      {dismissible && isPreview ? dismiss : null}
      {dismissible && !isPreview ? (
        <Form action={paths.announcement} method="post" preventScrollReset replace>
          <input name="to" type="hidden" value={pathname + search} />
          <input name="id" type="hidden" value={id} />
          {dismiss}
        </Form>
      ) : null}
    </section>
  );
}
