import { useNavigate } from '@remix-run/react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Found, maxQueryLength } from '#app/content/docs.ts';
import { loadSearch } from '#app/content/search/docs-search.tsx';
import { paths } from '#app/paths.ts';
import { dashboardPaths } from '#domain/shared/dashboard-paths.browser.ts';
import { screens } from './screens.ts';

/**
 * A result in the list. `isDocument` marks a passage of the documentation: it opens with a full page load, so that the
 * browser applies `:target`.
 */
type Option = Place & { isDocument?: true };

type Group = { title: string; options: Option[] };

const maxDocs = 6;

type Docs = Found[] | 'loading' | 'failed';

/** Searches the documentation for a query of two characters or more. */
function useDocs(query: string): Docs {
  const [docs, setDocs] = useState<Docs>([]);
  useEffect(() => {
    if (query.length < 2) return setDocs([]);
    let isCurrent = true;
    setDocs((before) => (Array.isArray(before) && before.length > 0 ? before : 'loading'));
    loadSearch().then(
      (search) => isCurrent && setDocs(search(query).slice(0, maxDocs)),
      () => isCurrent && setDocs('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [query]);
  return docs;
}

const textOf = (pieces: Found['heading']) => pieces.map(({ text }) => text).join('');

function toGroups(query: string, docs: Docs): Group[] {
  const passages = Array.isArray(docs) ? docs : [];
  const groups: Group[] = [
    { title: 'Messages', options: findMessages(query) },
    { title: 'Screens', options: findScreens(query) },
    {
      title: 'Documentation',
      options: passages.map(({ path, page, heading }) => ({
        ...{ to: path, label: textOf(heading), isDocument: true },
        detail: page,
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

function describeResults(count: number, docs: Docs): string {
  if (docs === 'failed') return `${count} found. The documentation could not be searched.`;
  if (docs === 'loading') return `${count} found. Searching the documentation …`;
  return count === 0 ? 'Nothing found.' : `${count} found`;
}

/**
 * The search over screens, messages and documentation: a dialog with a combobox. The focus stays in the field, the arrow
 * keys choose, Enter opens and Escape closes.
 */
export function Palette({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const navigate = useNavigate();
  const query = typed.trim();
  const docs = useDocs(query);
  const groups = toGroups(query, docs);
  const options = groups.flatMap((group) => group.options);
  const at = Math.min(chosen, options.length - 1);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  function open(option: Option | undefined) {
    if (!option) return;
    // Closing the dialog returns the focus to the previously focused element.
    dialog.current?.close();
    if (option.isDocument) window.location.assign(option.to);
    else navigate(option.to);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      setChosen((at + step + options.length) % options.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(options[at]);
    }
  }

  let index = 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it, as Escape does
    <dialog
      aria-label="Search"
      className="mx-auto mt-[10dvh] w-[min(36rem,calc(100vw-2rem))] rounded-lg border border-control bg-raised p-0 text-ink shadow-lg backdrop:bg-veil"
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
      onClose={close}
      ref={dialog}
    >
      <div className="grid max-h-[70dvh] grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="border-b border-line p-3">
          <input
            aria-activedescendant={options.length > 0 ? optionId(at) : undefined}
            aria-autocomplete="list"
            aria-controls={`${id}-list`}
            aria-expanded={options.length > 0}
            aria-label="Search screens, messages and documentation"
            autoComplete="off"
            className="input"
            maxLength={maxQueryLength}
            onChange={({ target }) => {
              setTyped(target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
            placeholder="Screen, message id, number or documentation"
            role="combobox"
            spellCheck={false}
            type="text"
            value={typed}
          />
        </div>
        <div aria-label="Results" className="overflow-y-auto p-2" id={`${id}-list`} role="listbox">
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be part of a listbox
            <div aria-label={group.title} key={group.title} role="group">
              <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs text-faint">
                {group.title}
              </p>
              {group.options.map((option) => {
                const own = index++;
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and Enter opens the chosen one
                  // biome-ignore lint/a11y/useFocusableInteractive: the field names it with aria-activedescendant
                  <div
                    aria-selected={own === at}
                    className="flex min-h-9 cursor-pointer items-center justify-between gap-4 rounded-md px-3 text-sm aria-selected:bg-paper aria-selected:outline aria-selected:outline-control"
                    id={optionId(own)}
                    key={`${option.to} ${option.label}`}
                    onClick={() => open(option)}
                    onPointerMove={() => setChosen(own)}
                    role="option"
                  >
                    <span className="min-w-0 truncate">{option.label}</span>
                    {option.detail ? (
                      <span className="max-w-[50%] shrink-0 truncate text-xs text-faint">
                        {option.detail}
                      </span>
                    ) : null}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        <p className="border-t border-line px-4 py-2 text-xs text-faint" role="status">
          {describeResults(options.length, docs)}
        </p>
      </div>
    </dialog>
  );
}

/** A result of the search that Ctrl+K opens. */
export type Place = { to: string; label: string; detail?: string };

const otherScreens: Place[] = [
  { to: paths.newWebhook, label: 'New webhook endpoint', detail: 'Webhooks' },
  { to: paths.listen(), label: 'Listen to events', detail: 'Webhooks' },
  { to: paths.requestLog(), label: 'Request log', detail: 'Messages' },
  { to: paths.recipients(), label: 'Privacy: stored data of a number', detail: 'Messages' },
  { to: paths.scheduled(), label: 'Scheduled messages', detail: 'Messages' },
  { to: paths.suppressions(), label: 'Suppressed numbers', detail: 'Messages' },
  { to: paths.otpServices, label: 'OTP services', detail: 'OTP Verification' },
  { to: paths.newOtpService, label: 'New OTP service', detail: 'OTP Verification' },
  { to: paths.templates(), label: 'Templates', detail: 'Senders & templates' },
  { to: paths.newTemplate, label: 'New template', detail: 'Senders & templates' },
  { to: paths.newHeader, label: 'New header', detail: 'Senders & templates' },
  { to: paths.importTemplates, label: 'Import from the DLT portal', detail: 'Senders & templates' },
  { to: paths.checkMessage, label: 'Check a message', detail: 'Senders & templates' },
  { to: paths.links(), label: 'Links and chains', detail: 'Senders & templates' },
  { to: paths.rejections, label: 'Rejected by operators', detail: 'Senders & templates' },
  { to: paths.auditTrail(), label: 'Audit trail', detail: 'Settings' },
  { to: paths.exportData, label: 'Export the account’s data', detail: 'Account' },
  { to: paths.reference, label: 'API reference', detail: 'Public page' },
];

const allScreens: Place[] = [
  ...screens.map(({ id, label, title }) => ({
    to: dashboardPaths[id],
    label,
    ...(title !== label && { detail: title }),
  })),
  ...otherScreens,
];

/** The screens whose name contains all words of a query. Names that begin with the query come first. */
export function findScreens(query: string): Place[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const nameOf = ({ label, detail = '' }: Place) => `${label} ${detail}`.toLowerCase();
  const found = allScreens.filter((place) => words.every((word) => nameOf(place).includes(word)));
  const begins = (place: Place) => (nameOf(place).startsWith(words[0] ?? '') ? 0 : 1);
  return found.toSorted((one, other) => begins(one) - begins(other));
}

/** The messages that a query identifies by message id or phone number. Does not check whether they exist. */
export function findMessages(query: string): Place[] {
  const id = /^\s*(msg_[0-9A-HJKMNP-TV-Z]{26})\s*$/i.exec(query)?.[1];
  if (id) {
    const known = `msg_${id.slice(4).toUpperCase()}`;
    return [{ to: paths.message(known), label: 'Open the message', detail: known }];
  }
  if (!/^[\d\s+()-]+$/.test(query)) return [];
  const number = query.replace(/\D/g, '').replace(/^(?:91|0)(?=\d{10}$)/, '');
  if (number.length !== 10) return [];
  return [
    { to: paths.messages({ number }), label: 'Messages to this number', detail: `+91${number}` },
  ];
}
