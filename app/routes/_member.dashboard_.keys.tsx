import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { TestStamp } from '#app/components/icons.tsx';
import { PrimaryLink, TextLink } from '#app/components/links.tsx';
import { CardRow, CardTable } from '#app/components/lists.tsx';
import { Timestamp } from '#app/components/timestamp.tsx';
import { actOnScreen, loadScreen } from '#app/dashboard/screen.server.ts';
import { confirmFirst, screenMeta } from '#app/dashboard/screen-route.tsx';
import type { ScreenHandle } from '#app/dashboard/screens.ts';
import { DeleteButton } from '#app/forms/buttons.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';
import { FormErrors } from '#app/forms/field.tsx';
import { type FormReply, useFormReply } from '#app/forms/validated-form.tsx';
import { forms } from '#app/keys/act.server.ts';
import { EmptyKeys } from '#app/keys/empty-keys.tsx';
import { describeAccess } from '#app/keys/key-forms.ts';
import {
  ApiId,
  deleteWarning,
  hasExpired,
  MaskedSecret,
  NewKeyCard,
} from '#app/keys/key-values.tsx';
import { loadKeys, loadNewKey } from '#app/keys/keys.server.ts';
import { paths } from '#app/paths.ts';
import { useCannotSend } from '#app/session/use-signed-in-user.ts';
import type { ApiKeyOutput } from '#domain/identity/api-keys/contract.browser.ts';
import type { TimeStyle } from '#domain/shared/format.browser.ts';

export { ScreenError as ErrorBoundary } from '#app/dashboard/screen-route.tsx';
export const handle: ScreenHandle = { screen: 'manage-api' };
export const meta = screenMeta('manage-api');

export const loader = loadScreen(
  'manage-api',
  async (signedIn, { request }) => {
    const { keys } = await loadKeys(signedIn);
    return {
      // The loader creates these texts, because the forms that know the scopes would be half of the
      // screen's script.
      keys: keys?.map((key) => ({ ...key, access: describeAccess(key) })) ?? null,
      newKey: await loadNewKey(signedIn, request, keys),
    };
  },
  forms.showDraft,
);

export const action = actOnScreen('manage-api', forms.act, forms);

export default confirmFirst(Keys);

/** Column widths; the name takes the rest. The ID and mask of a test key are longer, and fit on one line in wide windows. */
const widths: Record<string, string> = {
  'API ID': 'w-60 @7xl:w-70',
  'API Key': 'w-36 @7xl:w-48',
  Expires: 'w-23',
  'Last used': 'w-36',
  Created: 'w-23',
  Actions: 'w-32',
};

const columns = ['API Name', ...Object.keys(widths)];

/**
 * All API keys, one line each: a table on wide screens, cards on narrow screens. The screen of a key has all other details.
 */
function Keys() {
  const { keys, newKey } = useLoaderData<typeof loader>();
  if (!keys?.length) {
    return (
      <EmptyKeys
        failed={keys === null}
        text="Create a key so that your programs can call the API."
        title="No API keys found"
      />
    );
  }
  return (
    <div className="@container grid gap-4">
      <OldFormErrors />
      {newKey ? <NewKeyCard newKey={newKey} /> : null}
      <CannotSend />
      <div>
        <PrimaryLink to={paths.dashboard('new-api')}>Create New API</PrimaryLink>
      </div>
      <CardTable caption="API keys" columns={columns} widths={widths}>
        {keys.map((key) => (
          <Row apiKey={key} key={key._id} />
        ))}
      </CardTable>
    </div>
  );
}

/** The errors of a form that this screen had in an earlier release. */
function OldFormErrors() {
  const reply = useFormReply<Partial<FormReply>>();
  const errors = Object.values(reply?.result?.error ?? {}).flatMap((texts) => texts ?? []);
  return <FormErrors errors={errors} id="old-form" />;
}

function Row({ apiKey }: { apiKey: ApiKeyOutput & { access: string } }) {
  const { _id, name, livemode, isActive, offReason, expiresOn, lastUsedAt, createdAt } = apiKey;
  return (
    <CardRow className="grid grid-cols-2 gap-y-1 py-2" id={_id}>
      <Cell wide>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 @4xl:flex-nowrap">
          <Link
            className="link max-w-full min-w-0 truncate py-0.5 font-medium"
            title={name}
            to={paths.key(_id)}
          >
            <bdi>{name}</bdi>
          </Link>
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 @4xl:shrink-0 @4xl:flex-nowrap">
            {livemode ? null : <TestStamp />}
            {isActive ? null : (
              <span className={`stamp ${offReason ? 'text-bad' : 'text-faint'}`}>Inactive</span>
            )}
            {hasExpired(apiKey) ? (
              <span className="stamp text-bad" suppressHydrationWarning>
                Expired
              </span>
            ) : null}
            {/* A line of a narrower table has no room for it. */}
            <span className="text-xs text-faint @4xl:hidden @7xl:inline">{apiKey.access}</span>
          </span>
        </span>
      </Cell>
      <Cell label="API ID" wide>
        <ApiId apiKey={apiKey} />
      </Cell>
      <Cell label="API Key">
        <MaskedSecret apiKey={apiKey} />
      </Cell>
      <Cell label="Expires">{expiresOn ? <Time at={expiresOn} timeStyle="day" /> : 'Never'}</Cell>
      <Cell label="Last used">{lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'}</Cell>
      <Cell label="Created">
        <Time at={createdAt} timeStyle="day" />
      </Cell>
      <Cell wide>
        <span className="relative flex gap-1.5">
          <Link
            aria-label={`Edit ${name}`}
            className="button-quiet @4xl:min-h-8 @4xl:px-2 @4xl:text-xs"
            to={paths.key(_id)}
          >
            Edit
          </Link>
          <DeleteButton
            alignRight="@4xl"
            buttonClassName="button-quiet text-bad @4xl:min-h-8 @4xl:px-2 @4xl:text-xs"
            fallback={fallbacks.deleteKey}
            fields={{ key: _id }}
            inRow
            name={name}
          >
            {deleteWarning(name)}
          </DeleteButton>
        </span>
      </Cell>
    </CardRow>
  );
}

const Time = ({ at, timeStyle }: { at: string; timeStyle?: TimeStyle }) => (
  <span className="block text-xs whitespace-nowrap">
    <Timestamp at={new Date(at)} timeStyle={timeStyle} />
  </span>
);

type CellProps = { label?: string; wide?: boolean; children: ReactNode };

/** A cell; on a card it also shows its column's name. */
function Cell({ label, wide = false, children }: CellProps) {
  return (
    <td
      className={`block min-w-0 px-4 py-0.5 align-middle @4xl:table-cell @4xl:h-12 @4xl:pr-1 @4xl:pl-3 ${wide ? 'col-span-2' : ''}`}
    >
      {label ? <span className="block text-xs text-faint @4xl:hidden">{label}</span> : null}
      {children}
    </td>
  );
}

/** Explains that keys cannot send until the email address is confirmed. */
function CannotSend() {
  if (!useCannotSend()) return null;
  return (
    <p className="text-sm text-faint">
      Your keys cannot send yet: calls that send a message or an OTP return 403{' '}
      <TextLink to={`${paths.docsSection('api-reference')}#email_unverified`}>
        <code>email_unverified</code>
      </TextLink>{' '}
      until you have confirmed your email address.
    </p>
  );
}
