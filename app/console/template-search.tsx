import { Form, Link, useSubmit } from '@remix-run/react';
import { paths } from '#app/paths.ts';
import type { OwnSenders } from './contract.ts';

type TemplateSearchProps = { senders: OwnSenders; chosenKey: string };

/** Finds the DLT template that a message is sent by. It is in the address, so that the search works without a script. */
export function TemplateSearch({ senders, chosenKey }: TemplateSearchProps) {
  const submit = useSubmit();
  const { templates, template, asked } = senders;
  const isUnclear = asked !== '' && template === null;
  return (
    <Form
      action={paths.dashboard('message')}
      className="grid gap-1.5 border-b border-line p-5"
      method="get"
      preventScrollReset
      replace
      role="search"
    >
      {chosenKey === '' ? null : <input name="key" type="hidden" value={chosenKey} />}
      <label className="text-sm font-medium" htmlFor="find-template">
        DLT template
      </label>
      <div className="flex gap-2">
        <input
          aria-describedby="find-template-hint"
          autoComplete="off"
          className="input min-w-0 flex-1"
          defaultValue={template?.id ?? asked}
          id="find-template"
          key={template?.id ?? asked}
          list="templates"
          name="template"
          onChange={({ currentTarget }) => {
            const isListed = templates.some(({ id }) => id === currentTarget.value);
            if (isListed) submit(currentTarget.form, { preventScrollReset: true, replace: true });
          }}
          placeholder="Name, text or id"
          type="text"
        />
        <button className="button-quiet" type="submit">
          Find
        </button>
      </div>
      <datalist id="templates">
        {templates.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
      <div className="grid gap-1 text-xs text-faint" id="find-template-hint">
        {template ? (
          <p className="[overflow-wrap:anywhere]">
            {template.name}.{' '}
            <Link className="link" preventScrollReset replace to={paths.dashboard('message')}>
              Write the whole text instead
            </Link>
          </p>
        ) : isUnclear ? (
          <Matches {...senders} />
        ) : (
          <p>Choose one to type its values only, or write the whole text below.</p>
        )}
      </div>
    </Form>
  );
}

/** A search that does not say which template is meant. */
const Matches = ({ templates }: OwnSenders) =>
  templates.length === 0 ? (
    <p>No approved template has this id, or this in its name or text.</p>
  ) : (
    <>
      <p>Several templates match:</p>
      <ul className="grid gap-1">
        {templates.slice(0, 8).map(({ id, name }) => (
          <li className="[overflow-wrap:anywhere]" key={id}>
            <Link
              className="link"
              preventScrollReset
              replace
              to={paths.dashboard('message', { template: id })}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
