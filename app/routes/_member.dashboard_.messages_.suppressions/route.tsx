import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  CardCell,
  CardRow,
  CardTable,
  EmptyState,
  PageLinks,
  SearchForm,
} from '#app/components/lists.tsx';
import { TitledCard } from '#app/components/sections.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen, formAct, loadScreen, screenForms } from '#app/dashboard/screen.server.ts';
import { confirmFirst } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { ConfirmButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { orToast, readFields } from '#app/forms/submit.server.ts';
import { LogTabs } from '#app/messages/log-parts.tsx';
import { paths } from '#app/paths.ts';
import { redirectDone } from '#app/session/toast.server.ts';
import { noIndexMeta } from '#app/site/meta.ts';
import type { SignedInUser } from '#domain/identity/sessions/contract.ts';
import type { SuppressionFileResult } from '#domain/messaging/recipients/suppression-file/contract.browser.ts';
import { maxSuppressionFile } from '#domain/messaging/recipients/suppression-file/contract.browser.ts';
import { suppressFile } from '#domain/messaging/recipients/suppression-file/suppress-file.ts';
import {
  listSuppressions,
  type Suppression,
  suppress,
  unsuppress,
} from '#domain/messaging/recipients/suppressions.ts';
import { formatCount } from '#domain/shared/format.browser.ts';
import { recipientInput } from '#domain/sms/addresses.ts';
import { nationalDigits } from '#domain/sms/digits.browser.ts';
import {
  AddNumbers,
  suppressForm,
  suppressFormId,
  uploadForm,
  uploadFormId,
} from './add-numbers.tsx';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'messages' };
export const meta = () => noIndexMeta('Suppressions');

/** Numbers per page. */
const pageSize = 25;

const place = /^\+91\d{10}$/;

/** Loads a page of the suppression list: all numbers, or those that begin with the typed digits. */
async function loadSuppressions({ userId }: SignedInUser, { request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const typed = searchParams.get('number')?.trim().slice(0, 40) ?? '';
  const given = searchParams.get('after') ?? '';
  const after = place.test(given) ? given : undefined;
  // Removes the trunk zero, with which no stored number begins.
  const digits = nationalDigits(typed).replace(/^0+/, '') || undefined;
  // Text without digits matches no number.
  const isFindable = typed === '' || digits !== undefined;
  const page = isFindable
    ? await listSuppressions(userId, { limit: pageSize, after, digits })
    : { entries: [], next: null };
  return { ...page, typed, after };
}

const suppressInput = suppressForm.extend({ recipient: recipientInput });

type Uploaded = { uploaded: { name: string; result: SuppressionFileResult } };

const forms = screenForms({
  suppress: formAct({
    recentSignIn: false,
    schema: suppressInput,
    formId: suppressFormId,
    fallback: fallbacks.suppress,
    isRestored: true,
    run: async ({ recipient, reason = null }, { signedIn: { userId }, page }) => {
      const added = await suppress(userId, [recipient], reason);
      const title = added > 0 ? `${recipient} suppressed` : `${recipient} was already suppressed`;
      return redirectDone(page, title);
    },
  }),
  // Not restored, because a file must be selected again.
  upload: formAct({
    recentSignIn: false,
    schema: uploadForm,
    formId: uploadFormId,
    fallback: fallbacks.suppress,
    run: async ({ file, reason = null }, { signedIn: { userId } }): Promise<Uploaded> => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const result = await suppressFile(userId, bytes, reason);
      return { uploaded: { name: file.name, result } };
    },
  }),
  remove: {
    recentSignIn: { for: 'delete_suppression' },
    act: async ({ userId }, form, { page }) => {
      const { recipient } = readFields(form, suppressInput.pick({ recipient: true }));
      return orToast({ to: page, fallback: fallbacks.suppress }, async () => {
        await unsuppress(userId, recipient);
        return redirectDone(page, `${recipient} removed`);
      });
    },
  },
});

export const loader = loadScreen('messages', loadSuppressions, forms.showDraft);

export const action = actOnScreen('messages', forms.act, {
  ...{ ...forms, maxFileBytes: maxSuppressionFile },
});

export default confirmFirst(Suppressions);

