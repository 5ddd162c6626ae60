// What the document editor takes of CodeMirror, as one global.
export { EditorState, Compartment, StateField, StateEffect, RangeSetBuilder, Prec } from "@codemirror/state";
export {
  EditorView, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection, gutter, GutterMarker, Decoration,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { HighlightStyle, syntaxHighlighting, indentOnInput, indentUnit, bracketMatching } from "@codemirror/language";
export { autocompletion, completionKeymap, startCompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
export { search, searchKeymap, openSearchPanel, gotoLine } from "@codemirror/search";
export { yaml } from "@codemirror/lang-yaml";
export { json } from "@codemirror/lang-json";
export { tags } from "@lezer/highlight";
