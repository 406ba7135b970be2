import { useEffect, useLayoutEffect } from 'react';
import { useNonce } from '#app/request-context.ts';

/** React warns about layout effects on the server, where effects never run. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** The attribute of the root element when browsers lay out pages as a whole. */
const isWhole = 'data-whole';

/**
 * Lays out the blocks of a new page that prose.css leaves out at first, one task at a time, so that the page responds
 * meanwhile. A page to which the visitor returns is laid out at once, because the browser restores its scroll position.
 */
const script = `(() => {
  const layOutAll = () => document.documentElement.setAttribute('${isWhole}', '');
  const [navigation] = performance.getEntriesByType('navigation');
  if (['reload', 'back_forward'].includes(navigation?.type)) return layOutAll();
  addEventListener('load', () => {
    const blocks = document.querySelectorAll('.page-body > *');
    let count = 0;
    const timer = setInterval(() => {
      if (count < blocks.length) blocks[count++].style.contentVisibility = 'visible';
      else {
        clearInterval(timer);
        layOutAll();
      }
    });
  });
})()`;

/** The script of a page with blocks. It runs without the page's modules, which load only when they are needed. */
export function LayOutBlocks() {
  const nonce = useNonce();
  // Pages that React renders do not run the script. The router restores their scroll positions after this effect.
  useBrowserLayoutEffect(() => document.documentElement.setAttribute(isWhole, ''), []);
  return (
    <script
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
      dangerouslySetInnerHTML={{ __html: script }}
      nonce={nonce}
      // Browsers hide a nonce from scripts, so hydration would report a difference.
      suppressHydrationWarning
    />
  );
}
