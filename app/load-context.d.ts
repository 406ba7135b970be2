import '@remix-run/node';
import type { ApiRequestContext } from '#platform/http/api-adapter.ts';
import type { Sending } from '#platform/http/drain.ts';

declare module '@remix-run/node' {
  /** Loader data keeps its types (dates, maps) in the browser. */
  interface Future {
    v3_singleFetch: true;
  }

  /**
   * The context that the server passes to loaders: API requests have a body that was already read; pages
   * have a nonce and a request id.
   */
  interface AppLoadContext extends Partial<ApiRequestContext> {
    nonce?: string;
    requestId?: string;
    /** Sets `Retry-After`, in seconds. */
    retryAfter?: (seconds: number) => void;
    /** Whether this form was submitted too often, so that it must not be processed. */
    formRefused?: boolean;
    /** Resolves when the client has received everything sent so far, or has disconnected. */
    drained?: () => Promise<void>;
    sending?: Sending;
  }
}
