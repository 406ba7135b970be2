import type { Values } from './read-request.ts';
import type { Result } from './send-call.ts';

/** How a call's form is sent without JavaScript: by the page itself, which then shows the answer. */
export type NoScriptCall = {
  /** What the page must know besides what was typed. */
  hidden: Record<string, string>;
  /** What was typed before, if anything was sent. */
  values?: Values;
  /** What that was answered. */
  result?: Result;
};

/** The fields that nobody sees. */
export function HiddenFields({ hidden }: Pick<NoScriptCall, 'hidden'>) {
  return Object.entries(hidden).map(([name, value]) => (
    <input key={name} name={name} type="hidden" value={value} />
  ));
}

/** What stands in the fields of a call's form, which have a place before their names. */
export function readFormValues(form: HTMLFormElement | null): Values {
  return form ? callFields(new FormData(form)) : {};
}

/** The fields of a call among all that a form sends. */
export const callFields = (form: FormData): Values =>
  Object.fromEntries(
    [...form].filter(
      (entry): entry is [string, string] =>
        /^(?:path|query|header|body)\./.test(entry[0]) && typeof entry[1] === 'string',
    ),
  );
