import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { mailto } from '#app/components/links.tsx';
import { publicPageMeta } from '#app/site/meta.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import { siteSettings } from '#app/site/settings.server.ts';
import { razorpaySettings } from '#domain/billing/payments/settings.ts';
import { supportSettings } from '#domain/notifications/email/settings.ts';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Contact',
      description:
        'How to reach Dakiya: by email, where we are, and whom to ask about a payment. The developer answers.',
    },
    args,
  );

export const loader = () => ({
  supportEmail: supportSettings.SUPPORT_EMAIL,
  paymentSupportUrl: razorpaySettings.PAYMENT_SUPPORT_URL,
  socialLinks: siteSettings.SOCIAL_LINKS,
});

/** A place in degrees north and east. */
type Place = { lat: number; lon: number };

const alwar = { lat: 27.553, lon: 76.6346 };
const delhi = { lat: 28.6139, lon: 77.209 };
const gurugram = { lat: 28.4595, lon: 77.0266 };
const jaipur = { lat: 26.9124, lon: 75.7873 };
const bharatpur = { lat: 27.2152, lon: 77.503 };

/** The area that the map shows. */
const frame = { north: 28.95, south: 26.6, west: 75.05, east: 78.45 };

const kilometresPerDegree = 111.32;

/** Drawing units per kilometre. */
const scale = 1.25;

/** The latitude of the map's centre, at which degrees of longitude are measured. */
const middle = (((frame.north + frame.south) / 2) * Math.PI) / 180;

/** Projects a place onto the drawing (equirectangular; accurate enough for this area). */
const project = ({ lat, lon }: Place) => ({
  x: Math.round((lon - frame.west) * kilometresPerDegree * Math.cos(middle) * scale),
  y: Math.round((frame.north - lat) * kilometresPerDegree * scale),
});

/** The lower right corner of the drawing. */
const corner = project({ lat: frame.south, lon: frame.east });

const place = `${alwar.lat.toFixed(4)}/${alwar.lon.toFixed(4)}`;
const openStreetMap = `https://www.openstreetmap.org/?mlat=${alwar.lat}&mlon=${alwar.lon}#map=11/${place}`;

export default function Contact() {
  return (
    <div className="grid gap-12">
      <PageHeader
        lead="Email is the best way to reach us. The person who builds Dakiya reads it."
        title="Contact"
      />
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-16">
        <Details {...useLoaderData<typeof loader>()} />
        <figure className="grid max-w-xl content-start gap-3">
          <AlwarMap />
          <figcaption className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-faint">
            <span>The positions of the cities are exact; the roads are only sketched.</span>
            <a className="link -my-0.5 py-0.5" href={openStreetMap} rel="noopener">
              Open in OpenStreetMap
            </a>
          </figcaption>
        </figure>
      </div>
    </div>
  );
}

type DetailsProps = { supportEmail: string; paymentSupportUrl: string; socialLinks: string[] };

