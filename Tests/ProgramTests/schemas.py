#!/usr/bin/python3
"""Holds JSON against a schema, and says on standard output what is wrong.

    schemas.py check SCHEMA              is it a schema, and is each key described?
    schemas.py valid SCHEMA FILE...      does each value of the files agree with it?
    schemas.py invalid SCHEMA FILE...    the other way round
    schemas.py covered SCHEMA FILE...    which keys occur in none of them?
    schemas.py strict SCHEMA FILE...     does each change of keys make it disagree?

A file holds a value, or a value a line.
"""
import copy
import json
import sys

import jsonschema


def values(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def definition(schema, node):
    """The schema that a reference means."""
    while "$ref" in node:
        node = schema["$defs"][node["$ref"].removeprefix("#/$defs/")]
    return node


def objects(schema, node, value):
    """The objects in a value, with the schema of each."""
    node = definition(schema, node)
    for other in node.get("anyOf", []):
        if "$ref" in other or "type" in other:
            yield from objects(schema, other, value)
    if isinstance(value, dict) and ("properties" in node or "additionalProperties" in node):
        if "properties" in node:
            yield node, value
        for key, inner in value.items():
            below = node.get("properties", {}).get(key, node.get("additionalProperties"))
            if isinstance(below, dict):
                yield from objects(schema, below, inner)
    if isinstance(value, list) and isinstance(node.get("items"), dict):
        for inner in value:
            yield from objects(schema, node["items"], inner)


def nodes(schema, node, place):
    """The schemas of a schema that describe objects, with the place of each."""
    if isinstance(node, dict):
        if "properties" in node and isinstance(node["properties"], dict):
            yield node, place
        for key, inner in node.items():
            yield from nodes(schema, inner, f"{place}/{key}")
    elif isinstance(node, list):
        for index, inner in enumerate(node):
            yield from nodes(schema, inner, f"{place}/{index}")


def check(schema):
    jsonschema.Draft202012Validator.check_schema(schema)
    for node, place in nodes(schema, schema, ""):
        for key, inner in node["properties"].items():
            if not inner.get("description", "").endswith("."):
                yield f"{place}: '{key}' is not described"
        for key in node.get("required", []):
            if key not in node["properties"]:
                yield f"{place}: '{key}' is required and not described"


def valid(schema, paths):
    validator = jsonschema.Draft202012Validator(schema)
    for path in paths:
        for number, value in enumerate(values(path), 1):
            for error in validator.iter_errors(value):
                place = "/".join(map(str, error.absolute_path))
                yield f"{path}:{number}: {place}: {error.message[:200]}"


def invalid(schema, paths):
    validator = jsonschema.Draft202012Validator(schema)
    for path in paths:
        for number, value in enumerate(values(path), 1):
            if validator.is_valid(value):
                yield f"{path}:{number}: it agrees"


def covered(schema, paths):
    seen = set()
    for path in paths:
        for value in values(path):
            for node, inner in objects(schema, schema, value):
                seen.update((id(node), key) for key in inner)
    for node, place in nodes(schema, schema, ""):
        for key in node["properties"]:
            if (id(node), key) not in seen:
                yield f"{place}: '{key}' occurs nowhere"


def strict(schema, paths):
    validator = jsonschema.Draft202012Validator(schema)
    count = 0
    for path in paths:
        for value in values(path):
            for place, (node, _) in enumerate(objects(schema, schema, value)):
                for change in ["+"] + node.get("required", []):
                    changed = copy.deepcopy(value)
                    # The same object of the copy.
                    _, inner = list(objects(schema, schema, changed))[place]
                    if change == "+":
                        inner["a key that nobody wrote"] = 1
                    else:
                        del inner[change]
                    count += 1
                    if validator.is_valid(changed):
                        yield f"{path}: '{change}' of object {place} changes nothing"
    if count == 0:
        yield "nothing was changed"


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        schema = json.load(file)
    command = {"check": lambda *_: check(schema), "valid": valid, "invalid": invalid,
               "covered": covered, "strict": strict}[sys.argv[1]]
    complaints = list(command(schema, sys.argv[3:]))
    print("\n".join(complaints[:50]))
    sys.exit(1 if complaints else 0)


main()
