"""Tests of the Python library alone. The tests of all libraries are in tests/support/library-contract.ts."""

import asyncio
import io
import random
import time
from email.utils import formatdate

import httpx
import pytest

import dakiya
from dakiya import ApiTimeoutError, AsyncDakiya, Dakiya, DakiyaError, RateLimitError, ServerError, unwrap_webhook

KEY = {"api_id": "dk_test", "api_key": "sk_secret"}
BALANCE = {"status": "success", "message": "", "data": {"balance": 7}}
LIMITED = {"error": {"code": "rate_limited", "message": "Slow down."}}


def a_client(handle, **options):
    http_client = httpx.Client(transport=httpx.MockTransport(handle))
    return Dakiya(**{**KEY, "base_url": "https://dakiya.example", **options}, http_client=http_client)


@pytest.fixture
def pauses(monkeypatch):
    """Records pauses instead of waiting."""
    recorded = []
    monkeypatch.setattr(time, "sleep", recorded.append)
    return recorded


def test_the_environment_gives_what_the_options_do_not(monkeypatch):
    monkeypatch.setenv("DAKIYA_ID", "dk_environment")
    monkeypatch.setenv("DAKIYA_KEY", "sk_environment")
    monkeypatch.setenv("DAKIYA_URL", "https://other.example/")
    received = []

    def handle(request):
        received.append(request)
        return httpx.Response(200, json=BALANCE)

    client = Dakiya(api_key="sk_option", http_client=httpx.Client(transport=httpx.MockTransport(handle)))
    client.account.get_balance()
    assert received[0].url == "https://other.example/api/v1/balance"
    assert received[0].headers["x-api-id"] == "dk_environment"
    assert received[0].headers["x-api-key"] == "sk_option"


@pytest.mark.parametrize("client", [Dakiya, AsyncDakiya])
@pytest.mark.parametrize(
    "option, variable", [("api_id", "DAKIYA_ID"), ("api_key", "DAKIYA_KEY"), ("base_url", "DAKIYA_URL")]
)
def test_a_client_without_an_option_is_not_made_and_names_its_variable(monkeypatch, client, option, variable):
    monkeypatch.delenv(variable, raising=False)
    options = {**KEY, "base_url": "https://dakiya.example", option: None}
    with pytest.raises(ValueError, match=f"{option}.*{variable}"):
        client(**options)


@pytest.mark.parametrize("end", ["", "/", "/api/v1", "/api/v1/"])
def test_the_address_may_end_in_several_ways(end):
    urls = []

    def handle(request):
        urls.append(str(request.url))
        return httpx.Response(200, json=BALANCE)

    a_client(handle, base_url=f"https://dakiya.example{end}").account.get_balance()
    assert urls == ["https://dakiya.example/api/v1/balance"]


def test_a_printed_client_or_error_does_not_show_the_key():
    client = a_client(lambda request: httpx.Response(400, json={}))
    with pytest.raises(DakiyaError) as raised:
        client.account.get_balance()
    shown = [repr(one) for one in (client, client.messages, client.messages.send, raised.value)]
    assert "sk_secret" not in " ".join(shown + [repr(raised.value.__dict__)])


def test_a_retry_after_of_a_minute_is_waited_for_and_a_longer_one_or_a_later_date_is_not(pauses):
    def client_after(retry_after):
        refusal = httpx.Response(429, json=LIMITED, headers={"retry-after": retry_after})
        responses = iter([refusal, httpx.Response(200, json=BALANCE)])
        return a_client(lambda request: next(responses))

    assert client_after("60").account.get_balance() == {"balance": 7}
    assert 60 <= pauses[0] <= 60.5
    for late in ("61", formatdate(time.time() + 62, usegmt=True)):
        with pytest.raises(RateLimitError):
            client_after(late).account.get_balance()
    assert len(pauses) == 1


def test_delays_before_retries_are_random_and_double(monkeypatch, pauses):
    monkeypatch.setattr(random, "random", lambda: 0.5)
    client = a_client(lambda request: httpx.Response(503), max_retries=7)
    with pytest.raises(ServerError):
        client.account.get_balance()
    assert pauses == [0.25, 0.5, 1, 2, 4, 4, 4]


