import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { StepMark } from '#app/components/icons.tsx';
import { PrimaryLink, QuietLink, TextLink } from '#app/components/links.tsx';
import { CardRow, CardTable, PageLinks } from '#app/components/lists.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { actOnScreen, formAct, loadScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst, screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { ConfirmButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FieldErrors } from '#app/forms/field.tsx';
import { orToast, readFields } from '#app/forms/submit.server.ts';
import { useValidatedForm, ValidatedForm } from '#app/forms/validated-form.tsx';
import { paths } from '#app/paths.ts';
import { evidenceForm, modeForm } from '#app/senders/forms.ts';
import { OnOff, RegistryPage, StatusStamp } from '#app/senders/registry-page.tsx';
import { redirectDone } from '#app/session/toast.server.ts';
import { changeEntity, changeHeader } from '#domain/dlt/registry/change-registered.ts';
import { changeMode, relaxesCheck } from '#domain/dlt/registry/change-registry.ts';
import {
  type DltMode,
  dltModes,
  type Entity,
  maxEvidence,
  takesOutOfUse,
} from '#domain/dlt/registry/contract.browser.ts';
import { addEvidence } from '#domain/dlt/registry/header-decisions.ts';
import { entityInput, headerChange, headerInput } from '#domain/dlt/registry/inputs.browser.ts';
import { removeEntity, removeHeader } from '#domain/dlt/registry/remove-registered.ts';
import { HeaderTable } from './header-table.tsx';
import { loadSenders } from './load-senders.server.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'senders' };
export const meta = screenMeta('senders');

const entityStatus = entityInput.pick({ entity_id: true }).extend(headerChange.shape);
const headerStatus = headerInput.pick({ header: true }).extend(headerChange.shape);

const turnsOff = (form: FormData): boolean => form.getAll('status').some(takesOutOfUse);

/** Only the form of the mode is restored: a file must be selected again, and turning a header off takes one click. */
const forms = screenForms({
  mode: formAct({
    recentSignIn: {
      for: 'relax_dlt_check',
      when: (form, { userId }) => relaxesCheck(userId, form.get('mode')),
    },
    schema: modeForm,
    fallback: fallbacks.registry,
    isRestored: true,
    run: async ({ mode }, { signedIn, page }) => {
      await changeMode(signedIn.userId, mode);
      return redirectDone(page, 'Mode saved');
    },
  }),
  evidence: formAct({
    recentSignIn: false,
    schema: evidenceForm,
    formId: (form) => `evidence-${form.get('header')}`,
    fallback: fallbacks.registry,
    run: async ({ header, content }, { signedIn, page }) => {
      await addEvidence(signedIn.userId, header, await readFile(content));
      return redirectDone(page, `Evidence of ${header} saved`);
    },
  }),
  entity: {
    recentSignIn: { for: 'turn_sender_off', when: turnsOff },
    act: async ({ userId }, form, { page }) => {
      const { entity_id, status } = readFields(form, entityStatus);
      return change(page, `Entity ${turned[status]}`, () =>
        changeEntity(userId, entity_id, { status }),
      );
    },
  },
  header: {
    recentSignIn: { for: 'turn_sender_off', when: turnsOff },
    act: async ({ userId }, form, { page }) => {
      const { header, status } = readFields(form, headerStatus);
      return change(page, `Header ${turned[status]}`, () =>
        changeHeader(userId, header, { status }),
      );
    },
  },
  'remove-entity': {
    recentSignIn: { for: 'delete_sender' },
    act: async ({ userId }, form, { page }) => {
      const { entity_id } = readFields(form, entityInput.pick({ entity_id: true }));
      return change(page, 'Entity removed', () => removeEntity(userId, entity_id));
    },
  },
  'remove-header': {
    recentSignIn: { for: 'delete_sender' },
    act: async ({ userId }, form, { page }) => {
      const { header } = readFields(form, headerInput.pick({ header: true }));
      return change(page, 'Header removed', () => removeHeader(userId, header));
    },
  },
});

const turned = { active: 'enabled', inactive: 'disabled' };

/**
 * Turns an entity or header on or off, or removes it. Messages that need an entity or header that is off or removed are
 * rejected.
 */
