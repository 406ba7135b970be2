"""Runs the Python library for the tests: it reads one JSON object per line, and writes the outcome of each on a line."""

import asyncio
import json
import re
import sys
from dataclasses import dataclass
from typing import Any, Dict

import dakiya


@dataclass
class Call:
    client: Dict[str, Any]
    method: str
    args: list
    options: Dict[str, Any]


def snake_case(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def to_options(options):
    """Converts options to Python's names, and times to seconds."""
    named = {snake_case(name): value for name, value in options.items()}
    if "timeout_ms" in named:
        named["timeout"] = named.pop("timeout_ms") / 1_000
    return named


def find(client, name):
    """Finds a method by its dotted name in camel case. `import` is a keyword, so the library has `import_file`."""
    method = client
    for part in name.split("."):
        method = getattr(method, "import_file" if part == "import" else snake_case(part))
    return method


def with_files(arg):
    """Replaces the placeholders for files in an argument with files."""
    if not isinstance(arg, dict):
        return arg
    return {
        name: (value["$file"]["name"], value["$file"]["text"].encode())
        if isinstance(value, dict) and "$file" in value
        else value
        for name, value in arg.items()
    }


def run_sync(call, collect):
    with dakiya.Dakiya(**call.client) as client:
        result = find(client, call.method)(*call.args, **call.options)
        if collect:
            return list(result)
        if isinstance(result, dakiya.SyncList):
            page = result.page()
            return {"data": page.data, "next": page.next}
        return result


async def run_async(call, collect):
    async with dakiya.AsyncDakiya(**call.client) as client:
        result = find(client, call.method)(*call.args, **call.options)
        if collect:
            return [entry async for entry in result]
        if isinstance(result, dakiya.AsyncList):
            page = await result.page()
            return {"data": page.data, "next": page.next}
        return await result


def carry_out(order):
    if order["do"] == "unwrap":
        return dakiya.unwrap_webhook(order["body"], order["headers"], order["secret"])
    call = Call(
        to_options(order["settings"]),
        order["method"],
        [with_files(arg) for arg in order["args"]],
        to_options(order.get("options") or {}),
    )
    if order["isAsync"]:
        return asyncio.run(run_async(call, order["do"] == "collect"))
    return run_sync(call, order["do"] == "collect")


def outcome_of(order):
    try:
        return {"value": carry_out(order)}
    except dakiya.DakiyaError as error:
        fields = {
            "message": str(error),
            "status": error.status,
            "code": error.code,
            "param": error.param,
            "docUrl": error.doc_url,
            "requestId": error.request_id,
            "retryAfterSeconds": error.retry_after_seconds,
            "details": error.details,
        }
        return {"error": {"family": type(error).__name__, **fields}}
    except Exception as error:  # The test reports it.
        return {"bug": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    print(json.dumps(outcome_of(json.loads(line))), flush=True)
