<?php

declare(strict_types=1);

namespace Dakiya;

/**
 * A list. Iterate over it to get the entries of all pages, which are fetched when needed. Each iteration starts at the first
 * page.
 *
 * @implements \IteratorAggregate<int, array<string, mixed>>
 */
final class PageList implements \IteratorAggregate
{
    /**
     * @internal
     * @param \Closure(?string): array<string, mixed> $read fetches the response for an `after`, or the first one without it
     */
    public function __construct(private readonly \Closure $read)
    {
    }

    /**
     * Fetches the first page, or the page for the `after` in the query.
     *
     * @throws DakiyaError
     */
    public function page(): Page
    {
        return $this->read(null);
    }

    /** @throws DakiyaError */
    public function getIterator(): \Generator
    {
        for ($page = $this->page(); $page !== null; $page = $page->nextPage()) {
            // Not `yield from`, because its keys would repeat on every page.
            foreach ($page->data as $entry) {
                yield $entry;
            }
        }
    }

    private function read(?string $after): Page
    {
        $response = ($this->read)($after);
        return new Page($response['data'], $response['next'] ?? null, fn (string $next) => $this->read($next));
    }
}
