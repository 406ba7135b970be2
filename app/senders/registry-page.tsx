import { Form } from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';
import type { PanelProps } from '#app/components/disclosure.tsx';
import { PrimaryLink } from '#app/components/links.tsx';
import { EmptyState } from '#app/components/lists.tsx';
import { SectionPage, SectionTabs } from '#app/components/sections.tsx';
import { ConfirmButton, HiddenFields } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { paths } from '#app/paths.ts';
import { statusColours } from './labels.ts';

const sections = [
  { id: 'senders', label: 'Senders', to: paths.senders() },
  { id: 'templates', label: 'Templates', to: paths.templates() },
  { id: 'links', label: 'Links', to: paths.links() },
  { id: 'rejections', label: 'Rejections', to: paths.rejections },
  { id: 'check', label: 'Checker', to: paths.checkMessage },
] as const;

type RegistryPageProps = Omit<ComponentProps<typeof SectionPage>, 'navigation'> & {
  open: (typeof sections)[number]['id'];
};

/** A page of the screen “Senders & templates”. */
export const RegistryPage = ({ open, ...page }: RegistryPageProps) => (
  <SectionPage {...page} navigation={<SectionTabs open={open} sections={sections} />} />
);

/** A message that replaces a form for an account without an entity. @param what the subject of the sentence */
export const EntityFirst = ({ what }: { what: string }) => (
  <EmptyState
    text={`${what} belongs to an entity, and you have no entity yet.`}
    title="Add an entity first"
  >
    <PrimaryLink to={paths.newEntity}>Add an entity</PrimaryLink>
  </EmptyState>
);

/** The state of an entity, header or template, or a label that takes precedence over the state. */
export type Health = keyof typeof statusColours;

/** The state of an entity, header or template as a stamp. */
export const StatusStamp = ({ health }: { health: Health }) => (
  <span className={`stamp ${statusColours[health]}`}>{health}</span>
);

type OnOffProps = Pick<PanelProps, 'alignRight'> & {
  /** Name of the object that is turned on or off, for screen readers. */
  name: string;
  isOn: boolean;
  /** The fields of the form; `status` is added. */
  fields: Record<string, string>;
  /** The effect of turning the object off. */
  children: ReactNode;
};

/** A button that enables an object, or disables it after a confirmation. */
export function OnOff({ name, isOn, fields, alignRight = '@4xl', children }: OnOffProps) {
  if (!isOn) {
    return (
      <Form data-fallback={fallbacks.registry} method="post" preventScrollReset>
        <HiddenFields fields={{ ...fields, status: 'active' }} />
        <button aria-label={`Enable ${name}`} className="button-quiet" type="submit">
          Enable
        </button>
      </Form>
    );
  }
  return (
    <ConfirmButton
      alignRight={alignRight}
      confirmLabel={
        <>
          Disable <bdi>{name}</bdi>
        </>
      }
      fallback={fallbacks.registry}
      fields={{ ...fields, status: 'inactive' }}
      label="Disable"
      name={name}
    >
      {children}
    </ConfirmButton>
  );
}
