import type { MetaFunction } from '@remix-run/node';
import { QuietLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { EmptyPage, PageHeader } from '#app/site/page-header.tsx';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'Blog',
      description: 'Notes on sending SMS in India and on how Dakiya works. Nothing is posted yet.',
    },
    args,
  );

export default function Blog() {
  return (
    <div className="grid gap-10">
      <PageHeader
        lead="Notes on sending SMS in India, and on how Dakiya works inside."
        title="Blog"
      />
      <EmptyPage title="No posts yet">
        <p className="max-w-xl text-faint">
          The first post will appear here. Until then, read the documentation or email us your
          questions.
        </p>
        <p className="flex flex-wrap gap-3 pt-2 max-sm:*:grow">
          <QuietLink to={paths.docs}>Read the documentation</QuietLink>
          <QuietLink to={paths.contact}>Contact</QuietLink>
        </p>
      </EmptyPage>
    </div>
  );
}
