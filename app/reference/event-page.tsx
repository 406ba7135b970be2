import { TextLink } from '#app/components/links.tsx';
import { CodeBlock } from '#app/content/code-block.tsx';
import { paths } from '#app/paths.ts';
import { PageHeader } from '#app/site/page-header.tsx';
import { PreviousNext } from '#app/site/previous-next.tsx';
import type { EventView } from './contract.ts';
import { Section, TextWithCode } from './elements.tsx';
import { FieldGroups, FieldList } from './field-list.tsx';

type EventPageProps = { event: EventView; before: string | null; after: string | null };

const toLink = (type: string) => ({ to: paths.operation(type), title: type });

/** The page of a type of webhook event. */
export function EventPage({ event, before, after }: EventPageProps) {
  const { type, description, headers, groups, sample, responses } = event;
  return (
    <article className="grid grid-cols-1 gap-12">
      <PageHeader lead={description} title={type} />
      <div className="grid grid-cols-1 gap-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-10">
          <Section title="A request to your endpoint">
            <p className="text-sm text-faint">
              <TextWithCode text="Dakiya sends this with `POST` to the address of each endpoint that subscribes to the type." />{' '}
              <TextLink to={paths.docsSection('webhooks')}>How webhooks work</TextLink>
            </p>
          </Section>
          <Section title="Headers">
            <FieldList fields={headers} isResponse />
          </Section>
          <Section title="Body">
            <FieldGroups groups={groups} isResponse />
          </Section>
          <Section title="Your answer">
            <dl className="divide-y divide-line border-y border-line">
              {responses.map(({ status, meaning }) => (
                <div className="grid gap-1 py-3 sm:grid-cols-[4rem_minmax(0,1fr)]" key={status}>
                  <dt className="font-mono text-sm">{status}</dt>
                  <dd className="text-sm text-faint">
                    <TextWithCode text={meaning} />
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
        </div>
        <div className="min-w-0 self-start xl:sticky xl:top-8 xl:max-h-[calc(100dvh-4rem)] xl:overflow-y-auto">
          <div className="grid grid-cols-1 gap-2">
            <h2 className="text-xs font-medium text-faint">Sample</h2>
            <CodeBlock label="Sample" {...sample} />
          </div>
        </div>
      </div>
      <PreviousNext
        after={after === null ? null : toLink(after)}
        before={before === null ? null : toLink(before)}
      />
    </article>
  );
}
