import { Form } from '@remix-run/react';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import type { ImportList, RowOutcome } from '#domain/messaging/dlt/import/contract.browser.ts';
import { formatCount } from '#domain/shared/format-number.browser.ts';

type ConfirmImportProps = { list: ImportList; counts: Record<RowOutcome, number> };

/** What a list has, one of it and several. */
const names: Record<ImportList, [string, string]> = {
  templates: ['template', 'templates'],
  headers: ['header', 'headers'],
  entities: ['entity', 'entities'],
};

/** Carries out what was shown. */
export function ConfirmImport({ list, counts }: ConfirmImportProps) {
  const count = counts.new + counts.changed;
  if (count === 0) {
    return (
      <p className="text-sm">
        {counts.unclear > 0
          ? 'Nothing can be imported yet. Fill in below what the file does not say, then read it again.'
          : 'There is nothing to register or to change.'}
      </p>
    );
  }
  return (
    <Form data-fallback={fallbacks.importTemplates} method="post">
      <SubmitButton busy="Starting..." intent="confirm">
        {`Import ${formatCount(count)} ${names[list][count === 1 ? 0 : 1]}`}
      </SubmitButton>
    </Form>
  );
}