def test_waiting_for_a_delivery_looks_less_and_less_often(monkeypatch, pauses):
    monkeypatch.setattr(time, "monotonic", lambda: sum(pauses))
    message = {"data": {"_id": "msg_1", "status": "sent"}}
    client = a_client(lambda request: httpx.Response(200, json=message))
    with pytest.raises(ApiTimeoutError, match="msg_1 is still “sent” after 60 s"):
        client.messages.wait_for_delivery("msg_1", timeout=60)
    assert pauses == [1, 2, 4, 8, 16, 16, 13]


def test_a_response_that_arrives_in_small_parts_ends_with_a_timeout(monkeypatch):
    clock = iter(range(1_000))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))

    def slowly():
        while True:
            yield b" "

    client = a_client(lambda request: httpx.Response(200, content=slowly()), max_retries=0, timeout=5)
    with pytest.raises(ApiTimeoutError, match="5 s"):
        client.account.get_balance()


def test_a_file_that_is_read_once_is_sent_in_each_try(pauses):
    bodies = []

    def handle(request):
        bodies.append(request.read())
        return httpx.Response(503 if len(bodies) == 1 else 200, json={"data": {"added": 1}})

    file = io.BytesIO(b"9876543210\n")
    file.name = "/home/user/numbers.csv"
    a_client(handle).suppressions.import_file({"file": file})
    for body in bodies:
        assert b'filename="numbers.csv"' in body
        assert b"9876543210\n" in body
    assert len(bodies) == 2


@pytest.mark.parametrize("id", ["", ".", "..", None])
def test_an_id_that_would_make_another_path_is_rejected(id):
    with pytest.raises(ValueError):
        a_client(lambda request: httpx.Response(200, json=BALANCE)).messages.get(id)


def test_an_unknown_option_is_an_error_of_the_program():
    client = a_client(lambda request: httpx.Response(200, json=BALANCE))
    with pytest.raises(TypeError, match="timeout_ms"):
        client.account.get_balance(timeout_ms=50)
    with pytest.raises(TypeError, match="params"):
        client.messages.send()


def test_a_list_sends_nothing_before_it_is_used_and_fetches_pages_one_by_one():
    queries = []

    def handle(request):
        after = request.url.params.get("after")
        queries.append(after)
        return httpx.Response(200, json={"data": [len(queries)], "next": f"p{len(queries)}"})

    entries = a_client(handle).messages.list({"limit": 1})
    assert queries == []
    iterator = iter(entries)
    assert [next(iterator), next(iterator)] == [1, 2]
    assert queries == [None, "p1"]


def test_a_cancelled_task_sends_no_other_try():
    started = []

    async def handle(request):
        started.append(request)
        await asyncio.Event().wait()

    async def run():
        http_client = httpx.AsyncClient(transport=httpx.MockTransport(handle))
        async with AsyncDakiya(**KEY, base_url="https://dakiya.example", http_client=http_client) as client:
            task = asyncio.ensure_future(client.messages.get("msg_1"))
            while not started:
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(run())
    assert len(started) == 1


def test_calls_of_an_event_loop_run_at_the_same_time():
    waiting = []

    async def handle(request):
        waiting.append(request)
        while len(waiting) < 2:
            await asyncio.sleep(0)
        return httpx.Response(200, json=BALANCE)

    async def run():
        http_client = httpx.AsyncClient(transport=httpx.MockTransport(handle))
        async with AsyncDakiya(**KEY, base_url="https://dakiya.example", http_client=http_client) as client:
            return await asyncio.gather(client.account.get_balance(), client.account.get_balance())

    assert asyncio.run(run()) == [{"balance": 7}, {"balance": 7}]


def test_a_parsed_webhook_and_a_secret_that_is_not_one_are_errors_of_the_program():
    with pytest.raises(TypeError, match="not as parsed JSON"):
        unwrap_webhook({"type": "ping"}, {}, "whsec_c2VjcmV0")
    headers = {"Webhook-Timestamp": str(int(time.time()))}
    with pytest.raises(ValueError, match="whsec_"):
        unwrap_webhook("{}", headers, "")


def test_every_public_name_exists():
    assert all(hasattr(dakiya, name) for name in dakiya.__all__)
