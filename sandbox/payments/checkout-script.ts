/**
 * Replaces checkout.razorpay.com/v1/checkout.js on the merchant's page. It opens a dialog with a frame of the sandbox, and
 * accepts messages from that frame only. It sets styles by script, so that the merchant's content security policy need not
 * allow inline styles. The policy must allow the sandbox in script-src and frame-src, and for redirects also in form-action.
 */
export const checkoutScript = `(() => {
'use strict';
const own = new URL(document.currentScript.src);
const base = own.href.replace(/checkout\\.js.*$/, '');

/** Converts options to the fields of a form, as Hosted Checkout expects them. */
function fieldsOf(options) {
  const { key, order_id, amount, currency, name, description, callback_url, cancel_url } = options;
  const { prefill = {} } = options;
  const fields = {
    key_id: key, order_id, amount, currency, name, description, callback_url, cancel_url,
    'prefill[email]': prefill.email, 'prefill[contact]': prefill.contact,
  };
  return Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '');
}

/** Leaves the page by submitting a form. */
function post(action, fields) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

function makeDialog(title, address) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', title);
  Object.assign(dialog.style, {
    width: 'min(440px, 100vw)', height: 'min(640px, 100dvh)', maxWidth: '100vw', maxHeight: '100dvh',
    padding: '0', border: '0', borderRadius: '12px', overflow: 'hidden', background: 'Canvas',
    margin: 'auto', outline: '1px solid rgb(128 128 128 / 0.5)', boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.6)',
  });
  // On a phone, the dialog fills the whole screen.
  if (matchMedia('(max-width: 480px)').matches) {
    Object.assign(dialog.style, { height: '100dvh', borderRadius: '0', outline: '0' });
  }
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.src = address;
  Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0' });
  dialog.append(frame);
  return { dialog, frame };
}

class Razorpay {
  #options;
  #listeners = {};
  #close = null;

  constructor(options) {
    if (!options || !options.key) throw new Error('No key passed');
    this.#options = options;
  }

  on(event, listener) {
    (this.#listeners[event] ??= []).push(listener);
    return this;
  }

  open() {
    const options = this.#options;
    if (this.#close) return;
    if (options.redirect && options.callback_url) {
      post(base + 'v1/checkout/embedded', fieldsOf(options));
      return;
    }
    const asked = new URLSearchParams(fieldsOf(options).filter(([name]) => !name.endsWith('_url')));
    asked.set('origin', location.origin);
    const { dialog, frame } = makeDialog('Razorpay Checkout', base + 'checkout?' + asked);

    const dismiss = (reason) => {
      this.close();
      options.modal?.ondismiss?.(reason);
    };
    const hear = ({ origin, source, data }) => {
      if (origin !== own.origin || source !== frame.contentWindow || data?.checkout !== true) return;
      if (data.event === 'dismiss') dismiss();
      if (data.event === 'failed') {
        for (const listener of this.#listeners['payment.failed'] ?? []) listener({ error: data.detail });
      }
      if (data.event === 'success') {
        this.close();
        if (options.handler) options.handler(data.detail);
        else if (options.callback_url) post(options.callback_url, Object.entries(data.detail));
      }
    };
    addEventListener('message', hear);
    const timer = options.timeout ? setTimeout(() => dismiss('timeout'), options.timeout * 1000) : 0;
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      dismiss();
    });
    this.#close = () => {
      removeEventListener('message', hear);
      clearTimeout(timer);
      dialog.close();
      dialog.remove();
    };
    document.body.append(dialog);
    dialog.showModal();
    frame.addEventListener('load', () => frame.focus(), { once: true });
  }

  close() {
    this.#close?.();
    this.#close = null;
  }
}

window.Razorpay = Razorpay;
})();
`;

/**
 * The browser script of Checkout. An embedded page posts events only to the page that requested the checkout. A hosted page
 * submits the return form automatically.
 */
export const frameScript = `
const checkout = document.getElementById('checkout');
const { origin, checkoutEvent } = checkout.dataset;

const postEvent = (message) => {
  if (origin && parent !== window) parent.postMessage({ checkout: true, ...message }, new URL(origin).origin);
};

if (checkoutEvent) postEvent(JSON.parse(checkoutEvent));

const dismiss = document.querySelector('[data-dismiss]');
if (dismiss) {
  dismiss.addEventListener('click', () => postEvent({ event: 'dismiss' }));
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') postEvent({ event: 'dismiss' });
  });
}

document.getElementById('return')?.submit();
`;
