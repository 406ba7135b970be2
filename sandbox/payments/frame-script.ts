/**
 * The browser script of Checkout: embedded, it posts events to the requesting page only; on its own, it
 * submits the return form automatically.
 */
export const frameScript = `
const checkout = document.getElementById('checkout');
const { origin, colour, checkoutEvent } = checkout.dataset;

const postEvent = (message) => {
  if (origin && parent !== window) parent.postMessage({ checkout: true, ...message }, new URL(origin).origin);
};

if (/^#[0-9a-f]{6}$/i.test(colour)) checkout.style.setProperty('--merchant', colour);
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
