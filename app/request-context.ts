import { createContext, useContext, useEffect, useState } from 'react';

/** Values that exist only while rendering on the server. */
type OnServer = {
  /** The content security policy allows only scripts with this nonce. */
  nonce?: string | undefined;
  /** The request's id in the log. */
  requestId?: string | undefined;
};

export const RequestContext = createContext<OnServer>({});

export const useNonce = () => useContext(RequestContext).nonce;

/** Name of the `<meta>` element from which a document's scripts read the id of the document's request. */
export const requestIdMeta = 'request-id';

let opened = false;
let failedRequestId: string | null = null;

/** Records that the page of the document has been hydrated. */
export function useDocumentLoaded(): void {
  useEffect(() => {
    opened = true;
  }, []);
}

/**
 * Records whether the page's last data request failed.
 *
 * @param id the id of the request if the server reported a failure, else null
 */
export function noteFailedRequest(id: string | null): void {
  failedRequestId = id;
}

/**
 * The id of the request for the document; undefined after a navigation, because pages do not know the ids of later requests.
 */
export function useRequestId(): string | undefined {
  const { requestId } = useContext(RequestContext);
  const [id] = useState(() => {
    if (typeof document === 'undefined') return requestId;
    return opened ? undefined : idInDocument();
  });
  return id;
}

/** The id of the request that the server reported as failed; undefined if the server reported no failure. */
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

/** Whether the server rendered the document with an error, rather than a script in the browser. */
function documentFailed(): boolean {
  const { __remixContext } = window as { __remixContext?: { state?: { errors?: object | null } } };
  return Boolean(__remixContext?.state?.errors);
}

/**
 * Whether JavaScript runs and has hydrated the page. Only then are controls that need JavaScript shown instead of their
 * alternatives.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}
