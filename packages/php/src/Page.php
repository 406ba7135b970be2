<?php

declare(strict_types=1);

namespace Dakiya;

/**
 * A page of a list.
 *
 * @implements \IteratorAggregate<int, array<string, mixed>>
 */
final class Page implements \IteratorAggregate, \Countable
{
    /**
     * @internal
     * @param list<array<string, mixed>> $data the entries of this page; may be empty even if there are more pages
     * @param ?string $next the `after` of the next page; null on the last page
     * @param \Closure(string): self $read fetches the page for an `after`
     */
    public function __construct(
        public readonly array $data,
        public readonly ?string $next,
        private readonly \Closure $read,
    ) {
    }

    /** Fetches the next page. Returns null on the last page. */
    public function nextPage(): ?self
    {
        return $this->next === null ? null : ($this->read)($this->next);
    }

    /** Iterates over the entries of this page only. To iterate over all pages, use the list. */
    public function getIterator(): \ArrayIterator
    {
        return new \ArrayIterator($this->data);
    }

    /** Counts the entries of this page. */
    public function count(): int
    {
        return count($this->data);
    }
}
