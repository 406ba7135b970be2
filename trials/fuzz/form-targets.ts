import fc from 'fast-check';
import { formBodies, oddHeaders, oddTypes } from './bodies.ts';
import { createPageCheck } from './check-response.ts';
import { pictures } from './files.ts';
import type { Form } from './form-fields.ts';
import { forms } from './forms.ts';
import { hints } from './hints.ts';
import { pathArbitrary } from './paths.ts';
import { setUpBefore } from './prepare.ts';
import { type Route, templateOf } from './routes.ts';
import type { Body, CallerKind, FuzzRequest, Send } from './send.ts';
import { overHttp, type Target } from './target.ts';

/** Creates a target for each form of the site. */
export function formTargets(send: Send, routes: Route[]): Target[] {
  return forms.map((form) => {
    const route = routes.find(({ id }) => id === form.route);
    if (!route) throw new Error(`There is no route ${form.route}`);
    return overHttp(send, {
      name: `form ${form.route}`,
      kind: 'form' as const,
      covers: form.route,
      requests: formRequests(form, templateOf(route)),
      check: createPageCheck({ openToAll: form.openToAll ?? false }),
      succeeded: ({ status }) => status < 400,
      prepare: setUpBefore[form.route],
    });
  });
}

type Header = FuzzRequest['headers'][number];

/** The headers that name a form's origin: mostly the site itself. */
const origins: fc.Arbitrary<Header[]> = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Header[]>([['origin', '«origin»']]) },
  { weight: 1, arbitrary: fc.constant<Header[]>([['sec-fetch-site', 'same-origin']]) },
  { weight: 1, arbitrary: fc.constantFrom<Header[]>([], [['sec-fetch-site', 'cross-site']]) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        'https://evil.example',
        'null',
        '',
        '«origin».evil.example',
        '«origin»@evil.example',
        'file://',
      )
      .map((origin): Header[] => [['origin', origin]]),
  },
);

function formRequests(
  { query = '', fields, file }: Form,
  template: string,
): fc.Arbitrary<FuzzRequest> {
  const consoles = { ...hints, tab: fc.constantFrom('message', 'OTPVerification') };
  const plain: fc.Arbitrary<{ body: Body; type: string | null }> = fc.record({
    body: formBodies(fields),
    type: fc.oneof(
      { weight: 20, arbitrary: fc.constant('application/x-www-form-urlencoded;charset=UTF-8') },
      { weight: 1, arbitrary: oddTypes },
    ),
  });
  return fc
    .record({
      method: fc.oneof(
        { weight: 25, arbitrary: fc.constant('POST') },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'DELETE') },
      ),
      path: pathArbitrary(template, consoles),
      // Remix's script sends forms to the address with `.data`.
      byScript: fc.oneof(
        { weight: 3, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constant('.data') },
      ),
      as: fc.oneof(
        { weight: 14, arbitrary: fc.constant<CallerKind>('cookie') },
        {
          weight: 3,
          arbitrary: fc.constantFrom<CallerKind>('anonymous', 'dead-cookie', 'junk', 'token'),
        },
      ),
      origin: origins,
      odd: oddHeaders,
      sent: fc.oneof(
        { weight: file ? 2 : 8, arbitrary: plain },
        { weight: file ? 4 : 1, arbitrary: multiparts(fields, file) },
      ),
      chunked: fc.oneof(
        { weight: 9, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    })
    .map(({ path, byScript, origin, odd, sent, ...request }) => ({
      ...request,
      path: `${path}${byScript}${query}`,
      headers: [
        ...(sent.type === null ? [] : [['content-type', sent.type] as Header]),
        ...origin,
        ...odd,
      ],
      body: sent.body,
    }));
}

/** Multipart forms: valid ones with files, and malformed ones. */
export function multiparts(
  fields: Form['fields'],
  file = 'file',
  files = pictures,
): fc.Arbitrary<{ body: Body; type: null }> {
  const body = fc.tuple(
    fields,
    fc.array(files, { maxLength: 2 }),
    fc.constantFrom('----b', 'b', 'x'.repeat(70), "a'()+_,-./:=?"),
    fc.oneof(
      { weight: 6, arbitrary: fc.constant<'no'>('no') },
      {
        weight: 2,
        arbitrary: fc.constantFrom<'unclosed' | 'wrong-boundary' | 'cut'>(
          'unclosed',
          'wrong-boundary',
          'cut',
        ),
      },
    ),
  );
  return body.map(([values, files, boundary, broken]) => ({
    type: null,
    body: {
      boundary,
      broken,
      parts: [
        ...Object.entries(values).map(([name, value]) => ({ name, value: String(value) })),
        ...files.map(({ name, type, value }) => ({ name: file, value, file: { name, type } })),
      ],
    },
  }));
}
