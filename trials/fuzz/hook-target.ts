import fc from 'fast-check';
import { hookKinds } from '#domain/messaging/hooks/kinds/hook-kinds.ts';
import { formBodies, jsonBodies, oddHeaders, oddTypes } from './bodies.ts';
import { checkAnyResponse } from './check-response.ts';
import { oneIn, weighted } from './generators.ts';
import { hints } from './hints.ts';
import { hostileText, hostileValue } from './hostile.ts';
import type { FuzzRequest, Header, Send } from './send.ts';
import { overHttp, type Target } from './target.ts';

const { message, otp } = hints;

/** Some products send the country code without `+`. */
const recipient = fc
  .tuple(hints.recipient, fc.constantFrom('', '91'))
  .map(([number, country]) => (/^\d{10}$/.test(number) ? country + number : number));

const texts = fc.dictionary(fc.constantFrom('alertname', 'instance', 'summary'), hostileText, {
  noNullPrototype: true,
});

const alert = fc.record(
  {
    status: fc.constantFrom('firing', 'resolved'),
    ...{ labels: texts, annotations: texts, startsAt: hostileText, fingerprint: fc.uuid() },
  },
  { requiredKeys: ['status'] },
);

/** A payload that is valid for all kinds, because each kind reads its own fields. */
const payload = fc.record(
  {
    ...{ to: recipient, To: recipient, recipient, phoneNumber: recipient },
    ...{ message, Message: message, body: message, textMessage: message, text: message },
    ...{ code: otp, Body: otp, verification_code: otp, payload: fc.record({ code: otp }) },
    ...{ ip: hostileText, idempotency_key: fc.uuid(), groupKey: hostileText, title: hostileText },
    ...{ commonLabels: texts, groupLabels: texts, commonAnnotations: texts },
    ...{ sms: fc.record({ phone: recipient, otp }), args: fc.record({ code: otp }) },
    contextInfo: fc.record({ recipientPhoneNumber: recipient }),
    status: fc.constantFrom('firing', 'resolved'),
    alerts: fc.array(alert, { maxLength: 4 }),
    other: hostileValue,
  },
  { requiredKeys: ['to', 'recipient', 'phoneNumber', 'status', 'sms', 'contextInfo', 'payload'] },
);

/** The fields of a form, which are strings. */
const form = fc.record(
  {
    ...{ to: recipient, phone: recipient, message, msg: message },
    ...{ otp, secret: hostileText },
  },
  { requiredKeys: ['to'] },
);

/** The headers of the products that sign their calls. Their values are computed when the call is sent. */
const signed: Record<string, Header[]> = {
  supabase: [
    ['webhook-id', 'fuzz'],
    ['webhook-timestamp', '«seconds»'],
    ['webhook-signature', '«standardWebhook»'],
  ],
  zitadel: [['zitadel-signature', '«zitadelSignature»']],
};

const kinds = Object.keys(hookKinds);

/** Creates the targets that call an account's hooks of each kind, and hooks that do not exist. */
export const hookTargets = (send: Send): Target[] => kinds.map((kind) => hookTarget(send, kind));

function hookTarget(send: Send, kind: string): Target {
  const requests = fc
    .record({
      method: weighted([20, fc.constant('POST')], [3, fc.constantFrom('GET', 'PUT', 'HEAD')]),
      of: weighted(
        [20, fc.constant(kind)],
        [1, fc.constantFrom(...kinds)],
        [1, fc.constant('«own.userId»')],
      ),
      secret: weighted([12, fc.constant('header')], [2, fc.constant('query')], [2, hostileText]),
      headers: oddHeaders,
      sent: weighted(
        [
          4,
          fc.record({
            body: jsonBodies(payload),
            type: weighted([20, fc.constant('application/json')], [1, oddTypes]),
          }),
        ],
        [
          1,
          fc.record({
            body: formBodies(form),
            type: fc.constant('application/x-www-form-urlencoded'),
          }),
        ],
      ),
      chunked: oneIn(10),
    })
    .map(({ of, secret, headers, sent, method, chunked }): FuzzRequest => {
      const own = `«own.hookSecret.${kind}»`;
      const id = of.startsWith('«') ? of : `«own.hook.${of}»`;
      const bearer = (value: string): Header => ['authorization', `Bearer ${value}`];
      const right = signed[kind] ?? [bearer(own)];
      const wrong = secret === 'query' ? [] : [bearer(encodeURIComponent(secret.toWellFormed()))];
      return {
        ...{ method, chunked, as: 'anonymous' },
        path: `/api/hooks/${kind}/${id}${secret === 'query' ? `?secret=${own}&to=9876543210` : ''}`,
        headers: [
          ['content-type', sent.type],
          ...(secret === 'header' ? right : wrong),
          ...headers,
        ],
        body: ['GET', 'HEAD'].includes(method) ? null : sent.body,
      };
    });
  return overHttp(send, {
    ...{ name: `hooks ${kind}`, covers: 'hooks', requests },
    check: (response) => checkAnyResponse(response),
    // Supabase shows its users an error only if the status is 200.
    succeeded: ({ status, text }) => status < 400 && !text.includes('"error"'),
  });
}
