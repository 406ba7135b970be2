import type { Values } from './read-request.ts';
import type { Result } from './send-call.ts';

/** A call's form without JavaScript: the page posts it and shows the response. */
export type NoScriptCall = {
  /** Hidden fields of the form. */
  hidden: Record<string, string>;
  /** The values of the previous submit. */
  values?: Values;
  /** The response to it. */
  result?: Result;
};

/** Reads the values of a call's form; field names begin with the parameter's location. */
export function readFormValues(form: HTMLFormElement | null): Values {
  return form ? callFields(new FormData(form)) : {};
}

/** The call's fields among those of a form. */
export const callFields = (form: FormData): Values =>
  Object.fromEntries(
    [...form].filter(
      (entry): entry is [string, string] =>
        /^(?:path|query|header|body)\./.test(entry[0]) && typeof entry[1] === 'string',
    ),
  );
