"""Declares each method of a resource once, for both clients."""

from __future__ import annotations

import functools
import inspect
from typing import (
    Any,
    AsyncIterator,
    Callable,
    Coroutine,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    Optional,
    Protocol,
    TypedDict,
    TypeVar,
    Union,
    overload,
)

from ._core import Core, Flow, Request, fill, key_of

#: The kind of client to which a resource belongs.
Kind = TypeVar("Kind")
T = TypeVar("T")
D = TypeVar("D")
P = TypeVar("P")
#: The types of a method in the two kinds of clients.
S = TypeVar("S")
A = TypeVar("A")
P_contra = TypeVar("P_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)


class Sync:
    """Marks the resources of `Dakiya`."""


class Async:
    """Marks the resources of `AsyncDakiya`."""


class Page(Generic[T]):
    """A page of a list."""

    #: The entries of this page. The list may be empty even if there are more pages.
    data: List[T]
    #: The `after` of the next page; None on the last page.
    next: Optional[str]

    def __init__(self, envelope: Mapping[str, Any]) -> None:
        self.data = envelope["data"]
        # Lists that have a single page have no `next`.
        self.next = envelope.get("next")

    @property
    def has_more(self) -> bool:
        """Whether there is another page. Pass `next` as `after` to get it."""
        return self.next is not None


#: Reads the page for an `after`, or the first page without one.
ReadPage = Callable[[Optional[str]], Flow]


class SyncList(Generic[T]):
    """A list. Iterate over it to get the entries of all pages, which are fetched when needed."""

    def __init__(self, read: ReadPage, run: Callable[[Flow], Any]) -> None:
        self._read = read
        self._run = run

    def page(self) -> Page[T]:
        """Fetches the first page."""
        return Page(self._run(self._read(None)))

    def pages(self) -> Iterator[Page[T]]:
        """Iterates over the pages."""
        page = self.page()
        yield page
        while page.next is not None:
            page = Page(self._run(self._read(page.next)))
            yield page

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data


class AsyncList(Generic[T]):
    """A list. Iterate over it with `async for` to get the entries of all pages, which are fetched when needed."""

    def __init__(self, read: ReadPage, run: Callable[[Flow], Coroutine[Any, Any, Any]]) -> None:
        self._read = read
        self._run = run

    async def page(self) -> Page[T]:
        """Fetches the first page."""
        return Page(await self._run(self._read(None)))

    async def pages(self) -> AsyncIterator[Page[T]]:
        """Iterates over the pages."""
        page: Page[T] = await self.page()
        yield page
        while page.next is not None:
            page = Page(await self._run(self._read(page.next)))
            yield page

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for entry in page.data:
                yield entry


class Runner(Protocol):
    """Runs the steps of calls, either blocking or as coroutines."""

    core: Core

    def run(self, flow: Flow) -> Any: ...

    def list(self, read: ReadPage) -> Any: ...


class Resource(Generic[Kind]):
    """Methods for one part of the API."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner


class Method(Generic[S, A]):
    """A method of a resource. Its type is `S` in `Dakiya` and `A` in `AsyncDakiya`."""

    def __init__(self, plan: Callable[..., Any], *, is_list: bool = False) -> None:
        """`plan` gets the core and the arguments. It returns a flow, or a `ReadPage` for a list."""
        self.plan = plan
        self._is_list = is_list

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, resource: None, owner: Any = None) -> "Method[S, A]": ...

    @overload
    def __get__(self, resource: Resource[Sync], owner: Any = None) -> S: ...

    @overload
    def __get__(self, resource: Resource[Async], owner: Any = None) -> A: ...

    def __get__(self, resource: Any, owner: Any = None) -> Any:
        if resource is None:
            return self
        runner: Runner = resource._runner
        plan = functools.partial(self.plan, runner.core)
        carry_out: Any = runner.list if self._is_list else runner.run

        @functools.wraps(plan)
        def method(*args: Any, **options: Any) -> Any:
            return carry_out(plan(*args, **options))

        method.__name__ = self._name
        method.__qualname__ = f"{type(resource).__name__}.{self._name}"
        return method


class NoParams(TypedDict):
    """The parameters of a method that currently has none."""


class _VerifyByNumber(TypedDict):
    recipient: str
    otp: str


class VerifyByNumber(_VerifyByNumber, total=False):
    """A code to check, identified by the number."""

    service: str


class VerifyById(TypedDict):
    """A code to check, identified by the `otpId` of `otp.send` together with the number."""

    otp_id: str
    otp_code: str
    phone_number: str


VerifyOtpParams = Union[VerifyByNumber, VerifyById]


class Plain(Protocol[R_co]):
    """A method without parameters."""

    def __call__(self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> R_co: ...


class Takes(Protocol[P_contra, R_co]):
    """A method that takes parameters."""

    def __call__(
        self, params: P_contra, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> R_co: ...


class MayTake(Protocol[P_contra, R_co]):
    """A method whose parameters are optional."""

    def __call__(
        self, params: P_contra = ..., *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> R_co: ...


class TakesId(Protocol[R_co]):
    """A method that takes an id."""

    def __call__(self, id: str, *, timeout: Optional[float] = None, max_retries: Optional[int] = None) -> R_co: ...


class TakesBoth(Protocol[P_contra, R_co]):
    """A method that takes an id and parameters."""

    def __call__(
        self, id: str, params: P_contra, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> R_co: ...


class MayTakeBoth(Protocol[P_contra, R_co]):
    """A method that takes an id and optional parameters."""

    def __call__(
        self, id: str, params: P_contra = ..., *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> R_co: ...


class Creates(Protocol[P_contra, R_co]):
    """A method that creates or sends something, with an idempotency key."""

    def __call__(
        self, params: P_contra, *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> R_co: ...


class Acts(Protocol[P_contra, R_co]):
    """A method that acts on a resource, with an idempotency key."""

    def __call__(
        self, id: str, params: P_contra = ..., *, idempotency_key: Optional[str] = None, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> R_co: ...


# The possible signatures of methods, for both kinds of clients.
Later = Coroutine[Any, Any, D]
Get = Method[Plain[D], Plain[Later[D]]]
Ask = Method[Takes[P, D], Takes[P, Later[D]]]
Look = Method[MayTake[P, D], MayTake[P, Later[D]]]
Read = Method[TakesId[D], TakesId[Later[D]]]
Change = Method[TakesBoth[P, D], TakesBoth[P, Later[D]]]
Inspect = Method[MayTakeBoth[P, D], MayTakeBoth[P, Later[D]]]
Create = Method[Creates[P, D], Creates[P, Later[D]]]
Act = Method[Acts[P, D], Acts[P, Later[D]]]
ListAll = Method[MayTake[P, SyncList[D]], MayTake[P, AsyncList[D]]]
ListPlain = Method[Plain[SyncList[D]], Plain[AsyncList[D]]]
ListOf = Method[TakesId[SyncList[D]], TakesId[AsyncList[D]]]

_option = inspect.Parameter.KEYWORD_ONLY
_argument = inspect.Parameter.POSITIONAL_OR_KEYWORD


def method(
    verb: str,
    path: str,
    params: str = "",
    *,
    optional: bool = False,
    key: bool = False,
    is_list: bool = False,
    repeatable: Optional[bool] = None,
) -> Any:
    """Declares a method by its request.

    verb: the HTTP method.
    path: with `{id}` if the method takes an id.
    params: the field of `Request` for the parameters; empty if there are none. `upload` means a form if there is a `file`, else a body.
    optional: whether the parameters are optional.
    key: whether the call has an `Idempotency-Key`.
    is_list: whether the response is a page of a list.
    """
    options = (["idempotency_key"] if key else []) + ["timeout", "max_retries"]
    default = {} if optional else inspect.Parameter.empty
    signature = inspect.Signature(
        [inspect.Parameter("core", _argument)]
        + ([inspect.Parameter("id", _argument)] if "{id}" in path else [])
        + ([inspect.Parameter("params", _argument, default=default)] if params else [])
        + [inspect.Parameter(name, _option, default=None) for name in options]
    )

    def to_request(given: Mapping[str, Any]) -> Request:
        fields: Dict[str, Any] = {name: given.get(name) for name in ("timeout", "max_retries")}
        if key:
            fields["idempotency_key"] = key_of(given.get("idempotency_key"))
        if params:
            value = dict(given.get("params", {}))
            place = ("form" if "file" in value else "body") if params == "upload" else params
            fields[place] = value
        filled = fill(path, given["id"]) if "{id}" in path else path
        return Request(verb, filled, repeatable=repeatable, **fields)

    def plan(*args: Any, **options: Any) -> Union[Flow, ReadPage]:
        bound = signature.bind(*args, **options)
        core: Core = bound.arguments["core"]
        if not is_list:
            return core.call(to_request(bound.arguments))
        first = to_request(bound.arguments)

        def read(after: Optional[str]) -> Flow:
            if after is None:
                return core.request(first)
            return core.request(
                Request(
                    verb,
                    first.path,
                    {**(first.query or {}), "after": after},
                    timeout=first.timeout,
                    max_retries=first.max_retries,
                )
            )

        return read

    plan.__signature__ = signature  # type: ignore[attr-defined]
    return Method[Any, Any](plan, is_list=is_list)
