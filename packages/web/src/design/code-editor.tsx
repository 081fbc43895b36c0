import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';

interface CodeEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly readOnly?: boolean;
  readonly minHeight?: number;
  readonly maxHeight?: number;
  /** Further extensions, as a linter; read once when the editor is made. */
  readonly extensions?: readonly Extension[];
  /** Ctrl or Cmd with Enter. */
  readonly onRun?: () => void;
}

const look = EditorView.theme(
  {
    '&': {
      background: 'var(--ds-inset)',
      color: 'var(--ds-text)',
      fontSize: '12px',
      borderRadius: '4px',
      border: '1px solid var(--ds-line)',
      height: '100%',
    },
    '&.cm-focused': { outline: 'none', boxShadow: 'var(--ds-focus-ring)' },
    '.cm-scroller': { fontFamily: 'var(--ds-mono)', lineHeight: '20px', fontVariantLigatures: 'none' },
    '.cm-gutters': { background: 'transparent', border: '0', color: '#bdbdbd' },
    '.cm-activeLine, .cm-activeLineGutter': { background: 'rgb(255 255 255 / 4%)' },
    '.cm-cursor': { borderLeftColor: '#f4f4f4' },
    '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { background: '#28454a !important' },
    '.cm-matchingBracket': { background: '#3d4e4c', outline: 'none' },
  },
  { dark: true },
);

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: '#75ddd3' },
  { tag: tags.string, color: '#d7ccc8' },
  { tag: [tags.number, tags.bool, tags.null], color: '#f2c037' },
  { tag: [tags.operator, tags.keyword], color: '#99b9f3' },
]);

/** JSON with line numbers, brackets and colours; Tab indents, Escape then Tab leaves. */
export function CodeEditor(props: CodeEditorProps) {
  const { label, value, readOnly = false, minHeight = 120, maxHeight, extensions = [] } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later values come in through the effect below
  useEffect(() => {
    if (!host.current) return;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          json(),
          syntaxHighlighting(colours),
          look,
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
          }),
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                latest.current.onRun?.();
                return latest.current.onRun !== undefined;
              },
            },
            ...closeBracketsKeymap,
            ...defaultKeymap,
            ...historyKeymap,
            ...(readOnly ? [] : [indentWithTab]),
          ]),
          ...extensions,
        ],
      }),
    });
    // axe: a scrolling region must take the focus
    editor.scrollDOM.tabIndex = 0;
    view.current = editor;
    return () => editor.destroy();
  }, [readOnly, label]);
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    if (editor.hasFocus && props.onChange) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value, props.onChange]);
  return <div ref={host} style={{ minHeight, ...(maxHeight && { maxHeight }), display: 'grid', overflow: 'auto' }} />;
}
