#!/bin/sh
# Checks Lengthwise plans in a pipeline and fails it when one is not fit to be
# ordered. Prints an annotation for each error and warning in the way GitHub
# reads them (::error file=...,line=...::...) and leaves a SARIF file for each
# plan, which holds the info findings too.
#
# usage: check-plan.sh [-f error|warning] [-o FOLDER] PLAN...
#
#   -f  fail on errors only (default) or on warnings as well
#   -o  where the SARIF files go (default: sarif)
#
# LENGTHWISE names the program (default: server, as found on PATH). Give plans
# as paths from the root of the repository, or annotations miss their file.
#
# exit: 0 all plans pass, 1 one does not, 2 one cannot be read or the command
# line is wrong, 3 something else; the highest of all plans.
set -u

server=${LENGTHWISE:-server}
fail_on=error
folder=sarif

usage() {
  echo "usage: check-plan.sh [-f error|warning] [-o FOLDER] PLAN..." >&2
  exit 2
}

while getopts f:o: option; do
  case $option in
    f) fail_on=$OPTARG ;;
    o) folder=$OPTARG ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || usage
case $fail_on in error | warning) ;; *) usage ;; esac

mkdir -p "$folder" || exit 3
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
trap 'exit 3' HUP INT TERM

# Functions the two awk programs below share: what GitHub wants escaped.
escape='
function data(s) { gsub(/%/, "%25", s); gsub(/\r/, "%0D", s); gsub(/\n/, "%0A", s); return s }
function property(s) { s = data(s); gsub(/:/, "%3A", s); gsub(/,/, "%2C", s); return s }
'

# annotate_findings reads findings as CSV and prints one annotation for each
# cause: those of one code and one message at one place are one mistake.
annotate_findings() {
  awk -v file="$1" "$escape"'
    # fields splits one record of RFC 4180 into f[1], f[2] ...; text cells that
    # begin with an apostrophe carry it as a guard against spreadsheets.
    function fields(s,   n, i, c, quoted) {
      n = 1; f[1] = ""; quoted = 0
      for (i = 1; i <= length(s); i++) {
        c = substr(s, i, 1)
        if (quoted) {
          if (c != "\"") f[n] = f[n] c
          else if (substr(s, i + 1, 1) == "\"") { f[n] = f[n] c; i++ }
          else quoted = 0
        } else if (c == "\"") quoted = 1
        else if (c == ",") f[++n] = ""
        else f[n] = f[n] c
      }
      for (i = 1; i <= n; i++) sub(/^\047/, "", f[i])
    }
    { record = record $0; marks = gsub(/"/, "\"", record) }
    marks % 2 { record = record "\n"; next }  # a line end inside quotes
    {
      sub(/\r$/, "", record); fields(record); record = ""
      if (++row == 1 || f[1] == "info") next
      # severity code path line column subject count message fix source
      key = f[1] SUBSEP f[2] SUBSEP f[4] SUBSEP f[5] SUBSEP f[8] SUBSEP f[9]
      if (!(key in more)) {
        order[++causes] = key; more[key] = 0
        level[key] = f[1]; title[key] = f[2]; line[key] = f[4]; column[key] = f[5]
        subject[key] = f[6]; message[key] = f[8]; fix[key] = f[9]
      } else more[key]++
    }
    END {
      for (i = 1; i <= causes; i++) {
        k = order[i]
        at = "file=" property(file)
        if (line[k] != "") at = at ",line=" line[k] ",col=" column[k]
        text = subject[k]
        if (more[k]) text = text " and " more[k] " more"
        text = (text == "" ? "" : text ": ") message[k]
        if (fix[k] != "") text = text "; fix: " fix[k]
        print "::" level[k] " " at ",title=" property(title[k]) "::" data(text)
      }
    }'
}

# annotate_problems reads what the program says of a plan it cannot read, lines
# of file:line:column: message, and prints an annotation for each.
annotate_problems() {
  awk -v file="$1" "$escape"'
    index($0, file ":") == 1 {
      text = substr($0, length(file) + 2)
      if (match(text, /^[0-9]+:[0-9]+: /)) {
        split(text, place, ":")
        print "::error file=" property(file) ",line=" place[1] ",col=" place[2] ",title=unreadable::" data(substr(text, RLENGTH + 1))
      }
      next
    }
    { print "::error file=" property(file) ",title=unreadable::" data($0) }'
}

worst=0
for plan in "$@"; do
  sarif=$folder/$(printf '%s' "$plan" | tr '/ ' '--').sarif
  "$server" check --format csv --fail-on "$fail_on" -- "$plan" >"$work/findings.csv" 2>"$work/problems"
  status=$?
  case $status in
    0 | 1)
      annotate_findings "$plan" <"$work/findings.csv"
      "$server" check --format sarif --fail-on never -- "$plan" >"$sarif" || status=3
      ;;
    *) annotate_problems "$plan" <"$work/problems" ;;
  esac
  case $status in
    0) echo "$plan: passes" ;;
    1) echo "$plan: fails the review" ;;
    2) echo "$plan: cannot be read" ;;
    *) echo "$plan: could not be checked" ;;
  esac
  [ "$status" -le 3 ] || status=3
  [ "$status" -le "$worst" ] || worst=$status
done
exit "$worst"
