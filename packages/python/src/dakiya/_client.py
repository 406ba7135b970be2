"""The two clients. They only send requests and wait; `_core` decides what to send and when."""

from __future__ import annotations

import time
from typing import Any, Dict, Optional, Union

import anyio
import httpx

from ._api import Api
from ._core import Core, Flow, Reply, Try
from ._methods import Async, AsyncList, ReadPage, Sync, SyncList


def _arguments(one: Try) -> Dict[str, Any]:
    """Returns httpx's arguments for an attempt. Redirects are not followed, because they could send the key to another
    server.
    """
    return {
        "method": one.method,
        "url": one.url,
        "headers": one.headers,
        "content": one.content,
        "data": one.data,
        "files": one.files,
        "timeout": one.timeout,
        "follow_redirects": False,
    }


class _SyncRunner:
    def __init__(self, core: Core, http: httpx.Client) -> None:
        self.core = core
        self.http = http

    def run(self, flow: Flow) -> Any:
        reply: Any = None
        try:
            while True:
                step = flow.send(reply)
                reply = self._send(step) if isinstance(step, Try) else time.sleep(step)  # type: ignore[func-returns-value]
        except StopIteration as end:
            return end.value

    def list(self, read: ReadPage) -> SyncList[Any]:
        return SyncList(read, self.run)

    def _send(self, one: Try) -> Union[Reply, Exception]:
        # httpx limits each step separately. The total time is checked too, between the parts of a response.
        ends_at = time.monotonic() + one.timeout
        content = bytearray()
        try:
            with self.http.stream(**_arguments(one)) as response:
                for part in response.iter_bytes():
                    content += part
                    if time.monotonic() > ends_at:
                        return TimeoutError()
                return Reply(response.status_code, response.headers, bytes(content))
        except httpx.HTTPError as error:
            return error


class _AsyncRunner:
    def __init__(self, core: Core, http: httpx.AsyncClient) -> None:
        self.core = core
        self.http = http

    async def run(self, flow: Flow) -> Any:
        reply: Any = None
        try:
            while True:
                step = flow.send(reply)
                reply = await (self._send(step) if isinstance(step, Try) else anyio.sleep(step))
        except StopIteration as end:
            return end.value

    def list(self, read: ReadPage) -> AsyncList[Any]:
        return AsyncList(read, self.run)

    async def _send(self, one: Try) -> Union[Reply, Exception]:
        try:
            with anyio.fail_after(one.timeout):
                async with self.http.stream(**_arguments(one)) as response:
                    content = await response.aread()
                    return Reply(response.status_code, response.headers, content)
        except (httpx.HTTPError, TimeoutError) as error:
            return error


class Dakiya(Api[Sync]):
    """A client of a Dakiya installation. A program needs only one client, also for several threads.

    api_id: the API ID, `dk_…`. Default: the environment variable `DAKIYA_ID`.
    api_key: the API key, `sk_…`. Default: the environment variable `DAKIYA_KEY`.
    base_url: the address of the installation, such as `https://dakiya.example`. Default: the environment variable `DAKIYA_URL`.
    timeout: the timeout of each attempt in seconds; at least 60 for files.
    max_retries: the number of retries after the first attempt.
    http_client: the httpx client that sends the requests, for example through a proxy. Default: a new client. `close` closes a given client too.

    Raises ValueError if the API ID, the API key or the address is neither given nor in the environment.
    """

    def __init__(
        self,
        *,
        api_id: Optional[str] = None,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 10,
        max_retries: int = 2,
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        core = Core(api_id, api_key, base_url, timeout, max_retries)
        self._http = httpx.Client() if http_client is None else http_client
        super().__init__(_SyncRunner(core, self._http))

    def close(self) -> None:
        """Closes the connections. The client cannot be used afterwards."""
        self._http.close()

    def __enter__(self) -> "Dakiya":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


class AsyncDakiya(Api[Async]):
    """A client of a Dakiya installation for asyncio and Trio, with the same options and methods as `Dakiya`.

    Its methods are coroutines, and lists are iterated over with `async for`. An event loop needs only one client.
    """

    def __init__(
        self,
        *,
        api_id: Optional[str] = None,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        timeout: float = 10,
        max_retries: int = 2,
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        core = Core(api_id, api_key, base_url, timeout, max_retries)
        self._http = httpx.AsyncClient() if http_client is None else http_client
        super().__init__(_AsyncRunner(core, self._http))

    async def close(self) -> None:
        """Closes the connections. The client cannot be used afterwards."""
        await self._http.aclose()

    async def __aenter__(self) -> "AsyncDakiya":
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.close()
