import { renderToStaticMarkup } from 'react-dom/server';
import { formatLongDate, formatMoment } from '#domain/shared/format.browser.ts';
import {
  type ComponentState,
  componentStates,
  components,
  incidentImpacts,
  incidentStatuses,
  maintenanceStatuses,
} from '#domain/status/contract.browser.ts';
import {
  type ComponentStatus,
  type IncidentReport,
  type Status,
  shownDays,
} from '#domain/status/read-status.ts';
import { summarize } from '#domain/status/summary.ts';

type Links = {
  style: string;
  feed: string;
  summary: string;
  /** The site. */
  home: string;
  /** The address of this page, for search engines and shared links. */
  canonical: string;
  socialImage: string;
  /** The address of the static copy on another server; null if there is none. */
  copy: string | null;
};

type Options = {
  links: Links;
  /** Whether this is the static copy. */
  isCopy: boolean;
  /** Whether the database did not answer, so that the status is an earlier one. */
  isStale: boolean;
};

/** Renders the status page as a whole document, without scripts. */
export const renderStatusPage = (status: Status, options: Options): string =>
  `<!DOCTYPE html>${renderToStaticMarkup(<Page options={options} status={status} />)}`;

/** Renders the page that says that the status is not known. */
export const renderUnknownStatus = (links: Links): string =>
  `<!DOCTYPE html>${renderToStaticMarkup(
    <Frame links={links}>
      <section className="overall critical">
        <h2>The status is not known</h2>
        <p>
          The database does not answer, so this page has no figures. Reload the page in a minute.
        </p>
      </section>
      <CopyLink links={links} />
    </Frame>,
  )}`;

const description =
  'The state of Dakiya now and in the last 90 days: API, delivery, one-time passwords, webhooks, dashboard and payments, with incidents and maintenance.';

function Frame({ links, children }: { links: Links; children: React.ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta content="width=device-width, initial-scale=1" name="viewport" />
        <title>Status · Dakiya</title>
        <meta content={description} name="description" />
        <link href={links.canonical} rel="canonical" />
        <meta content="Status · Dakiya" property="og:title" />
        <meta content={description} property="og:description" />
        <meta content={links.canonical} property="og:url" />
        <meta content="website" property="og:type" />
        <meta content={links.socialImage} property="og:image" />
        <meta content="summary_large_image" name="twitter:card" />
        <link href={links.style} rel="stylesheet" />
        <link href={links.feed} rel="alternate" title="Incidents" type="application/atom+xml" />
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <div aria-hidden="true" className="edge" />
        <div className="page">
          <header>
            <h1>
              <a href={links.home}>Dakiya</a> status
            </h1>
            <nav aria-label="Formats">
              <a href={links.feed}>Atom feed</a>
              <a href={links.summary}>JSON</a>
            </nav>
          </header>
          <main id="content">{children}</main>
        </div>
      </body>
    </html>
  );
}

const CopyLink = ({ links }: { links: Links }) =>
  links.copy === null ? null : (
    <p>
      A copy of this page is on another server: <a href={links.copy}>{links.copy}</a>
    </p>
  );

function Page({ status, options }: { status: Status; options: Options }) {
  const { links, isCopy, isStale } = options;
  const { indicator, description: sentence } = summarize(status);
  const { current, maintenances, past, readAt, measuredAt } = status;
  return (
    <Frame links={links}>
      <section className={`overall ${indicator}`}>
        <h2>{sentence}</h2>
        <p className="faint">
          {isCopy ? 'Copied' : 'Read'} <Moment at={readAt} seconds /> IST
        </p>
      </section>
      {isStale ? (
        <p className="notice">
          The database does not answer just now. This is the state at the time above, not the state
          now.
        </p>
      ) : null}
      <Reports list={current} title="Current incidents" />
      <Reports list={maintenances} title="Scheduled maintenance" />
      <section aria-labelledby="components">
        <h2 id="components">Components</h2>
        <ul className="card rows">
          {status.components.map((one) => (
            <Component key={one.id} one={one} />
          ))}
        </ul>
        <Legend />
        <p className="faint">
          {measuredAt ? (
            <>
              Measured <Moment at={measuredAt} seconds /> IST.{' '}
            </>
          ) : (
            'Not measured yet. '
          )}
          A state changes only after several measurements in a row. A partial outage counts with 30%
          of its time. Days are days in India.
        </p>
      </section>
      <section aria-labelledby="past">
        <h2 id="past">Past {shownDays} days</h2>
        {past.length === 0 ? <p className="faint">No incidents and no maintenance.</p> : null}
        <div className="past">
          {past.map((one) => (
            <Report isPast key={one.id} one={one} />
          ))}
        </div>
      </section>
      <footer>
        <p>
          {isCopy
            ? 'This is a copy on another server, which stays available when Dakiya is down. If the time above is old, copying has stopped.'
            : 'The system that this page reports on also serves this page. When the system is down, this page is down too.'}
        </p>
        {isCopy ? null : <CopyLink links={links} />}
        <ul>
          <li>
            <a href={links.home}>Dakiya</a>
          </li>
          <li>
            <a href={links.feed}>Atom feed of incidents</a>
          </li>
          <li>
            <a href={links.summary}>summary.json, in the format of Statuspage</a>
          </li>
        </ul>
      </footer>
    </Frame>
  );
}

const Moment = ({ at, seconds = false }: { at: Date; seconds?: boolean }) => (
  <time dateTime={at.toISOString()} title={at.toISOString()}>
    {formatMoment(at, seconds ? 'medium' : 'short')}
  </time>
);

