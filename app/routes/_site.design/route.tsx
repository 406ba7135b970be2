import type { MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { readSample } from '#app/samples/read-sample.server.ts';
import { SampleTabs } from '#app/samples/sample-tabs.tsx';
import { PageHeader } from '#app/site/page-header.tsx';
import { serverSettings } from '#platform/server-settings.ts';
import { Colours } from './colours.tsx';
import { Controls } from './controls.tsx';
import { Motifs } from './motifs.tsx';
import { Type } from './type.tsx';

export const meta: MetaFunction = () => [
  { title: 'Design system · Dakiya' },
  { name: 'robots', content: 'noindex' },
];

/** Development only; 404 in production. */
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
