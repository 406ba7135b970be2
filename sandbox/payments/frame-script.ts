/**
 * The browser script of Checkout: embedded, it posts events to the requesting page only; on its own, it
 * submits the return form automatically.
 */
export const frameScript = `
const checkout = document.getElementById('checkout');
const { origin, colour, news } = checkout.dataset;

const tell = (message) => {
  if (origin && parent !== window) parent.postMessage({ checkout: true, ...message }, new URL(origin).origin);
};

if (/^#[0-9a-f]{6}$/i.test(colour)) checkout.style.setProperty('--merchant', colour);
if (news) tell(JSON.parse(news));

const dismiss = document.querySelector('[data-dismiss]');
if (dismiss) {
  dismiss.addEventListener('click', () => tell({ event: 'dismiss' }));
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell({ event: 'dismiss' });
  });
}

document.getElementById('return')?.submit();
`;
