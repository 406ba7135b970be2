import type { Values } from './read-request.ts';
import type { Result } from './send-call.ts';

/** A call's form without JavaScript. The page posts it and shows the response. */
export type NoScriptCall = {
  /** Hidden fields of the form. */
  hidden: Record<string, string>;
  values?: Values;
  /** The response to the previous submit. */
  result?: Result;
};

/** Reads the values of a call's form. The name of a field begins with the location of its parameter. */
export function readFormValues(form: HTMLFormElement | null): Values {
  return form ? callFields(new FormData(form)) : {};
}

/** Selects the fields of the call among the fields of a form. */
export const callFields = (form: FormData): Values =>
  Object.fromEntries(
    [...form].filter(
      (entry): entry is [string, string] =>
        /^(?:path|query|header|body)\./.test(entry[0]) && typeof entry[1] === 'string',
    ),
  );
