import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

/** A short message about the result of an action. */
export type Toast = {
  type: 'success' | 'error' | 'warning' | 'info';
  title: string;
  message?: string;
};

/** A toast that is shown once, on the next page. */
export type Flash = {
  toast: Toast;
  /** Path to redirect to two seconds later. */
  next?: string;
};

type KeyedToast = Toast & { key: number };

type Action = { label: string; run: () => void };

const ShowToast = createContext<(toast: Toast) => void>(() => undefined);

/** How long a toast stays, in milliseconds. */
const stayMs = 5_000;

let lastKey = 0;

/** Returns the function that shows a toast from an event in the browser. */
export const useShowToast = () => useContext(ShowToast);

type ToastProviderProps = {
  children: ReactNode;
  /** Toasts that stay while a request waits for the next attempt. */
  waiting?: ReactNode;
};

/** The corner where toasts appear, and the context that shows them. */
export function ToastProvider({ children, waiting }: ToastProviderProps) {
  const [shown, setShown] = useState<KeyedToast[]>([]);
  const show = useCallback((toast: Toast) => {
    lastKey += 1;
    const key = lastKey;
    setShown((toasts) => [...toasts.slice(-2), { ...toast, key }]);
    setTimeout(() => setShown((toasts) => toasts.filter((other) => other.key !== key)), stayMs);
  }, []);
  return (
    <ShowToast.Provider value={show}>
      {children}
      <div aria-live="polite" className="toast-corner" role="status">
        {shown.map((toast) => (
          <ToastCard key={toast.key} toast={toast} timed />
        ))}
        {waiting}
      </div>
    </ShowToast.Provider>
  );
}

/**
 * A toast that came with a response. With JavaScript, it appears when the response arrives; without
 * JavaScript, it is part of the page.
 */
export function ServerToast({ toast }: { toast: Toast | null | undefined }) {
  const show = useShowToast();
  useEffect(() => {
    if (toast) show(toast);
  }, [toast, show]);
  if (!toast) return null;
  return (
    <noscript>
      <div className="toast-corner" role="status">
        <ToastCard toast={toast} />
      </div>
    </noscript>
  );
}

const marks = {
  success: 'bg-good',
  error: 'bg-bad',
  warning: 'bg-coral',
  info: 'bg-airmail',
} as const;

type ToastCardProps = {
  toast: Toast;
  /** Whether the toast disappears automatically. */
  timed?: boolean;
  action?: Action;
  /** A second sentence below the message. */
  detail?: string | undefined;
};

export function ToastCard({ toast, timed, action, detail }: ToastCardProps) {
  return (
    <div className="relative overflow-hidden rounded-md border border-line bg-raised py-3 pr-4 pl-5 shadow-sm">
      <span aria-hidden="true" className={`absolute inset-y-0 left-0 w-1 ${marks[toast.type]}`} />
      <p className="text-sm font-medium">{toast.title}</p>
      {toast.message ? <p className="mt-0.5 text-sm text-faint">{toast.message}</p> : null}
      {detail ? <p className="mt-0.5 text-sm text-faint">{detail}</p> : null}
      {action ? (
        <button className="link mt-1 min-h-6 text-sm" onClick={action.run} type="button">
          {action.label}
        </button>
      ) : null}
      {timed ? (
        <span
          aria-hidden="true"
          className={`toast-bar absolute inset-x-0 bottom-0 h-0.5 ${marks[toast.type]}`}
        />
      ) : null}
    </div>
  );
}