function Details({ supportEmail, paymentSupportUrl, socialLinks }: DetailsProps) {
  return (
    <div className="grid content-start gap-8">
      <dl className="divide-y divide-line border-y border-line">
        <Detail name="Email">
          <span className="flex flex-wrap items-center gap-1">
            <span className="font-mono text-sm break-all">{supportEmail}</span>
            <CopyButton label="Email" text={supportEmail} toast="Copied!" />
          </span>
        </Detail>
        <Detail name="Location">Alwar, Rajasthan, India</Detail>
        <Detail name="Payments">
          <a className="link" href={paymentSupportUrl} rel="noopener">
            Razorpay’s support
          </a>
          , for a payment that is stuck or that you do not recognise
        </Detail>
        {socialLinks.length > 0 ? (
          <Detail name="Elsewhere">
            <ul className="flex flex-wrap gap-x-5 gap-y-1">
              {socialLinks.map((url) => (
                <li key={url}>
                  <a className="link inline-block min-w-6 py-0.5" href={url} rel="noopener">
                    {socialLabel(url)}
                  </a>
                </li>
              ))}
            </ul>
          </Detail>
        ) : null}
      </dl>
      <p>
        <a className="button-primary" href={mailto(supportEmail, { subject: 'Dakiya' })}>
          Write to us
        </a>
      </p>
    </div>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 py-4 sm:grid-cols-[7rem_1fr] sm:items-baseline">
      <dt className="text-sm text-faint">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const names: Record<string, string> = {
  'github.com': 'GitHub',
  'linkedin.com': 'LinkedIn',
  'x.com': 'X',
};

/** The label of a social link: the site's name, or its host name. */
function socialLabel(url: string): string {
  const host = new URL(url).hostname.replace(/^www\./, '');
  return names[host] ?? host;
}

/** The classes of a text on the map. Its outline has the background colour, so that lines do not cross the text. */
const outlined = 'stroke-raised stroke-4 [paint-order:stroke] [stroke-linejoin:round]';

function curve([from, bend, to]: [Place, Place, Place]): string {
  const [a, b, c] = [project(from), project(bend), project(to)];
  return `M${a.x} ${a.y}Q${b.x} ${b.y} ${c.x} ${c.y}`;
}

/** A map of Alwar, drawn here so that the page contacts no third party. */
function AlwarMap() {
  const home = project(alwar);
  return (
    <svg
      aria-labelledby="map-title"
      className="block w-full rounded-lg border border-line bg-raised font-sans"
      role="img"
      viewBox={`0 0 ${corner.x} ${corner.y}`}
    >
      <title id="map-title">
        Map of Alwar in Rajasthan, 131 km south-west of Delhi and 110 km north-east of Jaipur, with
        Gurugram and Bharatpur
      </title>
      <Graticule />
      <g
        className="fill-faint font-mono text-[11px] tracking-widest uppercase max-sm:hidden sm:text-[9px]"
        textAnchor="middle"
      >
        {states.map(({ name, at }) => (
          <text key={name} x={project(at).x} y={project(at).y}>
            {name}
          </text>
        ))}
      </g>
      <g className="stroke-control" fill="none" strokeLinejoin="round" strokeWidth="1.25">
        {roads.map((road) => (
          <path d={curve(road)} key={curve(road)} />
        ))}
      </g>
      {cities.map(({ name, at, dx, dy, anchor }) => {
        const { x, y } = project(at);
        return (
          <g key={name}>
            <circle className="fill-raised stroke-ink" cx={x} cy={y} r="4" strokeWidth="1.5" />
            <text
              className={`fill-ink text-[16px] sm:text-[13px] ${outlined}`}
              textAnchor={anchor}
              x={x + dx}
              y={y + dy}
            >
              {name}
            </text>
          </g>
        );
      })}
      <circle
        className="fill-raised stroke-airmail"
        cx={home.x}
        cy={home.y}
        r="9"
        strokeWidth="1.5"
      />
      <circle className="fill-airmail" cx={home.x} cy={home.y} r="4.5" />
      <text
        className={`fill-ink font-serif text-[30px] ${outlined}`}
        x={home.x + 16}
        y={home.y + 9}
      >
        Alwar
      </text>
      <ScaleBar />
    </svg>
  );
}

/** The main roads as curves: start, control point, end. */
const roads: [Place, Place, Place][] = [
  [delhi, { lat: 28.53, lon: 77.13 }, gurugram],
  [gurugram, { lat: 27.9, lon: 75.95 }, jaipur],
  [gurugram, { lat: 27.95, lon: 77.0 }, alwar],
  [alwar, { lat: 27.2, lon: 76.45 }, jaipur],
  [alwar, { lat: 27.28, lon: 76.8 }, bharatpur],
  [jaipur, { lat: 26.95, lon: 76.8 }, bharatpur],
];

/** Nearby cities, with the position of their labels. */
const cities = [
  { name: 'Delhi', at: delhi, dx: 10, dy: -4, anchor: 'start' },
  { name: 'Gurugram', at: gurugram, dx: -10, dy: 0, anchor: 'end' },
  { name: 'Jaipur', at: jaipur, dx: -10, dy: 5, anchor: 'end' },
  { name: 'Bharatpur', at: bharatpur, dx: 10, dy: 5, anchor: 'start' },
] as const;

/** Positions of the states' labels. */
const states = [
  { name: 'Haryana', at: { lat: 28.72, lon: 76.5 } },
  { name: 'Rajasthan', at: { lat: 27.42, lon: 75.5 } },
  { name: 'Uttar Pradesh', at: { lat: 27.8, lon: 77.85 } },
];

const parallels = [27, 28];
const meridians = [76, 77, 78];

/** The lines of whole degrees on the map, with their labels. */
function Graticule() {
  return (
    <>
      <path
        className="stroke-line"
        d={
          parallels.map((lat) => `M0 ${project({ lat, lon: 76 }).y}h${corner.x}`).join('') +
          meridians.map((lon) => `M${project({ lat: 27, lon }).x} 0v${corner.y}`).join('')
        }
        fill="none"
      />
      <g className="fill-faint font-mono text-[13px] sm:text-[10px]">
        {parallels.map((lat) => (
          <text key={lat} x="6" y={project({ lat, lon: 76 }).y - 5}>
            {lat}°N
          </text>
        ))}
        {meridians.map((lon) => (
          <text key={lon} x={project({ lat: 27, lon }).x + 5} y="16">
            {lon}°E
          </text>
        ))}
      </g>
    </>
  );
}

/** A scale bar of 50 km. */
function ScaleBar() {
  const y = corner.y - 14;
  const end = corner.x - 14;
  return (
    <>
      <path className="stroke-ink" d={`M${end - 50 * scale} ${y - 5}v5H${end}v-5`} fill="none" />
      <text
        className="fill-faint font-mono text-[13px] sm:text-[10px]"
        textAnchor="end"
        x={end - 50 * scale - 8}
        y={y}
      >
        50 km
      </text>
    </>
  );
}
