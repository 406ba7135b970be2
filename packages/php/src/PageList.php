<?php

declare(strict_types=1);

namespace Dakiya;

/**
 * A list. Iterate over it for the entries of all its pages, which are fetched when they are needed. Each iteration starts again
 * at the first page.
 *
 * @implements \IteratorAggregate<int, array<string, mixed>>
 */
final class PageList implements \IteratorAggregate
{
    /**
     * @internal
     * @param \Closure(?string): array<string, mixed> $read fetches the response after an `after`; the first one without it
     */
    public function __construct(private readonly \Closure $read)
    {
    }

    /**
     * Fetches the first page, or the one that an `after` of the query names.
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
            // Not `yield from`, which would repeat the keys of the first page.
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
