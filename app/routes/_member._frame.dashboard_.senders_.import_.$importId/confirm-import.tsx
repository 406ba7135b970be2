import { Form } from '@remix-run/react';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { SubmitButton } from '#app/forms/submit-button.tsx';
import type { RowOutcome } from '#domain/messaging/dlt/import/contract.ts';
import { formatCount } from '#domain/shared/format-number.ts';

/** Carries out what was shown. */
export function ConfirmImport({ counts }: { counts: Record<RowOutcome, number> }) {
  const count = counts.new + counts.changed;
  if (count === 0) {
    return <p className="text-sm text-faint">There is nothing to register or to change.</p>;
  }
  return (
    <Form data-fallback={fallbacks.importTemplates} method="post">
      <input name="intent" type="hidden" value="confirm" />
      <SubmitButton busy="Starting..." intent="confirm" intentIsField>
        {`Import ${formatCount(count)} ${count === 1 ? 'template' : 'templates'}`}
      </SubmitButton>
    </Form>
  );
}
