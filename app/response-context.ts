import { createContext, useContext, useEffect, useState } from 'react';

/** What a page is rendered with, on the server alone. */
type OnServer = {
  /** Without it the content policy lets no script run. */
  nonce?: string | undefined;
  /** By what the log knows the request. */
  requestId?: string | undefined;
};

export const ResponseContext = createContext<OnServer>({});

export const useNonce = () => useContext(ResponseContext).nonce;

/** How a document tells its own scripts the id of its request. */
export const requestIdMeta = 'request-id';

let opened = false;

/** Notes that the page that came with the document is there. */
export function useOpened(): void {
  useEffect(() => {
    opened = true;
  }, []);
}

/** The id of the request that brought the document; of later ones a page does not know it. */
export function useRequestId(): string | undefined {
  const { requestId } = useContext(ResponseContext);
  const [id] = useState(() => {
    if (typeof document === 'undefined') return requestId;
    if (opened) return undefined;
    return document.querySelector<HTMLMetaElement>(`meta[name=${requestIdMeta}]`)?.content;
  });
  return id;
}
