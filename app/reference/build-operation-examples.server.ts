import { highlight } from '#app/content/highlight.server.ts';
import { invariant } from '#domain/shared/errors.browser.ts';
import { serverSettings } from '#platform/server-settings.ts';
import { credentialHeaders, type HttpCall, maskedCredentials, toCall } from './call.ts';
import type { Examples, OperationView, ParameterLocation, RenderedCode } from './contract.ts';
import { readOperation, readOperationGroups } from './read-operations.server.ts';
import { toCurl } from './to-curl.ts';

/** Builds the examples of an operation's page, with the reader's API ID if there is one. */
export function buildExamples(operation: OperationView, keyId: string | null): Examples {
  const { success, errorExample } = operation;
  const json = (value: unknown) =>
    value === undefined ? null : renderCode(JSON.stringify(value, null, 2), 'json');
  return {
    curl: renderCode(toCurl(exampleCall(operation, keyId), serverSettings.PUBLIC_URL), 'bash'),
    answer: json(success.example),
    error: json(errorExample),
  };
}

/** The success and error envelopes, from the examples of the first operation. */
export async function buildEnvelopes(): Promise<{ success: RenderedCode; error: RenderedCode }> {
  const [group] = await readOperationGroups();
  const found = await readOperation(group?.operations[0]?.id ?? '');
  invariant(found, 'there is an operation');
  const { answer, error } = buildExamples(found.operation, null);
  invariant(answer && error, 'the first operation has a body in every answer');
  return { success: answer, error };
}

const renderCode = (text: string, language: string): RenderedCode => ({
  text,
  html: highlight(text, language),
});

/** A call with required parameters and defaults only. */
function exampleCall(operation: OperationView, keyId: string | null): HttpCall {
  const { method, path, access, body } = operation;
  const usualParameters = (place: ParameterLocation) =>
    (operation.parameters.find((parameters) => parameters.place === place)?.fields ?? [])
      .filter(({ required, constraints }) => required || constraints.some(isDefault))
      .map(({ name, example }): [string, string] => [name, example ?? '']);
  const call = toCall({
    method,
    path,
    parameters: {
      path: usualParameters('path'),
      query: usualParameters('query'),
      header: usualParameters('header'),
    },
    credentials: credentialHeaders(access, maskedCredentials(keyId)),
    body: operation.takesFile ? undefined : body?.example,
  });
  if (!operation.takesFile) return call;
  const form = Object.entries(body?.example ?? {}).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return { ...call, form };
}

const isDefault = ({ words }: { words: string }) => words === 'Default';
