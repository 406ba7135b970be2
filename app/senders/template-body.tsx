import { Fragment } from 'react';
import type { TemplateParts } from '#domain/messaging/dlt/registry/parse-template.browser.ts';
import { describeLimit, type LongestValues } from './describe-limit.ts';

/** A template's text, with the type and the limit of each slot in its place. */
export function TemplateBody({
  texts,
  slots,
  longest,
}: TemplateParts & { longest: LongestValues }) {
  return (
    <p className="rounded-md border border-line bg-paper p-3 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
      <bdi>
        {texts.map((text, at) => {
          const slot = slots[at];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a body are known by their places
            <Fragment key={at}>
              {text}
              {slot ? (
                <mark className="mark-slot rounded-sm px-1 text-xs">
                  <bdi>
                    <span className="sr-only">Slot </span>
                    {at + 1}: {slot.type}, {describeLimit(slot, longest)}
                  </bdi>
                </mark>
              ) : null}
            </Fragment>
          );
        })}
      </bdi>
    </p>
  );
}
