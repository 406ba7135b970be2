import type { LoaderFunctionArgs } from '@remix-run/node';
import { dateInIndia } from '#app/keys/key-forms.ts';
import { toViewer } from '#app/messages/read-filter.server.ts';
import { streamFile } from '#app/messages/stream-file.server.ts';
import { paths } from '#app/paths.ts';
import { requireSignedInUser } from '#app/session/session.server.ts';
import { redirectWithToast } from '#app/session/toast.server.ts';
import { openArchive } from '#domain/messaging/account-data/export/read-archive.ts';
import { DomainError, sentenceForPeople } from '#domain/shared/errors.browser.ts';
import { safeText } from '#domain/shared/text.browser.ts';

/** An invalid id is treated as unknown. */
const exportName = safeText.max(64).catch('');

/**
 * The archive of a user's own export. Redirects to the export page if the export has expired or the sign-in is not recent.
 */
export async function loader(args: LoaderFunctionArgs) {
  const signedIn = await requireSignedInUser(args.request);
  try {
    const viewer = toViewer(signedIn, args, 'file');
    const archive = await openArchive(signedIn, viewer, exportName.parse(args.params.exportId));
    const { createdAt, size, chunks } = archive;
    const name = `dakiya-account-${dateInIndia(createdAt)}.zip`;
    return streamFile(chunks, args, { name, type: 'application/zip', size });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const message = sentenceForPeople(error);
    return redirectWithToast(paths.exportData, { type: 'error', title: 'Not downloaded', message });
  }
}
