import { createContext, useContext, useEffect, useState } from 'react';

/** What a page is rendered with, on the server alone. */
type OnServer = {
  /** Without it the content policy lets no script run. */
  nonce?: string | undefined;
  /** By what the log knows the request. */
  requestId?: string | undefined;
};

export const RequestContext = createContext<OnServer>({});

export const useNonce = () => useContext(RequestContext).nonce;

/** How a document tells its own scripts the id of its request. */
export const requestIdMeta = 'request-id';

let opened = false;
let failedRequestId: string | null = null;

/** Notes that the page that came with the document is there. */
export function useDocumentLoaded(): void {
  useEffect(() => {
    opened = true;
  }, []);
}

/**
 * Notes what the page was answered last.
 *
 * @param id of the request if the server said that it failed, else null
 */
export function noteFailedRequest(id: string | null): void {
  failedRequestId = id;
}

/** The id of the request that brought the document; of later ones a page does not know it. */
export function useRequestId(): string | undefined {
  const { requestId } = useContext(RequestContext);
  const [id] = useState(() => {
    if (typeof document === 'undefined') return requestId;
    return opened ? undefined : idInDocument();
  });
  return id;
}

/** The id of the request that the server said it failed to answer; undefined if no server said so. */
export function useFailedRequestId(): string | undefined {
  const { requestId } = useContext(RequestContext);
  const [id] = useState(() => {
    if (typeof document === 'undefined') return requestId;
    if (opened) return failedRequestId ?? undefined;
    return documentFailed() ? idInDocument() : undefined;
  });
  return id;
}

const idInDocument = () =>
  document.querySelector<HTMLMetaElement>(`meta[name=${requestIdMeta}]`)?.content;

/** Whether the document itself came with an error, and none of the browser's scripts made it. */
function documentFailed(): boolean {
  const { __remixContext } = window as { __remixContext?: { state?: { errors?: object | null } } };
  return Boolean(__remixContext?.state?.errors);
}
