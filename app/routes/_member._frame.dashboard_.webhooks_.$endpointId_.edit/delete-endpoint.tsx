import { DeleteCard } from '#app/forms/delete-button.tsx';
import { fallbacks } from '#app/forms/fallbacks.ts';

/** Deletes an endpoint after a confirmation. */
export const DeleteEndpoint = ({ url }: { url: string }) => (
  <div className="max-w-3xl">
    <DeleteCard
      fallback={fallbacks.deleteWebhook}
      name={url}
      text="Events that wait for it are discarded. What was posted stays in the log for 30 days."
      title="Delete this endpoint"
    >
      Delete <bdi className="font-mono text-xs">{url}</bdi>? Its signing secret goes with it, and it
      cannot be restored.
    </DeleteCard>
  </div>
);
