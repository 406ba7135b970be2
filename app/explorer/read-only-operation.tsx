import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CodeBlock } from '#app/content/code-block.tsx';
import { paths } from '#app/paths.ts';
import { FieldGroups, FieldList } from '#app/reference/field-list.tsx';
import type { Explorer } from './load-explorer.server.ts';

type ReadOnlyOperationProps = Pick<Explorer, 'operation' | 'example'> & { children?: ReactNode };

/** An operation that cannot be called from here: its fields, and a curl command. */
export function ReadOnlyOperation({ operation, example, children }: ReadOnlyOperationProps) {
  const { id, parameters, body } = operation;
  return (
    <div className="grid grid-cols-1 gap-6">
      {children ? (
        <p className="text-sm">
          {children} The command below does the same from a shell, and{' '}
          <Link className="link" to={paths.operation(id)}>
            the reference{' '}
          </Link>{' '}
          has the details.
        </p>
      ) : null}
      <div className="grid grid-cols-1 content-start gap-8 xl:grid-cols-2">
        <CodeBlock label="Command" {...example} />
        <div className="grid grid-cols-1 content-start gap-6">
          {parameters.map(({ place, fields }) => (
            <FieldList fields={fields} key={place} />
          ))}
          {body ? <FieldGroups groups={body.groups} /> : null}
        </div>
      </div>
    </div>
  );
}
