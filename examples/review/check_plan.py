#!/usr/bin/env python3
"""Checks Lengthwise plans in a pipeline and fails it when one is not fit to be
ordered.

Prints an annotation for each error and warning in the way GitHub reads them
(::error file=...,line=...::...), writes one SARIF file for all plans, which
holds the info findings too, and adds a table to the summary of the job where
there is one. Python 3.8 or later, nothing else.

Exit: 0 all plans pass, 1 one does not, 2 one cannot be read or the command line
is wrong, 3 something else; the highest of all plans.
"""

import argparse
import json
import os
import re
import subprocess
import sys

VERDICTS = {0: "passes", 1: "fails the review", 2: "cannot be read", 3: "could not be checked"}


def data(text):
    """Escapes the message of an annotation."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def value(text):
    """Escapes a property of an annotation."""
    return data(text).replace(":", "%3A").replace(",", "%2C")


def annotation(level, plan, line, column, title, text):
    at = "file=" + value(plan)
    if line:
        at += f",line={line},col={column}"
    return f"::{level} {at},title={value(title)}::{data(text)}"


def run(server, plan, form, fail_on):
    """Runs the check once: exit code, output, and what it complained of."""
    command = [server, "check", "--format", form, "--fail-on", fail_on, "--", plan]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    except OSError as e:
        return 3, "", [f"{server}: {e.strerror}"]
    status = done.returncode if done.returncode in VERDICTS else 3
    return status, done.stdout, done.stderr.splitlines()


def annotate_findings(plan, findings):
    """Prints one annotation for each cause: errors and warnings of one code and
    one message at one place are one mistake."""
    causes = {}
    for f in findings:
        if f["severity"] != "info":
            key = (f["severity"], f["code"], f["line"], f["column"], f["message"], f["fix"])
            causes.setdefault(key, []).append(f["subject"])
    for (level, code, line, column, message, fix), subjects in causes.items():
        text = subjects[0]
        if len(subjects) > 1:
            text += f" and {len(subjects) - 1} more"
        text = (text + ": " if text else "") + message
        print(annotation(level, plan, line, column, code, text + ("; fix: " + fix if fix else "")))


def annotate_problems(plan, lines):
    """Prints an annotation for each line of a plan that cannot be read, and
    gives them as SARIF results."""
    results = []
    for text in lines:
        line = column = None
        if text.startswith(plan + ":"):
            place = re.match(r"(\d+):(\d+): ", text[len(plan) + 1 :])
            if not place:
                continue  # the line that only counts the problems
            line, column = int(place[1]), int(place[2])
            text = text[len(plan) + 1 + place.end() :]
        print(annotation("error", plan, line, column, "unreadable", text))
        where = {"artifactLocation": {"uri": plan}}
        if line:
            where["region"] = {"startLine": line, "startColumn": column}
        results.append({"ruleId": "unreadable", "level": "error", "message": {"text": text}, "locations": [{"physicalLocation": where}]})
    return results


def merge(runs):
    """One SARIF run out of several, as code scanning wants it: rules once,
    results with their index among them."""
    rules, driver, results = {}, {}, []
    for one in runs:
        driver.update(one["tool"]["driver"])
        rules.update({rule["id"]: rule for rule in one["tool"]["driver"]["rules"]})
        results += one["results"]
    driver["rules"] = list(rules.values())
    for result in results:
        result["ruleIndex"] = list(rules).index(result["ruleId"])
    return {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}],
    }


def main():
    parser = argparse.ArgumentParser(description="Check Lengthwise plans as a design review does.")
    parser.add_argument("--server", default=os.environ.get("LENGTHWISE", "server"), help="the program (default: $LENGTHWISE, or server on PATH)")
    parser.add_argument("--fail-on", choices=["error", "warning"], default="error", help="how bad a finding must be (default: error)")
    parser.add_argument("--sarif", default="lengthwise.sarif", help="the SARIF file to write (default: lengthwise.sarif)")
    parser.add_argument("plan", nargs="+", help="a plan, as a path from the root of the repository")
    args = parser.parse_args()

    worst, runs, table = 0, [], []
    for plan in args.plan:
        status, text, problems = run(args.server, plan, "json", args.fail_on)
        if status in (0, 1):
            annotate_findings(plan, json.loads(text)["findings"])
            _, sarif, _ = run(args.server, plan, "sarif", "never")
            runs += json.loads(sarif)["runs"]
        else:
            results = annotate_problems(plan, problems)
            rule = {"id": "unreadable", "shortDescription": {"text": "the plan cannot be read"}}
            runs.append({"tool": {"driver": {"name": "Lengthwise", "rules": [rule]}}, "results": results})
        print(f"{plan}: {VERDICTS[status]}")
        table.append(f"| {plan} | {VERDICTS[status]} |")
        worst = max(worst, status)

    with open(args.sarif, "w", encoding="utf-8") as f:
        json.dump(merge(runs), f, indent=1, ensure_ascii=False)
        f.write("\n")
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with open(summary, "a", encoding="utf-8") as f:
            f.write("\n".join(["| plan | verdict |", "|---|---|"] + table) + "\n")
    return worst


if __name__ == "__main__":
    sys.exit(main())