const change = (here: string, title: string, carryOut: () => Promise<void>) =>
  orToast({ to: here, fallback: fallbacks.registry }, async () => {
    await carryOut();
    return redirectDone(here, title);
  });

const readFile = async (file: File) => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
});

export const loader = loadScreen('senders', loadSenders, forms.showDraft);

export const action = actOnScreen('senders', forms.act, { ...forms, maxFileBytes: maxEvidence });

export default confirmFirst(Senders);

/** Headers and entities with their states, and the mode that determines what happens to messages that DLT would reject. */
function Senders() {
  const { mode, entities, withHeaders, headers, next, after, steps } =
    useLoaderData<typeof loader>();
  return (
    <RegistryPage
      actions={
        steps.hasEntity ? (
          <>
            <PrimaryLink to={paths.newHeader}>Add a header</PrimaryLink>
            <QuietLink to={paths.newEntity}>Add an entity</QuietLink>
            <QuietLink to={paths.importTemplates}>Import</QuietLink>
          </>
        ) : null
      }
      open="senders"
      text="A header is what your recipients see as the sender. It belongs to an entity: your business, as DLT knows it."
      title="Senders"
    >
      <FirstSteps {...steps} />
      {headers.length > 0 ? <HeaderTable entities={entities} headers={headers} /> : null}
      <PageLinks
        labels={{ first: 'First', next: 'Next' }}
        newest={after === null ? null : paths.senders()}
        older={next && paths.senders(next)}
      />
      {entities.length > 0 ? <EntityTable entities={entities} withHeaders={withHeaders} /> : null}
      <ModeForm mode={mode} />
    </RegistryPage>
  );
}

const cell = 'block px-4 py-1.5 align-middle @4xl:table-cell @4xl:px-3';

type EntityTableProps = {
  entities: Entity[];
  /** Ids of entities with headers, which cannot be removed. */
  withHeaders: string[];
};

/** All entities: a table on wide screens, cards on narrow ones. */
function EntityTable({ entities, withHeaders }: EntityTableProps) {
  const used = new Set(withHeaders);
  return (
    <CardTable caption="Entities" columns={['Entity', 'Entity ID', 'State', 'Actions']}>
      {entities.map(({ entityId, name, status }) => (
        <CardRow className="block py-2" key={entityId}>
          <td className={cell}>
            <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>
          </td>
          <td className={`${cell} font-mono text-xs`}>{entityId}</td>
          <td className={cell}>
            <StatusStamp health={status} />
          </td>
          <td className={cell}>
            <div className="grid justify-items-start gap-2 @4xl:flex @4xl:flex-wrap">
              <OnOff
                fields={{ intent: 'entity', entity_id: entityId }}
                isOn={status === 'active'}
                name={name}
              >
                Messages from all headers of <bdi className="font-medium">{name}</bdi> are refused
                until you enable it again.
              </OnOff>
              {used.has(entityId) ? null : (
                <ConfirmButton
                  alignRight="@4xl"
                  fallback={fallbacks.registry}
                  fields={{ intent: 'remove-entity', entity_id: entityId }}
                  label="Remove"
                  name={`entity ${name}`}
                >
                  <bdi className="font-medium">{name}</bdi> can be removed once no template or chain
                  belongs to it.
                </ConfirmButton>
              )}
            </div>
          </td>
        </CardRow>
      ))}
    </CardTable>
  );
}

const described: Record<DltMode, { label: string; text: string }> = {
  enforce: {
    label: 'Enforce',
    text: 'Dakiya rejects a message that operators would block: the API responds with 422 and the reason, and nothing is charged.',
  },
  warn: {
    label: 'Warn',
    text: 'Dakiya sends a message even if operators would block it, and the response contains the reason as a warning. The message is charged even if an operator blocks it.',
  },
  off: {
    label: 'Off',
    text: 'Dakiya checks only that the header is yours.',
  },
};