/** Numbers that get no promotional messages of the account. */
function Suppressions() {
  const { entries, next, typed, after } = useLoaderData<typeof loader>();
  const isEmpty = entries.length === 0 && typed === '' && after === undefined;
  const address = (search: Record<string, string>) =>
    paths.suppressions({ ...(typed && { number: typed }), ...search });
  return (
    <div className="@container grid gap-5">
      <LogTabs open="suppressions" />
      <p className="max-w-prose text-sm text-faint">
        Numbers that get no promotional messages of yours, because their owners do not want them.
        Other messages and one-time passwords still arrive.
      </p>
      <UploadResult />
      <AddNumbers />
      {isEmpty ? (
        <EmptyState text="Add a number, or upload a list." title="No suppressed numbers">
          <a
            className="link text-sm"
            href={`${paths.docsSection('messaging')}#promotional-messages`}
          >
            What is a suppression list?
          </a>
        </EmptyState>
      ) : (
        <>
          <SearchForm
            inputMode="tel"
            label="Number, or its first digits"
            maxLength={40}
            name="number"
            to={paths.suppressions()}
            typed={typed}
          />
          {entries.length > 0 ? (
            <SuppressionTable entries={entries} />
          ) : (
            <p className="card p-6 text-sm">
              {typed
                ? 'No suppressed number begins with these digits.'
                : 'No more suppressed numbers.'}
            </p>
          )}
        </>
      )}
      <PageLinks
        labels={{ first: 'First', next: 'Next' }}
        newest={after === undefined ? null : address({})}
        older={next && address({ after: next })}
      />
    </div>
  );
}

const columns = ['Number', 'Reason', 'Since', 'Actions'];

/** A page of suppressed numbers. */
const SuppressionTable = ({ entries }: { entries: Suppression[] }) => (
  <CardTable caption="Suppressed numbers" columns={columns}>
    {entries.map(({ recipient, reason, createdAt }) => (
      <CardRow className="grid grid-cols-2 py-2" key={recipient}>
        <CardCell wide>
          <code className="font-mono">{recipient}</code>
        </CardCell>
        <CardCell label="Reason" wide>
          <span className="[overflow-wrap:anywhere]">
            {reason ? <bdi>{reason}</bdi> : <span className="text-faint">None</span>}
          </span>
        </CardCell>
        <CardCell label="Since">
          <Timestamp at={createdAt} />
        </CardCell>
        <CardCell>
          <ConfirmButton
            alignRight="always"
            fallback={fallbacks.suppress}
            fields={{ intent: 'remove', recipient }}
            label="Remove"
            name={recipient}
          >
            {recipient} gets your promotional messages again. Remove it only if its owner has asked
            for them.
          </ConfirmButton>
        </CardCell>
      </CardRow>
    ))}
  </CardTable>
);

/** The result of a file that was just uploaded; renders nothing without an upload. */
function UploadResult() {
  const { uploaded } = (useActionData() as Partial<Uploaded> | undefined) ?? {};
  if (!uploaded) return null;
  const { name, result } = uploaded;
  const { rows, added, known, repeated, invalid, invalidRows } = result;
  const counts = [
    ['Rows', rows],
    ['Added', added],
    ['Suppressed before', known],
    ['Repeated in the file', repeated],
    ['Without a mobile number', invalid],
  ] as const;
  return (
    <TitledCard heading="h2" id="result" role="status" title={<bdi>{name}</bdi>}>
      <dl className="flex flex-wrap gap-x-8 gap-y-3 px-5 py-4 text-sm">
        {counts.map(([label, count]) => (
          <div className="grid" key={label}>
            <dt className="text-xs text-faint">{label}</dt>
            <dd className="font-mono">{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {invalidRows.length > 0 ? (
        <div className="grid gap-2 border-t border-line px-5 py-4 text-sm">
          <p>
            {invalid > invalidRows.length
              ? `The first ${formatCount(invalidRows.length)} rows without an Indian mobile number:`
              : 'Rows without an Indian mobile number:'}
          </p>
          <ul className="grid gap-1">
            {invalidRows.map(({ row, detail }) => (
              <li key={row}>
                <span className="text-faint">Row {formatCount(row)}:</span> {detail}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </TitledCard>
  );
}
