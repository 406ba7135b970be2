import '@remix-run/node';
import type { ApiRequestContext } from '#platform/http/fetch-adapter.server.ts';

declare module '@remix-run/node' {
  /** Dates and the like arrive in the browser as what they are. */
  interface Future {
    v3_singleFetch: true;
  }

  /** What the server hands to loaders: programs come with a read body, pages with a nonce and an id. */
  interface AppLoadContext extends Partial<ApiRequestContext> {
    nonce?: string;
    requestId?: string;
    /** Has the answer say after how many seconds it is worth trying again. */
    retryAfter?: (seconds: number) => void;
    /** Whether a form of this request came after too many others. */
    formRefused?: boolean;
    /** Waits until the client has taken what was sent so far, or is gone. */
    drained?: () => Promise<void>;
  }
}