/** Selects what happens to messages that differ from the registrations. */
function ModeForm({ mode }: { mode: DltMode }) {
  const { form, fields } = useValidatedForm({
    id: 'mode',
    schema: modeForm,
    defaultValue: { mode },
  });
  const { name, errors, errorId, initialValue } = fields.mode;
  return (
    <TitledCard heading="h3" id="mode" title="Messages that differ from what is registered">
      <ValidatedForm
        className="grid gap-5 p-5"
        fallback={fallbacks.registry}
        form={form}
        intent="mode"
      >
        {/* Resets the choice when another window has changed the mode. */}
        <fieldset className="grid gap-4" key={mode}>
          <legend className="sr-only">Mode</legend>
          {dltModes.map((one) => (
            <div className="flex items-start gap-2.5 text-sm" key={one}>
              <input
                aria-describedby={`mode-${one}-text`}
                className="mt-0.5 size-4 shrink-0 accent-airmail"
                defaultChecked={(initialValue ?? mode) === one}
                id={`mode-${one}`}
                name={name}
                type="radio"
                value={one}
              />
              <div className="grid gap-0.5">
                <label className="-my-0.5 py-0.5 font-medium" htmlFor={`mode-${one}`}>
                  {described[one].label}
                </label>
                <p className="text-xs text-faint" id={`mode-${one}-text`}>
                  {described[one].text}
                </p>
              </div>
            </div>
          ))}
          <FieldErrors errors={errors} id={errorId} />
        </fieldset>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button className="button-quiet" type="submit">
            Save mode
          </button>
          <p className="text-xs text-faint">
            Nothing can be checked until you have registered something.
          </p>
        </div>
      </ValidatedForm>
    </TitledCard>
  );
}

type FirstStepsProps = { hasEntity: boolean; hasHeader: boolean; hasTemplate: boolean };

/** Explains DLT and the first steps; renders nothing once all steps are done. */
function FirstSteps({ hasEntity, hasHeader, hasTemplate }: FirstStepsProps) {
  if (hasEntity && hasHeader && hasTemplate) return null;
  return (
    <section aria-labelledby="steps-title" className="card grid gap-5 p-5">
      <div className="grid max-w-2xl gap-1">
        <h3 className="text-sm font-medium" id="steps-title">
          Three steps to your own sender
        </h3>
        <p className="text-sm text-faint">
          DLT is the register of India’s operators: it has every business that sends SMS, with its
          senders and texts. Operators block each message that differs from the register. Add here
          what you have registered there, and Dakiya finds such a message before it is charged.
        </p>
      </div>
      <ol className="grid gap-4 @4xl:grid-cols-3">
        <Step
          done={hasEntity}
          isNext={!hasEntity}
          label="Add your entity"
          number={1}
          to={paths.newEntity}
        >
          The business, with the id that your DLT portal gave it.
        </Step>
        <Step
          done={hasHeader}
          isNext={hasEntity && !hasHeader}
          label="Add a header"
          number={2}
          to={hasEntity ? paths.newHeader : null}
        >
          The sender, such as ACMEIN. The operator of this installation approves it.
        </Step>
        <Step
          done={hasTemplate}
          isNext={hasEntity && hasHeader && !hasTemplate}
          label="Add a template"
          number={3}
          to={hasEntity ? paths.newTemplate : null}
        >
          A registered text, with slots for the parts that change. Or{' '}
          <TextLink to={paths.importTemplates}>import</TextLink> the file that your portal exports.
        </Step>
      </ol>
    </section>
  );
}

type StepProps = {
  number: number;
  label: string;
  /** The address of the step's page; null while an earlier step is missing. */
  to: string | null;
  done: boolean;
  /** Whether this is the first unfinished step. */
  isNext: boolean;
  children: ReactNode;
};

function Step({ number, label, to, done, isNext, children }: StepProps) {
  return (
    <li className="flex min-w-0 gap-3">
      <StepMark done={done} number={number} />
      <div className="grid min-w-0 content-start gap-1 pt-0.5 text-sm">
        {done || to === null ? (
          <p className="font-medium">
            {label}
            {done ? <span className="sr-only"> (done)</span> : null}
          </p>
        ) : (
          <Link
            className={
              isNext ? 'button-primary justify-self-start' : 'link justify-self-start font-medium'
            }
            to={to}
          >
            {label}
          </Link>
        )}
        <p className="text-xs text-faint">{children}</p>
      </div>
    </li>
  );
}
