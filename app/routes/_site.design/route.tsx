import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CopyButton } from '#app/components/copy-button.tsx';
import { AvatarFallback, Icon, iconNames, Postmark } from '#app/components/icons.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { useShowToast } from '#app/components/toasts.tsx';
import { readSample } from '#app/samples/read-sample.server.ts';
import { SampleTabs } from '#app/samples/sample-tabs.tsx';
import { PageHeader } from '#app/site/page-header.tsx';
import { serverSettings } from '#platform/server-settings.ts';

export const meta: MetaFunction = () => [
  { title: 'Design system · Dakiya' },
  { name: 'robots', content: 'noindex' },
];

/** Responds with 404 in production: the page is for development only. */
export async function loader() {
  if (serverSettings.NODE_ENV === 'production') throw new Response(null, { status: 404 });
  return { sample: await readSample('send-message') };
}

/** Every token and shared component, for reviewing both themes. */
export default function Design() {
  const { sample } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-16">
      <PageHeader
        lead="Paper, ink, a postmark, the airmail edge: the building blocks of all screens. Never more than one motif in view."
        title="Design system"
      />
      <DesignSection title="Colours">
        <Colours />
      </DesignSection>
      <DesignSection title="Type">
        <Type />
      </DesignSection>
      <DesignSection title="Controls">
        <Controls />
      </DesignSection>
      <DesignSection title="Motifs">
        <Motifs />
      </DesignSection>
      <DesignSection title="Code">
        <SampleTabs sample={sample} title="Send a message" />
      </DesignSection>
    </div>
  );
}

/** A titled part of the page. */
function DesignSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-6 border-t border-line pt-6">
      <h2 className="text-lg font-medium">{title}</h2>
      {children}
    </section>
  );
}

const steps = [
  ['56', 'font-serif text-3xl leading-none', 'Send a text. Know it arrived.'],
  ['40', 'font-serif text-2xl leading-tight', 'Page headline'],
  ['28', 'font-serif text-xl', 'Headline within a public page'],
  ['20', 'text-lg font-medium', 'Section headline'],
  ['16', 'text-base', 'Text of public pages, in Inter'],
  ['14', 'text-sm', 'Text of the dashboard, fields and buttons'],
  ['13', 'text-xs', 'Notes, hints and labels'],
  ['13', 'font-mono text-xs', 'dk_wesh3ddgbibzzuci4yww · ₹1,999 · 12,34,567'],
] as const;

/** Type sizes in pixels. */
function Type() {
  return (
    <dl className="grid gap-5">
      {steps.map(([size, classes, text]) => (
        <div className="grid items-baseline gap-1 sm:grid-cols-[4rem_1fr]" key={classes}>
          <dt className="font-mono text-xs text-faint">{size}</dt>
          <dd className={`min-w-0 wrap-anywhere ${classes}`}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const colours = [
  ['paper', 'bg-paper', 'The page'],
  ['raised', 'bg-raised', 'Surfaces on the page: cards, fields, code'],
  ['ink', 'bg-ink', 'Text'],
  ['faint', 'bg-faint', 'Secondary text'],
  ['line', 'bg-line', 'Dividers'],
  ['control', 'bg-control', 'Borders of interactive controls'],
  ['coral', 'bg-coral', 'The primary action of a page, and no other large area'],
  ['airmail', 'bg-airmail', 'Links and information'],
  ['good', 'bg-good', 'State: it worked'],
  ['bad', 'bg-bad', 'State: it did not'],
] as const;

/** Every colour by name. The light and dark values are in app/styles/tokens.css. */
function Colours() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
      {colours.map(([name, swatch, use]) => (
        <li className="grid content-start gap-2" key={name}>
          <span aria-hidden="true" className={`h-14 rounded-md border border-line ${swatch}`} />
          <p>
            <code className="font-mono text-xs">{name}</code>
            <span className="block text-xs text-faint">{use}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

const states = [
  ['queued', 'text-faint'],
  ['sent', 'text-airmail'],
  ['delivered', 'text-good'],
  ['undelivered', 'text-bad'],
] as const;

const day = new Date('2026-01-26T04:30:00Z');

/** The motifs, and the components for a user, a time or a state. */
function Motifs() {
  return (
    <div className="grid items-center gap-8 sm:grid-cols-2 lg:grid-cols-4">
      <div aria-hidden="true" className="airmail-edge" />
      <p className="flex flex-wrap gap-2">
        {states.map(([state, colour]) => (
          <span className={`stamp ${colour}`} key={state}>
            {state}
          </span>
        ))}
      </p>
      <Postmark />
      <div className="card flex items-center gap-3 p-4 text-sm">
        <AvatarFallback name="Asha Rao" />
        <p>
          A card, and a time:
          <span className="block text-xs text-faint">
            <Timestamp at={day} />
          </span>
        </p>
      </div>
    </div>
  );
}

const toasts = ['success', 'error', 'warning', 'info'] as const;

/** Buttons, links, toasts and fields. */
function Controls() {
  const showToast = useShowToast();
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <div className="flex flex-wrap items-center gap-3">
        <button className="button-primary" type="button">
          Primary
        </button>
        <button aria-disabled="true" className="button-primary" type="button">
          Sending...
        </button>
        <button className="button-quiet" type="button">
          Quiet
        </button>
        <a className="link text-sm" href="#content">
          A link that says where it leads
        </a>
        <CopyButton label="Example" text="dk_wesh3ddgbibzzuci4yww" />
      </div>
      <div className="flex flex-wrap gap-3">
        {toasts.map((type) => (
          <button
            className="button-quiet"
            key={type}
            onClick={() =>
              showToast({ type, title: `A toast: ${type}`, message: 'For 5 seconds.' })
            }
            type="button"
          >
            Toast: {type}
          </button>
        ))}
      </div>
      <div className="grid gap-1.5">
        <label className="text-sm font-medium" htmlFor="design-field">
          A field
        </label>
        <input aria-describedby="design-hint" className="input" id="design-field" name="field" />
        <p className="text-xs text-faint" id="design-hint">
          A hint that helps
        </p>
      </div>
      <div className="grid gap-1.5">
        <label className="text-sm font-medium" htmlFor="design-wrong">
          A field with an error
        </label>
        <input
          aria-describedby="design-error"
          aria-invalid="true"
          className="input"
          defaultValue="half@"
          id="design-wrong"
          name="wrong"
        />
        <p className="text-xs text-bad" id="design-error">
          What is wrong, and how to correct it
        </p>
      </div>
      <p className="flex flex-wrap gap-3 md:col-span-2">
        {iconNames.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </p>
    </div>
  );
}