const Stamp = ({ tone, children }: { tone: string; children: string }) => (
  <span className={`stamp ${tone}`}>{children}</span>
);

/** The heights of bars, so that states differ also without colours. */
const heights: Record<ComponentState | 'no_data', number> = {
  operational: 32,
  under_maintenance: 25,
  degraded_performance: 22,
  partial_outage: 14,
  major_outage: 8,
  no_data: 3,
};

const names: Record<ComponentState | 'no_data', string> = {
  ...componentStates,
  no_data: 'Not measured',
};

const dayName = (day: string) => formatLongDate(new Date(`${day}T12:00:00+05:30`));

const describeUptime = (uptime: number | null) =>
  uptime === null ? 'not measured yet' : `${uptime}% uptime`;

function Component({ one }: { one: ComponentStatus }) {
  const { id, name, text, state, days, uptime, overrideUntil } = one;
  const bad = days.filter((day) => day.state !== null && day.state !== 'operational').reverse();
  return (
    <li id={id}>
      <div className="head">
        <h3>{name}</h3>
        <Stamp tone={state}>{componentStates[state]}</Stamp>
      </div>
      <p className="faint">
        {text}
        {overrideUntil ? ' An operator has set this state.' : ''}
      </p>
      <svg
        aria-label={`${name}, ${shownDays} days: ${describeUptime(uptime)}, ${bad.length} days with problems or maintenance`}
        className="days"
        preserveAspectRatio="none"
        role="img"
        viewBox={`0 0 ${days.length * 4 - 1} 32`}
      >
        {days.map(({ day, state: of }, at) => (
          <Bar key={day} state={of ?? 'no_data'} title={dayName(day)} x={at * 4} />
        ))}
      </svg>
      <p className="axis">
        <span>{shownDays} days ago</span>
        <i />
        <span>{describeUptime(uptime)}</span>
        <i />
        <span>Today</span>
      </p>
      {bad.length > 0 ? (
        <details>
          <summary>
            {bad.length === 1 ? 'One day' : `${bad.length} days`}
            <span> with problems or maintenance: {name}</span>
          </summary>
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Worst state</th>
                <th scope="col">Outage</th>
              </tr>
            </thead>
            <tbody>
              {bad.map(({ day, state: of, outSeconds }) => (
                <tr key={day}>
                  <th scope="row">{dayName(day)}</th>
                  <td>{names[of ?? 'no_data']}</td>
                  <td>{outSeconds > 0 ? `${Math.ceil(outSeconds / 60)} min` : '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ) : null}
    </li>
  );
}

type BarProps = { state: ComponentState | 'no_data'; x: number; title: string };

const Bar = ({ state, x, title }: BarProps) => (
  <rect className={state} height={heights[state]} width="3" x={x} y={32 - heights[state]}>
    <title>{`${title}: ${names[state]}`}</title>
  </rect>
);

const Legend = () => (
  <ul className="legend">
    {Object.entries(names).map(([state, name]) => {
      const height = heights[state as keyof typeof heights];
      return (
        <li key={state}>
          <svg aria-hidden="true" viewBox="0 0 10 32">
            <rect className={state} height={height} width="10" y={32 - height} />
          </svg>
          {name}
        </li>
      );
    })}
  </ul>
);

function Reports({ title, list }: { title: string; list: IncidentReport[] }) {
  if (list.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      {list.map((one) => (
        <Report key={one.id} one={one} />
      ))}
    </section>
  );
}

const statusNames = { ...incidentStatuses, ...maintenanceStatuses };

/** An incident or a maintenance. A past one shows its last update, and its earlier updates on demand. */
function Report({ one, isPast = false }: { one: IncidentReport; isPast?: boolean }) {
  const { id, title, impact, status, startsAt, endsAt, resolvedAt, updates } = one;
  const affected = one.components.map((component) => components[component]?.name ?? component);
  const [last, ...earlier] = updates;
  const shown = isPast ? updates.slice(0, 1) : updates;
  return (
    <article className={`card report ${impact}`} id={id}>
      <div className="head">
        <h3>{title}</h3>
        <Stamp tone={impact}>
          {impact === 'maintenance' ? statusNames[status] : `${statusNames[status]}`}
        </Stamp>
      </div>
      <p className="faint">
        <Moment at={startsAt} />
        {endsAt || resolvedAt ? (
          <>
            {' – '}
            <Moment at={resolvedAt ?? endsAt ?? startsAt} />
          </>
        ) : null}
        {' IST'}
        {impact === 'maintenance' ? '' : `. Impact: ${incidentImpacts[impact].toLowerCase()}`}
        {`. ${affected.join(', ')}.`}
      </p>
      <ol>
        {shown.map((update) => (
          <Update key={update.id} update={update} />
        ))}
      </ol>
      {isPast && last && earlier.length > 0 ? (
        <details>
          <summary>
            {earlier.length === 1 ? 'One earlier update' : `${earlier.length} earlier updates`}
            <span>: {title}</span>
          </summary>
          <ol>
            {earlier.map((update) => (
              <Update key={update.id} update={update} />
            ))}
          </ol>
        </details>
      ) : null}
    </article>
  );
}

const Update = ({ update }: { update: IncidentReport['updates'][number] }) => (
  <li>
    <p className="text">
      <strong>{statusNames[update.status]}</strong> – {update.body}
    </p>
    <p className="faint">
      <Moment at={update.at} /> IST
    </p>
  </li>
);
